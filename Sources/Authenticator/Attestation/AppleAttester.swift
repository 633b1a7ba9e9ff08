internal import Bytes
internal import Cryptography
public import WebAuthnModel

/// Attests by a certificate for each credential, in the apple format (§8.8).
public struct AppleAttester: CertifiedAttester {
    let authority: AttestationAuthority

    /// Makes certificates as the template says.
    public init(template: AttestationTemplate, aaguid: AAGUID, place: Int = 0) {
        authority = AttestationAuthority(
            template: template, aaguid: aaguid, place: place, certifiesDevice: false)
    }

    /// The statement: a certificate of the credential's key that holds the ceremony's nonce.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        let nonce = Digest.sha256(subject.signedBytes)
        let leaf = try authority.certifyCredential(
            subject.key.publicKey,
            with: X509Extension(
                AppleStatement.nonceExtension, value: AppleStatement.extensionValue(nonce: nonce)),
            tools)
        return Attestation(
            format: AppleStatement.format, statement: AppleStatement(certificates: [leaf]).cbor)
    }
}
