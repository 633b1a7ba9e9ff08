internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Format `tpm` (§8.3): a key of the TPM's signed that the credential's key is in the TPM.
struct TPMVerifier: AttestationVerifier {
    let format = TPMStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard let statement = read(statement, subject, &findings) else { return .wrong }
        let hash = hashAlgorithm(statement, subject, &findings)
        let area = TPMPublicAreaCheck(bytes: statement.pubArea, object: subject.object)
            .run(key: subject.key, &findings)
        let isAttested = TPMAttestCheck(bytes: statement.certInfo, object: subject.object)
            .run(
                pubArea: statement.pubArea, nameAlgorithm: area.nameAlgorithm, hash: hash,
                message: subject.signedMessage, &findings)
        guard let leaf = verifyCertificate(statement, subject, &findings) else { return .wrong }
        let isWhole = area.isRight && isAttested && statement.version == TPMStatement.version
        return isWhole ? .certified(leaf: leaf, rest: Array(statement.certificates.dropFirst())) : .wrong
    }

    // MARK: Shape

    private func read(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> TPMStatement? {
        if statement == .map([]) {
            findings.breach(
                .tpmStatement, "empty", because: "the TPM statement is empty",
                at: subject.object.location(of: ["attStmt"]),
                hint: "An empty statement belongs to format none.")
            return nil
        }
        let tpm: TPMStatement
        do { tpm = try TPMStatement(statement) } catch {
            let (code, member, variant) = Self.story(of: error)
            findings.breach(
                code, variant, because: "\(error)", at: subject.object.location(of: ["attStmt", member]))
            return nil
        }
        findings.pass(.tpmStatement)
        findings.pass(.tpmCertificates)
        if tpm.version == TPMStatement.version {
            findings.pass(.tpmVersion)
        } else {
            findings.breach(
                .tpmVersion, "other", because: "the statement is of another version of the TPM specification",
                expected: .text(TPMStatement.version), actual: .text(tpm.version),
                at: subject.object.location(of: ["attStmt", "ver"]))
        }
        return tpm
    }

    private static func story(
        of error: TPMStatement.ShapeError
    ) -> (code: RuleCode, member: String, variant: String) {
        let codes: [String: (code: RuleCode, wrongType: String)] = [
            "ver": (.tpmVersion, "notText"), "alg": (.tpmAlgorithm, "notInteger"),
            "x5c": (.tpmCertificates, "notArray"), "sig": (.tpmSignature, "notBytes"),
            "certInfo": (.tpmCertInfo, "notBytes"), "pubArea": (.tpmPublicArea, "notBytes"),
        ]
        let (member, variant): (String, String?) =
            switch error {
            case .missing(let member): (member, "missing")
            case .empty(let member): (member, "empty")
            case .wrongType(let member): (member, nil)
            }
        let known = codes[member] ?? (.tpmStatement, "malformed")
        return (known.code, member, variant ?? known.wrongType)
    }

    // MARK: Algorithm

    /// The hash of the signature's algorithm; nil where it has none, which is told, or is not known here, which
    /// the signature's check tells.
    private func hashAlgorithm(
        _ statement: TPMStatement, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> HashAlgorithm? {
        switch statement.algorithm.scheme {
        case .ecdsa(let hash), .rsaPKCS1(let hash), .rsaPSS(let hash): return hash
        case .eddsa:
            findings.breach(
                .tpmAlgorithm, "noHash",
                because: "\(statement.algorithm) has no hash that extraData could be made with",
                actual: .integer(statement.algorithm.rawValue),
                at: subject.object.location(of: ["attStmt", "alg"]))
            return nil
        case nil: return nil
        }
    }

    // MARK: Certificate

    /// The attestation key's certificate, if it is fit and its key signed.
    private func verifyCertificate(
        _ statement: TPMStatement, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> X509Certificate? {
        guard let leaf = subject.leaf(of: statement.certificates, .tpmCertificate, &findings) else {
            if !findings.isBroken(.tpmAlgorithm) {
                findings.skip(.tpmAlgorithm, because: "the attestation key could not be read")
            }
            findings.skip(.tpmSignature, because: "the attestation key could not be read")
            return nil
        }
        let isSigned = verifySignature(statement, leaf, subject, &findings)
        let isFit = TPMCertificateCheck(certificate: leaf, location: subject.leafLocation)
            .run(aaguid: subject.aaguid, &findings)
        return isSigned && isFit ? leaf : nil
    }

    private func verifySignature(
        _ statement: TPMStatement, _ leaf: X509Certificate, _ subject: AttestationSubject,
        _ findings: inout FindingList
    ) -> Bool {
        if let key = leaf.publicKey, let kind = statement.algorithm.keyKind, !key.fits(kind),
            !findings.isBroken(.tpmAlgorithm)
        {
            findings.breach(
                .tpmAlgorithm, "otherThanKey",
                because:
                    "the statement says \(statement.algorithm), the certificate's key is of another kind",
                actual: .integer(statement.algorithm.rawValue),
                at: subject.object.location(of: ["attStmt", "alg"]))
        }
        guard !findings.isRejected(.tpmAlgorithm) else {
            findings.skip(.tpmSignature, because: "with which algorithm it was made is in doubt")
            return false
        }
        findings.passUnlessBroken(.tpmAlgorithm)
        return SignatureCheck(
            code: .tpmSignature, location: { subject.object.location(of: ["attStmt", "sig"]) },
            signer: "the attestation key"
        ).run(
            statement.signature, over: statement.certInfo, key: leaf.publicKey,
            algorithm: statement.algorithm, &findings)
    }
}
