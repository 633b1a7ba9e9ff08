internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Format `packed` (§8.2): signed by the credential's own key, or by one with a certificate.
struct PackedVerifier: AttestationVerifier {
    let format = PackedStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard let packed = read(statement, subject, &findings) else { return .wrong }
        switch packed.kind {
        case .selfAttestation: return verifySelf(packed, subject, &findings)
        case .certificates(let chain): return verifyCertified(packed, chain, subject, &findings)
        }
    }

    // MARK: Shape

    private func read(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> PackedStatement? {
        if statement == .map([]) {
            findings.breach(
                .packedStatement, "empty", because: "the packed statement is empty",
                at: subject.object.location(of: ["attStmt"]),
                hint: "An empty statement belongs to format none.")
            return nil
        }
        do {
            let packed = try PackedStatement(statement)
            findings.pass(.packedStatement)
            return packed
        } catch {
            subject.tell(
                error, ["alg": .packedAlgorithm, "sig": .packedSignature], otherwise: .packedCertificates,
                &findings)
            return nil
        }
    }

    // MARK: Self attestation

    private func verifySelf(
        _ packed: PackedStatement, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard let key = subject.key else {
            findings.skip(
                .packedAlgorithm, .packedSignature, because: "there is no credential key to check with")
            return .wrong
        }
        guard packed.algorithm == key.algorithm else {
            findings.breach(
                .packedAlgorithm, "otherThanKey",
                because:
                    "the statement says \(packed.algorithm), the credential's key is of \(key.algorithm)",
                expected: .integer(key.algorithm.rawValue), actual: .integer(packed.algorithm.rawValue),
                at: subject.object.location(of: ["attStmt", "alg"]))
            findings.skip(.packedSignature, because: "with which algorithm it was made is in doubt")
            return .wrong
        }
        findings.pass(.packedAlgorithm)
        guard let message = subject.signedMessage else {
            findings.skip(.packedSignature, because: "there is no client data that it could be over")
            return .wrong
        }
        let isValid = subject.signatureCheck(.packedSignature, signer: "the credential's key").run(
            packed.signature, over: message, key: key.publicKey, algorithm: key.algorithm, &findings)
        return isValid ? .selfAttestation : .wrong
    }

    // MARK: With a certificate

    private func verifyCertified(
        _ packed: PackedStatement, _ chain: [[UInt8]], _ subject: AttestationSubject,
        _ findings: inout FindingList
    ) -> AttestationOutcome {
        findings.pass(.packedCertificates)
        guard let leaf = subject.leaf(of: chain, .packedCertificate, &findings) else {
            findings.skip(
                .packedAlgorithm, .packedSignature, because: "the attesting certificate could not be read")
            return .wrong
        }
        let isSigned = verifySignature(packed, leaf, subject, &findings)
        let isFit = PackedCertificateCheck(certificate: leaf, location: subject.leafLocation).run(
            aaguid: subject.aaguid, &findings)
        return isSigned && isFit ? .certified(leaf: leaf, rest: Array(chain.dropFirst())) : .wrong
    }

    private func verifySignature(
        _ packed: PackedStatement, _ leaf: X509Certificate, _ subject: AttestationSubject,
        _ findings: inout FindingList
    ) -> Bool {
        if let key = leaf.publicKey, let kind = packed.algorithm.keyKind, !key.fits(kind) {
            findings.breach(
                .packedAlgorithm, "otherThanKey",
                because: "the statement says \(packed.algorithm), the certificate's key is of another kind",
                actual: .integer(packed.algorithm.rawValue),
                at: subject.object.location(of: ["attStmt", "alg"]))
            findings.skip(.packedSignature, because: "with which algorithm it was made is in doubt")
            return false
        }
        findings.pass(.packedAlgorithm)
        guard let message = subject.signedMessage else {
            findings.skip(.packedSignature, because: "there is no client data that it could be over")
            return false
        }
        let isValid = subject.signatureCheck(.packedSignature, signer: "the certificate's key").run(
            packed.signature, over: message, key: leaf.publicKey, algorithm: packed.algorithm, &findings)
        return isValid
    }
}
