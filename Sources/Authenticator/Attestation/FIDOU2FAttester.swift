internal import Bytes
internal import COSE
internal import Cryptography
public import WebAuthnModel

/// Attests as a U2F key does when it is registered, in the fido-u2f format (§8.6).
public struct FIDOU2FAttester: CertifiedAttester {
    let authority: AttestationAuthority

    /// Makes certificates as the template says.
    public init(template: AttestationTemplate, aaguid: AAGUID, place: Int = 0) {
        authority = AttestationAuthority(template: template, aaguid: aaguid, place: place)
    }

    /// The statement, signed by the device's attestation key; U2F has no other credentials than on P-256.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        Attestation(format: FIDOU2FStatement.format, statement: try statement(subject, with: tools).cbor)
    }

    /// The statement's parts, which U2F sends one after the other.
    func statement(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> FIDOU2FStatement {
        guard case .ec(let point) = subject.key.publicKey, point.curve == .p256 else {
            throw .cryptography(.unsupportedAlgorithm("U2F attests keys on P-256 alone"))
        }
        let message = FIDOU2FStatement.signedBytes(
            rpIDHash: subject.authenticatorData.prefix(32), clientDataHash: subject.clientDataHash.bytes,
            credentialID: subject.credentialID, point: point.uncompressedPoint)
        let identity = try authority.identity(tools)
        do {
            let key = try PrivateKey(storedForm: identity.key.exposedBytes)
            let signature = try tools.signer.sign(message, with: key, algorithm: .es256, nonce: tools.nonce)
            return FIDOU2FStatement(certificates: [identity.certificate], signature: signature)
        } catch { throw .cryptography(error) }
    }
}
