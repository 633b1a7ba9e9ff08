internal import CBOR
internal import COSE
internal import WebAuthnModel

/// Cases that test structure alone, judged with the steps that the ceremonies use.
enum CodecCase {
    /// Whether the object can be read, which is less than that it keeps the canonical form.
    static func attestationObject(_ bytes: [UInt8], _ policy: Policy) -> Report.Verdict {
        let readable = policy.deciding(FaultID(.key, "keyOrder"), as: .warn)
            .deciding(FaultID(.key, "nonShortestLength"), as: .warn)
        var findings = FindingList(.registration, policy: readable)
        let object = ReadAttestationObject(bytes, &findings)
        check(object?.authenticatorData, &findings)
        return findings.verdict
    }

    static func authenticatorData(_ bytes: [UInt8], _ policy: Policy) -> Report.Verdict {
        var findings = FindingList(.registration, policy: policy)
        check(bytes, &findings)
        return findings.verdict
    }

    /// The response of CTAP has the attestation object's parts under numbers (CTAP 2.1 §6.1).
    static func makeCredentialResponse(_ bytes: [UInt8], _ policy: Policy) -> Report.Verdict {
        guard let message = try? CBORDecoder.decodeLeniently(bytes).value,
            message[integer: 1]?.textValue != nil,
            let data = message[integer: 2]?.bytesValue, message[integer: 3]?.mapValue != nil
        else { return .reject }
        return authenticatorData(data, policy)
    }

    static func check(_ bytes: [UInt8]?, _ findings: inout FindingList) {
        guard let data = ReadAuthenticatorData(bytes, &findings), let (item, range) = data.attested?.key
        else {
            return
        }
        let location = ReportLocation(.authenticatorData, path: "credentialPublicKey", range)
        _ = CredentialKeyCheck(offered: nil, location: location).run(on: item, &findings)
    }
}

extension FindingList {
    var verdict: Report.Verdict { rejects ? .reject : .accept }
}

/// A statement, the authenticator data it is over, and only the hash of the client data.
struct StatementCase: Sendable {
    private let format: String
    private let statement: CBORValue
    private let now: Int64
    private let authenticatorData: [UInt8]
    private let clientDataHash: ClientDataHash

    init(_ reader: MemberReader) throws(RelyingPartyError) {
        format = try reader.requiredString("format")
        authenticatorData = try reader.required("authenticatorData")
        guard let hash = ClientDataHash(try reader.hex("clientDataHash")) else {
            throw reader.wrong("clientDataHash", "32 bytes in hexadecimal", reader.object)
        }
        clientDataHash = hash
        statement = try reader.statement("attStmt")
        now = try reader.time("verificationTime") ?? CaseOptions.clock
    }

    func judge(_ policy: Policy) -> Report.Verdict {
        var findings = FindingList(.registration, policy: policy)
        let bytes = AttestationObject(
            format: format, statement: statement, authenticatorData: authenticatorData
        ).encoded
        let object = ReadAttestationObject(bytes, &findings)
        let data = ReadAuthenticatorData(object?.authenticatorData, &findings)
        let key = data?.attested?.key.flatMap { item, range in
            CredentialKeyCheck(
                offered: nil,
                location: ReportLocation(.authenticatorData, path: "credentialPublicKey", range)
            ).run(on: item, &findings)
        }
        _ = AttestationStep.run(
            on: object,
            { object in
                AttestationSubject(
                    object: object, authenticatorData: authenticatorData, aaguid: data?.attested?.aaguid,
                    credentialID: data?.attested?.credentialID, key: key, clientDataHash: clientDataHash,
                    now: now)
            }, &findings)
        return findings.verdict
    }
}
