internal import WebAuthnModel

/// What both procedures ask of the part of authenticator data that is always there (§7.1 steps 14 to 17,
/// §7.2 steps 15 to 18).
struct AuthenticatorDataCheck {
    let rpID: String
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
        guard data.header.rpIDHash != expected else { return findings.pass(.rpIDHash) }
        let isZero = data.header.rpIDHash.allSatisfy { $0 == 0 }
        findings.breach(
            .rpIDHash, isZero ? "zero" : "other",
            because: "rpIdHash is not the SHA-256 of \(rpID)", expected: .bytes(expected),
            actual: .bytes(data.header.rpIDHash),
            at: ReportLocation(.authenticatorData, path: "rpIdHash", AuthenticatorDataLayout.rpIDHash),
            hint: "The credential belongs to another RP ID than the one that was expected here.",
            suspect: .configuration)
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
