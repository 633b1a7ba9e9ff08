internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Format `android-key` (§8.4): the key store certifies the credential's key and says how it is kept.
struct AndroidKeyVerifier: AttestationVerifier {
    let format = AndroidKeyStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard let android = read(statement, subject, &findings) else { return .wrong }
        guard let leaf = subject.leaf(of: android.certificates, .androidKeyCertificates, &findings) else {
            findings.skip(
                .androidKeyAlgorithm, .androidKeySignature, .androidKeyLeafKey, .androidKeyDescription,
                because: "the credential's certificate could not be read")
            return .wrong
        }
        findings.pass(.androidKeyCertificates)
        let isSigned = checkSignature(android, leaf, subject, &findings)
        let isKey = subject.checkLeafKey(leaf, .androidKeyLeafKey, &findings)
        let isFit = KeyDescriptionCheck(
            value: leaf.extensionValue(KeyDescription.extensionIdentifier)?.value,
            location: subject.leafLocation
        ).run(clientDataHash: subject.clientDataHash, &findings)
        guard isSigned, isKey, isFit else { return .wrong }
        return .certified(leaf: leaf, rest: Array(android.certificates.dropFirst()))
    }

    private func read(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> AndroidKeyStatement? {
        do { return try AndroidKeyStatement(statement) } catch {
            subject.tell(
                error, ["alg": .androidKeyAlgorithm, "sig": .androidKeySignature],
                otherwise: .androidKeyCertificates, &findings)
            return nil
        }
    }

    private func checkSignature(
        _ android: AndroidKeyStatement, _ leaf: X509Certificate, _ subject: AttestationSubject,
        _ findings: inout FindingList
    ) -> Bool {
        if let key = leaf.publicKey, let kind = android.algorithm.keyKind, !key.fits(kind) {
            findings.breach(
                .androidKeyAlgorithm, "otherThanKey",
                because: "the statement says \(android.algorithm), the certificate's key is of another kind",
                actual: .integer(android.algorithm.rawValue),
                at: subject.object.location(of: ["attStmt", "alg"]))
            findings.skip(.androidKeySignature, because: "with which algorithm it was made is in doubt")
            return false
        }
        findings.pass(.androidKeyAlgorithm)
        guard let message = subject.signedMessage else {
            findings.skip(.androidKeySignature, because: "there is no client data that it could be over")
            return false
        }
        return subject.signatureCheck(.androidKeySignature, signer: "the certificate's key").run(
            android.signature, over: message, key: leaf.publicKey, algorithm: android.algorithm, &findings)
    }
}
