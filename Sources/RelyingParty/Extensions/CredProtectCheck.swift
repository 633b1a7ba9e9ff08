internal import WebAuthnModel

/// Credential protection (CTAP 2.1 §12.1).
struct CredProtectCheck: ExtensionCheck {
    let subject = WebAuthnExtension.credProtect

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        answers.expect(
            .registration, answers.authenticator.credProtect != nil, .credProtect,
            .authenticator("credProtect"), &findings)
        guard let wanted = answers.requested?.credentialProtectionPolicy,
            let policy = answers.authenticator.credProtect, policy.rawValue < wanted.rawValue
        else { return }
        answers.breach(
            .credProtect, "weaker",
            because: "the credential is protected less well than was asked: \(policy.word)",
            expected: .integer(wanted.rawValue), actual: .integer(policy.rawValue),
            .authenticator("credProtect"), &findings)
    }
}
