internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Format `fido-u2f` (§8.6): what a U2F key signed when it was registered, told in WebAuthn's words.
struct FIDOU2FVerifier: AttestationVerifier {
    let format = FIDOU2FStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard let u2f = read(statement, subject, &findings) else { return .wrong }
        checkCount(u2f, subject, &findings)
        checkAAGUID(subject, &findings)
        let point = checkCredentialKey(subject, &findings)
        guard let leaf = subject.leaf(of: u2f.certificates, .u2fCertificateKey, &findings) else {
            findings.skip(.u2fSignature, because: "the attesting certificate could not be read")
            return .wrong
        }
        checkCertificateKey(leaf, subject, &findings)
        let isSigned = checkSignature(u2f, leaf, point, subject, &findings)
        let codes: [RuleCode] = [.u2fCertificates, .u2fCertificateKey, .u2fCredentialKey, .u2fAAGUID]
        guard isSigned, !codes.contains(where: { findings.isRejected($0) }) else { return .wrong }
        return .certified(leaf: leaf, rest: Array(u2f.certificates.dropFirst()))
    }

    private func read(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> FIDOU2FStatement? {
        do { return try FIDOU2FStatement(statement) } catch {
            subject.tell(
                error, ["sig": .u2fSignature], otherwise: .u2fCertificates, &findings)
            return nil
        }
    }

    private func checkCount(
        _ u2f: FIDOU2FStatement, _ subject: AttestationSubject, _ findings: inout FindingList
    ) {
        guard u2f.certificates.count != 1 else { return findings.pass(.u2fCertificates) }
        findings.breach(
            .u2fCertificates, "count", because: "x5c has \(u2f.certificates.count) certificates",
            expected: .integer(1), actual: .integer(u2f.certificates.count),
            at: subject.object.location(of: ["attStmt", "x5c"]))
    }

    /// A U2F key knows no model identifier (CTAP 2.2 §7.1.4); Level 3 has no step that looks.
    private func checkAAGUID(_ subject: AttestationSubject, _ findings: inout FindingList) {
        guard let aaguid = subject.aaguid else {
            return findings.skip(.u2fAAGUID, because: "the authenticator data's AAGUID could not be read")
        }
        guard aaguid != .zero else { return findings.pass(.u2fAAGUID) }
        findings.breach(
            .u2fAAGUID, "notZero", because: "the AAGUID of a U2F registration is not zero",
            expected: .text(AAGUID.zero.description), actual: .text(aaguid.description))
    }

    /// The credential's point, 04 ‖ x ‖ y, which is what U2F signs.
    private func checkCredentialKey(
        _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> [UInt8]? {
        guard let key = subject.key else {
            findings.skip(.u2fCredentialKey, because: "there is no credential key that could be read")
            return nil
        }
        guard case .ec(let point)? = key.publicKey, point.curve == .p256 else {
            findings.breach(
                .u2fCredentialKey, "notP256",
                because: "U2F has keys on P-256 alone; the credential's is of \(key.algorithm)",
                actual: .integer(key.algorithm.rawValue))
            return nil
        }
        findings.pass(.u2fCredentialKey)
        return point.uncompressedPoint
    }

    private func checkCertificateKey(
        _ leaf: X509Certificate, _ subject: AttestationSubject, _ findings: inout FindingList
    ) {
        if case .ec(let key)? = leaf.publicKey, key.curve == .p256 {
            return findings.pass(.u2fCertificateKey)
        }
        findings.breach(
            .u2fCertificateKey, "notP256", because: "the attesting certificate's key is not on P-256",
            at: subject.leafLocation())
    }

    private func checkSignature(
        _ u2f: FIDOU2FStatement, _ leaf: X509Certificate, _ point: [UInt8]?, _ subject: AttestationSubject,
        _ findings: inout FindingList
    ) -> Bool {
        guard let hash = subject.clientDataHash, let point, let credentialID = subject.credentialID else {
            findings.skip(.u2fSignature, because: "what it would be over is not all there")
            return false
        }
        guard !findings.isBroken(.u2fCertificateKey) else {
            findings.skip(.u2fSignature, because: "the certificate's key cannot sign as U2F does")
            return false
        }
        let message = FIDOU2FStatement.signedBytes(
            rpIDHash: subject.authenticatorData.prefix(32), clientDataHash: hash.bytes,
            credentialID: credentialID, point: point)
        return subject.signatureCheck(.u2fSignature, signer: "the certificate's key").run(
            u2f.signature, over: message, key: leaf.publicKey, algorithm: .es256, &findings)
    }
}
