internal import Authenticator
internal import CBOR
internal import Cryptography
internal import WebAuthnModel

/// Statements of format `apple` (WebAuthn Level 3 §8.8); the authority signs the lie.
extension Fault {
    private static let issued = FaultFamily(
        .certificate, signs: .overTheLie, where: .ceremony(.create), .format("apple"))

    static let appleFaults: [Fault] = [
        FaultFamily(.statement, signs: .notCovered, where: .ceremony(.create), .format("apple"))(
            .appleCertificates, "missing", "The statement has no certificates.",
            .statementMember("x5c", nil)),
        issued(
            .appleNonce, "other", "The certificate was issued for another ceremony.",
            .certificateExtension(AppleStatement.nonceExtension) { value in
                let nonce = Digest.sha256(Array("another ceremony".utf8))
                return X509Extension(value.oid, value: AppleStatement.extensionValue(nonce: nonce))
            }),
        issued(
            .appleNonce, "missing", "The certificate does not name the ceremony.",
            .certificateExtension(AppleStatement.nonceExtension) { _ in nil }),
        issued(
            .appleNonce, "notWrapped", "The nonce stands in the extension without what should wrap it.",
            .certificateExtension(AppleStatement.nonceExtension) { value in
                guard let nonce = try? AppleStatement.nonce(extensionValue: value.value) else { return value }
                return X509Extension(value.oid, value: DER.octetString(nonce))
            }),
        issued(
            .appleLeafKey, "other", "The certificate is of another key than the credential's.",
            .attestation { (attestation, work) throws(AttestationError) in
                let key = try work.otherKey("leafKey")
                guard let leaf = attestation.certificates.first else { return }
                attestation.certificates[0] = try work.reissue(leaf) {
                    $0.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
                }
            }),
        FaultFamily(.statement, signs: .notCovered, where: .ceremony(.create), .format("apple"))(
            .appleCertificates, "withAlgorithm", "The statement names an algorithm, as early ones did.",
            caughtBy: .allowed(because: "members that a format does not name are left alone"),
            .statementMember("alg", -7)),
    ]
}
