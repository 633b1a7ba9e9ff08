internal import Bytes
internal import WebAuthnModel

/// The credential that a registration brings: its ID and its model (§7.1 steps 25 and 26, §6.5.1).
struct NewCredentialCheck {
    let registered: [[UInt8]]?
    let acceptedAAGUIDs: [AAGUID]?

    /// - Parameter claimed: the ID that the client names beside the attestation object.
    func run(
        on attested: ReadAuthenticatorData.Attested?, claimed: [UInt8]?, _ findings: inout FindingList
    ) {
        guard let attested else {
            let reason = "there is no attested credential data that could be read"
            if !findings.isBroken(.aaguid) { findings.skip(.aaguid, because: reason) }
            if !findings.isBroken(.credentialID) { findings.skip(.credentialID, because: reason) }
            return
        }
        checkModel(attested.aaguid, &findings)
        checkID(attested, &findings)
        compare(claimed, attested, &findings)
    }

    private func compare(
        _ claimed: [UInt8]?, _ attested: ReadAuthenticatorData.Attested, _ findings: inout FindingList
    ) {
        // That an empty ID has no bytes is told; no client could name it.
        guard let claimed, claimed != attested.credentialID, !attested.credentialID.isEmpty else { return }
        // Where id and rawId differ, that is told. Where no key follows the ID, its length is what is wrong.
        guard !findings.isRejected(.envelopeID), attested.key != nil else { return }
        findings.breach(
            .envelopeID, "differsFromCredentialId",
            because: "the response names another credential than its authenticator data",
            expected: .bytes(attested.credentialID), actual: .bytes(claimed), at: ReportLocation(.rawID))
    }

    private func checkModel(_ aaguid: AAGUID, _ findings: inout FindingList) {
        let location = ReportLocation(
            .authenticatorData, path: "aaguid", AuthenticatorDataLayout.aaguid)
        if let acceptedAAGUIDs, !acceptedAAGUIDs.contains(aaguid) {
            findings.breach(
                .aaguid, "notAllowed", because: "the model is not one that is accepted",
                expected: .texts(acceptedAAGUIDs.map(\.description)), actual: .text(aaguid.description),
                at: location, suspect: .configuration)
        } else if aaguid == .zero {
            findings.breach(.aaguid, "zero", because: "the AAGUID is zero: no model is named", at: location)
        } else {
            findings.pass(.aaguid)
        }
    }

    private func checkID(_ attested: ReadAuthenticatorData.Attested, _ findings: inout FindingList) {
        let id = attested.credentialID
        let location = ReportLocation(
            .authenticatorData, path: "credentialId", attested.credentialIDRange)
        switch id.count {
        case 0:
            findings.breach(
                .credentialID, "empty", because: "the credential ID has no bytes", at: location)
        case 1..<16:
            findings.breach(
                .credentialID, "short",
                because: "the credential ID has \(id.count) bytes; 16 random ones make it unique",
                actual: .integer(id.count), at: location)
        case 16...CredentialID.maximumLength: break
        default:
            findings.breach(
                .credentialID, "tooLong", because: "the credential ID has \(id.count) bytes",
                expected: .text("at most \(CredentialID.maximumLength)"), actual: .integer(id.count),
                at: location)
        }
        if let registered, registered.contains(id) {
            findings.breach(
                .credentialID, "ofAnotherUser", because: "the credential ID is registered already",
                actual: .bytes(id), at: location,
                hint: "Never overwrite a record: whoever knows an ID and a public key can register them.")
        }
        guard !findings.isBroken(.credentialID) else { return }
        findings.pass(
            .credentialID, because: registered == nil ? "whether it is registered already was not asked" : "")
    }
}
