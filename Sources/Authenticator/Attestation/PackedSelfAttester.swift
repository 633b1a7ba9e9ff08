internal import Cryptography
internal import WebAuthnModel

/// Attests with the credential's own key, in the packed format (§8.2).
public struct PackedSelfAttester: Attester {
    /// Has no settings.
    public init() {}

    /// The statement, signed by the credential's key.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        do {
            let signature = try tools.signer.sign(
                subject.signedBytes, with: subject.key, algorithm: subject.algorithm, nonce: tools.nonce)
            let statement = PackedStatement(
                algorithm: subject.algorithm, signature: signature, kind: .selfAttestation)
            return Attestation(format: PackedStatement.format, statement: statement.cbor)
        } catch { throw .cryptography(error) }
    }
}
