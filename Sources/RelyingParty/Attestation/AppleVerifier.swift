internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Format `apple` (§8.8): an authority certifies the credential's key, and the ceremony with it.
struct AppleVerifier: AttestationVerifier {
    let format = AppleStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard let apple = read(statement, subject, &findings) else { return .wrong }
        guard let leaf = subject.leaf(of: apple.certificates, .appleCertificates, &findings) else {
            findings.skip(
                .appleNonce, .appleLeafKey, because: "the credential's certificate could not be read")
            return .wrong
        }
        findings.pass(.appleCertificates)
        checkNonce(leaf, subject, &findings)
        let isKey = subject.checkLeafKey(leaf, .appleLeafKey, &findings)
        guard isKey, subject.clientDataHash != nil, !findings.isRejected(.appleNonce) else { return .wrong }
        return .certified(leaf: leaf, rest: Array(apple.certificates.dropFirst()))
    }

    private func read(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> AppleStatement? {
        do { return try AppleStatement(statement) } catch {
            subject.tell(error, [:], otherwise: .appleCertificates, &findings)
            return nil
        }
    }

    private func checkNonce(
        _ leaf: X509Certificate, _ subject: AttestationSubject, _ findings: inout FindingList
    ) {
        guard let value = leaf.extensionValue(AppleStatement.nonceExtension)?.value else {
            return findings.breach(
                .appleNonce, "missing",
                because: "the certificate has no extension \(AppleStatement.nonceExtension)",
                at: subject.leafLocation())
        }
        let nonce: [UInt8]
        do { nonce = try AppleStatement.nonce(extensionValue: value) } catch {
            return findings.breach(
                .appleNonce, "notWrapped",
                because: "the extension is not a SEQUENCE of one [1] that wraps an OCTET STRING: \(error)",
                actual: .bytes(value), at: subject.leafLocation(),
                hint: "For a nonce of 32 bytes the extension's value has 38.")
        }
        guard let message = subject.signedMessage else {
            return findings.skip(.appleNonce, because: "there is no client data that it could be of")
        }
        let expected = Digest.sha256(message)
        guard nonce == expected else {
            return findings.breach(
                .appleNonce, "other",
                because: "the certificate was issued for other authenticator data or other client data",
                expected: .bytes(expected), actual: .bytes(nonce), at: subject.leafLocation())
        }
        findings.pass(.appleNonce)
    }
}

extension AttestationSubject {
    /// Whether a certificate is of the credential's own key.
    func checkLeafKey(
        _ leaf: X509Certificate, _ code: RuleCode, _ findings: inout FindingList
    ) -> Bool {
        guard let key = key?.publicKey else {
            findings.skip(code, because: "there is no credential key to compare with")
            return false
        }
        guard leaf.publicKey == key else {
            findings.breach(
                code, "other", because: "the certificate is of another key than the credential's",
                expected: .bytes(key.subjectPublicKeyInfo), actual: .bytes(leaf.publicKeyInfo.der),
                at: leafLocation())
            return false
        }
        findings.pass(code)
        return true
    }
}
