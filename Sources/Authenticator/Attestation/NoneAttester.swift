internal import WebAuthnModel

/// Attests nothing (WebAuthn Level 3 §8.7).
public struct NoneAttester: Attester {
    /// Has no settings.
    public init() {}

    /// The empty statement.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        Attestation(format: NoneStatement.format, statement: NoneStatement.cbor)
    }
}
