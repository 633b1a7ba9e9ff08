internal import Authenticator
internal import CBOR
internal import JSON
internal import WebAuthnModel

/// An answer of the SafetyNet service, before it is signed.
struct SafetyNetWork: Sendable {
    /// The certificates in its header, the signing one first.
    var certificates: [[UInt8]]
    /// What it says.
    var answer: SafetyNetPayload
}

extension FaultEdit {
    /// Changes an answer of the SafetyNet service before the service signs it.
    static func safetyNet(
        _ edit: @escaping @Sendable (inout SafetyNetWork, AttestationWork) throws(AttestationError) -> Void
    ) -> FaultEdit {
        .attestation { (attestation, work) throws(AttestationError) in
            guard let statement = try? SafetyNetStatement(attestation.statement),
                let jws = try? CompactJWS(statement.response), let algorithm = jws.algorithm,
                let certificates = try? jws.certificates(),
                let answer = try? SafetyNetPayload(parsing: jws.payload), let identity = try work.identity()
            else { return }
            var parts = SafetyNetWork(certificates: certificates, answer: answer)
            try edit(&parts, work)
            let signed = CompactJWS.signingInput(
                header: CompactJWS.header(algorithm, certificates: parts.certificates),
                payload: parts.answer.json)
            let signature = try work.signature(
                over: signed, with: try work.key(identity.key), algorithm: algorithm.cose)
            let response = CompactJWS.text(
                signingInput: signed, signature: algorithm.signature(signature))
            attestation.statement.set("response", .bytes(response))
        }
    }
}
