internal import WebAuthnModel

/// What both procedures ask of the part of authenticator data that is always there (§7.1 steps 14 to 17,
/// §7.2 steps 15 to 18).
struct AuthenticatorDataCheck {
    let rpID: String
    /// What was asked and answered of an older identifier (§10.1.1).
    var appID = AppIDUse.notAsked
    let userVerification: UserVerificationRequirement
    /// Whether the registration was conditional; an authentication never is in this sense.
    var isConditionalCreate = false

    func run(on data: ReadAuthenticatorData?, _ findings: inout FindingList) {
        guard let data else {
            return findings.skip(
                .rpIDHash, .flags, .flagUP, .flagUV, .flagBS,
                because: "the authenticator data could not be read")
        }
        checkHash(data, &findings)
        checkReserved(data.flags, &findings)
        checkPresence(data.flags, &findings)
        checkVerification(data.flags, &findings)
        checkBackup(data.flags, &findings)
        checkAttested(data, &findings)
    }

    private func checkHash(_ data: ReadAuthenticatorData, _ findings: inout FindingList) {
        let expected = RPIDHash(of: rpID).bytes
        guard data.header.rpIDHash != expected else {
            if case .used = appID { tellUnusedAppID(&findings) }
            return findings.pass(.rpIDHash)
        }
        if case .used(let id) = appID, data.header.rpIDHash == RPIDHash(of: id).bytes {
            return findings.pass(.rpIDHash, because: "it is the AppID's, which was asked for and used")
        }
        let story = story(of: data.header.rpIDHash)
        findings.breach(
            .rpIDHash, story.variant,
            because: "rpIdHash is not the SHA-256 of \(rpID)", expected: .bytes(expected),
            actual: .bytes(data.header.rpIDHash),
            at: ReportLocation(.authenticatorData, path: "rpIdHash", AuthenticatorDataLayout.rpIDHash),
            hint: story.hint, suspect: .configuration)
    }

    private func story(of hash: [UInt8]) -> (variant: String, hint: String) {
        if case .asked(let id) = appID, hash == RPIDHash(of: id).bytes {
            return ("ofAppId", "It is the AppID's, and the client does not say that it used that.")
        }
        return ("other", "The credential belongs to another RP ID than the one that was expected here.")
    }

    private func tellUnusedAppID(_ findings: inout FindingList) {
        findings.breach(
            .appid, "contradicts",
            because: "the client says that it used the AppID, and rpIdHash is the RP ID's",
            at: ReportLocation(.authenticatorData, path: "rpIdHash", AuthenticatorDataLayout.rpIDHash))
    }

    private func checkReserved(_ flags: AuthenticatorFlags, _ findings: inout FindingList) {
        guard !flags.isDisjoint(with: [.reserved1, .reserved2]) else { return findings.pass(.flags) }
        findings.breach(
            .flags, "reservedBits", because: "a reserved flag is set", actual: .text(flags.description),
            at: ReadAuthenticatorData.flagsLocation)
    }

    private func checkPresence(_ flags: AuthenticatorFlags, _ findings: inout FindingList) {
        if flags.contains(.userPresent) { return findings.pass(.flagUP) }
        if isConditionalCreate {
            return findings.breach(
                .flagUP, "clearInConditionalCreate",
                because: "UP is clear, as it may be in a conditional registration",
                actual: .text(flags.description), at: ReadAuthenticatorData.flagsLocation)
        }
        findings.breach(
            .flagUP, "clear", because: "UP is clear: nobody showed to be there",
            actual: .text(flags.description), at: ReadAuthenticatorData.flagsLocation,
            hint: findings.ceremony == .registration
                ? "Only a conditional registration may lack it; was the mediation handed to the verifier?"
                : nil)
    }

    private func checkVerification(_ flags: AuthenticatorFlags, _ findings: inout FindingList) {
        guard userVerification == .required else {
            return findings.notApplicable(.flagUV, because: "user verification is not required")
        }
        if flags.contains(.userVerified) { return findings.pass(.flagUV) }
        findings.breach(
            .flagUV, "clear", because: "UV is clear, but user verification is required",
            actual: .text(flags.description), at: ReadAuthenticatorData.flagsLocation,
            hint: "Do the options that the browser got ask for user verification too?")
    }

    private func checkBackup(_ flags: AuthenticatorFlags, _ findings: inout FindingList) {
        guard CredentialBackup(flags) == nil else { return findings.pass(.flagBS) }
        findings.breach(
            .flagBS, "withoutBE", because: "BS says that the credential is backed up, BE that it cannot be",
            actual: .text(flags.description), at: ReadAuthenticatorData.flagsLocation)
    }

    /// Which ceremony has attested credential data; that the flag and the data agree is told by the reading.
    private func checkAttested(_ data: ReadAuthenticatorData, _ findings: inout FindingList) {
        guard !findings.isBroken(.flagAT) else { return }
        if findings.ceremony == .authentication, data.flags.contains(.attestedCredentialData) {
            findings.breach(
                .flagAT, "setInAssertion",
                because: "the authenticator data of an assertion brings a credential of its own",
                actual: .text(data.flags.description), at: ReadAuthenticatorData.flagsLocation)
        } else {
            findings.pass(.flagAT)
        }
    }
}

/// Whether rpIdHash may be that of an AppID (§10.1.1).
enum AppIDUse {
    /// No AppID was asked for.
    case notAsked
    /// It was, and the client does not say that it used it.
    case asked(String)
    /// It was, and the client says that it used it.
    case used(String)

    init(_ requested: ExtensionInputs?, _ output: Bool?) {
        guard let id = requested?.appid else {
            self = .notAsked
            return
        }
        self = output == true ? .used(id) : .asked(id)
    }
}
