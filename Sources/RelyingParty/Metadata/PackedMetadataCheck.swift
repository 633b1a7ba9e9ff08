internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Whether a packed statement is as the metadata of its model lets one expect.
struct PackedMetadataCheck {
    /// What there is to know: nil where the metadata is silent, or has words that are not known here.
    private let algorithms: [COSEAlgorithm]?
    private let attestationTypes: Set<String>
    private let object: ReadAttestationObject?

    init(_ entries: [MetadataEntry], _ object: ReadAttestationObject?) {
        let statements = entries.compactMap(\.statement)
        algorithms = RegistryAlgorithms.algorithms(statements.flatMap(\.authenticationAlgorithms))
        attestationTypes = Set(statements.flatMap(\.attestationTypes))
        self.object = object
    }

    /// - Parameter leaf: the attesting certificate; nil for self attestation.
    func run(_ leaf: X509Certificate?, _ findings: inout FindingList) {
        guard object?.format == PackedStatement.format else { return }
        checkAlgorithm(&findings)
        if let leaf { checkCertificate(leaf, &findings) } else { checkKind(&findings) }
    }

    private func checkAlgorithm(_ findings: inout FindingList) {
        guard let algorithms, let statement = object?.statement.flatMap({ try? PackedStatement($0) }),
            !algorithms.contains(statement.algorithm)
        else { return }
        findings.breach(
            .packedAlgorithm, "otherThanMetadata",
            because: "the statement says \(statement.algorithm), which the metadata does not list",
            expected: .list(algorithms.map { .integer($0.rawValue) }),
            actual: .integer(statement.algorithm.rawValue), at: object?.location(of: ["attStmt", "alg"]))
    }

    private func checkCertificate(_ leaf: X509Certificate, _ findings: inout FindingList) {
        guard let algorithms, let key = leaf.publicKey else {
            return findings.notApplicable(
                .packedCertificateAlgorithm, because: "the metadata does not say which algorithms there are")
        }
        guard !algorithms.contains(where: key.isKey) else {
            return findings.pass(.packedCertificateAlgorithm)
        }
        findings.breach(
            .packedCertificateAlgorithm, "otherThanMetadata",
            because: "the attesting certificate's key is of none of the algorithms that the metadata lists",
            expected: .list(algorithms.map { .integer($0.rawValue) }), at: object?.locationOfCertificate(0))
    }

    private func checkKind(_ findings: inout FindingList) {
        let certified: Set = ["basic_full", "attca", "anonca"]
        let known = certified.union(["ecdaa", "none"])
        // Self attestation itself, and what is not known here, may be meant by any other word.
        guard attestationTypes.isSubset(of: known), !attestationTypes.isDisjoint(with: certified) else {
            return
        }
        findings.breach(
            .packedCertificates, "missingWhenExpected",
            because:
                "the credential's own key signed, and the metadata says that the model attests with certificates",
            expected: .texts(attestationTypes.sorted()), at: object?.location(of: ["attStmt"]))
    }
}

extension PublicKey {
    /// Whether it is what credentials of an algorithm have, to the curve.
    fileprivate func isKey(of algorithm: COSEAlgorithm) -> Bool {
        switch (self, algorithm.keyKind) {
        case (.ec(let key), .ec2(let curve)?): key.curve == curve
        case (.edwards(let key), .okp(let curve)?): key.curve == curve
        case (.rsa, .rsa?): true
        default: false
        }
    }
}
