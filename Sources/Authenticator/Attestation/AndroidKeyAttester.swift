internal import Bytes
internal import Cryptography
public import WebAuthnModel

/// Attests by a certificate for each credential and a signature of the credential's own key, in the android-key
/// format (§8.4).
public struct AndroidKeyAttester: CertifiedAttester {
    let authority: AttestationAuthority
    private let description: KeyDescription

    /// Makes certificates as the template says, with this description of each key, whose challenge is filled in.
    public init(template: AttestationTemplate, description: KeyDescription, aaguid: AAGUID, place: Int = 0) {
        authority = AttestationAuthority(
            template: template, aaguid: aaguid, place: place, certifiesDevice: false)
        self.description = description
    }

    /// The statement: a certificate that describes the credential's key, and the key's own signature.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        var description = description
        description.attestationChallenge = subject.clientDataHash.bytes
        let leaf = try authority.certifyCredential(
            subject.key.publicKey,
            with: X509Extension(KeyDescription.extensionIdentifier, value: description.encoded), tools)
        do {
            let signature = try tools.signer.sign(
                subject.signedBytes, with: subject.key, algorithm: subject.algorithm, nonce: tools.nonce)
            let statement = AndroidKeyStatement(
                algorithm: subject.algorithm, signature: signature, certificates: [leaf])
            return Attestation(format: AndroidKeyStatement.format, statement: statement.cbor)
        } catch { throw .cryptography(error) }
    }
}
