internal import Bytes
internal import COSE
internal import Cryptography
public import WebAuthnModel

/// Attests with a key that a certificate of the model's own authority vouches for, in the packed format (§8.2).
public struct PackedCertificateAttester: CertifiedAttester {
    let authority: AttestationAuthority

    /// Makes certificates as the template says.
    public init(template: AttestationTemplate, aaguid: AAGUID, place: Int = 0) {
        authority = AttestationAuthority(template: template, aaguid: aaguid, place: place)
    }

    /// The statement, signed by the device's attestation key, with the leaf certificate alone: the root is
    /// for relying parties to have.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        let identity =
            subject.mayIdentifyDevice
            ? try authority.enterpriseIdentity(tools) : try authority.identity(tools)
        do {
            let key = try PrivateKey(storedForm: identity.key.exposedBytes)
            let signature = try tools.signer.sign(
                subject.signedBytes, with: key, algorithm: .es256, nonce: tools.nonce)
            let statement = PackedStatement(
                algorithm: .es256, signature: signature, kind: .certificates([identity.certificate]))
            return Attestation(format: PackedStatement.format, statement: statement.cbor)
        } catch { throw .cryptography(error) }
    }
}
