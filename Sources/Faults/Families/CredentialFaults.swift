internal import CTAP
internal import WebAuthnModel

/// Attested credential data: which credential, of which model (WebAuthn Level 3 §6.5.1).
extension Fault {
    private static let signed = FaultFamily(.credential, signs: .overTheLie)

    private static func credentialID(
        _ edit: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> FaultEdit {
        .authenticatorData { data in
            guard let id = data.attestedCredentialData?.credentialID else { return }
            data.attestedCredentialData?.credentialID = edit(id)
        }
    }

    private static func beyondTheClient(
        _ code: RuleCode, _ variant: String, _ story: String,
        _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> Fault {
        Fault(
            FaultID(code, variant), story, layer: .credential, caughtBy: .rule(code), signs: .overTheLie,
            conditions: [.ceremony(.create)], parameter: nil
        ) { _ in FaultEdit.beyondTheClient(edit) }
    }

    static let credentialFaults: [Fault] = [
        signed(
            .credentialID, "tooLong", "The credential ID has 1024 bytes, one more than is allowed.",
            where: [.ceremony(.create)],
            credentialID { id in Array((0..<1024).map { id.isEmpty ? 0 : id[$0 % id.count] }) }),
        signed(
            .credentialID, "short", "The credential ID is too short to be unique.",
            where: [.ceremony(.create)],
            taking: .number("how many bytes are left", 1...15, standard: 8)
        ) { value in credentialID { Array($0.prefix(value.number)) } },
        beyondTheClient(.credentialID, "empty", "The credential ID has no bytes.") { bytes in
            guard let id = AuthenticatorDataParts(bytes)?.credentialID else { return }
            bytes.removeSubrange(55..<55 + id.count)
            bytes.replaceSubrange(53..<55, with: [0, 0])
        },
        beyondTheClient(
            .credentialID, "lengthOverruns", "The credential ID's length runs over the end of the data."
        ) { bytes in
            if bytes.count >= 55 { bytes.replaceSubrange(53..<55, with: [0xFF, 0xFF]) }
        },
        signed(
            .credentialID, "ofAnotherUser", "The credential ID is one that is registered already.",
            where: [.ceremony(.create)], taking: .bytes("the credential ID", 16...1023)
        ) { value in credentialID { _ in value.bytes } },
        signed(
            .credentialID, "notAllowed",
            "The client does not tell the device which credentials are allowed, and another one answers.",
            where: [.ceremony(.get)],
            // Of a list of one the client takes the ID from there, whatever the device says.
            .assertionRequest { if $0.allowList.count > 1 { $0.allowList = [] } }),
        beyondTheClient(.aaguid, "truncated", "The authenticator data ends within the AAGUID.") { bytes in
            bytes = Array(bytes.prefix(45))
        },
        signed(
            .aaguid, "zero", "The device names no model.",
            caughtBy: .allowed(because: "providers of passkeys and U2F keys name none"),
            where: [.noAttestation], .authenticatorData { $0.attestedCredentialData?.aaguid = .zero }),
        signed(
            .aaguid, "other", "The device names another model.",
            caughtBy: .nobody(
                because: "without an attestation that is trusted, an AAGUID is only what the device says"),
            where: [.noAttestation],
            taking: .bytes("the AAGUID", 16...16, standard: Array("understudy-model".utf8))
        ) { value in
            .authenticatorData { $0.attestedCredentialData?.aaguid = AAGUID(value.bytes) ?? .zero }
        },
        signed(
            .aaguid, "otherInInfo", "The device tells the client of another model than the server.",
            caughtBy: .nobody(because: "what a device answers to getInfo never reaches the server"),
            .info { $0.aaguid = AAGUID(Array("understudy-model".utf8)) ?? .zero }),
    ]
}
