internal import WebAuthnModel

/// FIDO AppID (§10.1.1): whether rpIdHash may be, and is, that of an AppID is told with rpIdHash.
struct AppIDCheck: ExtensionCheck {
    let subject = WebAuthnExtension.appid

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        answers.expect(.authentication, true, .appid, .client("appid"), &findings)
        guard answers.client.appid == true, answers.requested != nil, answers.requested?.appid == nil else {
            return
        }
        answers.breach(
            .appid, "trueUnrequested",
            because: "the client says that it used an AppID, and none was asked for", expected: .flag(false),
            .client("appid"),
            hint: "Only an AppID from the relying party's own options may stand for its RP ID.", &findings)
    }
}

/// FIDO AppID exclusion (§10.1.2).
struct AppIDExcludeCheck: ExtensionCheck {
    let subject = WebAuthnExtension.appidExclude

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        answers.expect(.registration, true, .appidExclude, .client("appidExclude"), &findings)
    }
}
