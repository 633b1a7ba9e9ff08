internal import Cryptography
internal import WebAuthnModel

/// Judges the certificates of an attestation against trust anchors (§7.1 step 24).
struct TrustPath {
    let anchors: [X509Certificate]
    /// Whether somebody says who vouches for the model; else what is wrong is told as a warning.
    let isDecided: Bool
    let now: Int64
    let object: ReadAttestationObject?

    /// What is believed, and the certificates that say so as DER, the attesting one first and the anchor last.
    func judge(
        _ leaf: X509Certificate, _ rest: [[UInt8]], _ findings: inout FindingList
    ) -> (trust: Trust, certificates: [[UInt8]]) {
        var chain = [leaf]
        // The bound is that of the path; nobody makes us read more.
        guard rest.count < CertificatePath.maximumLength else {
            return reject(
                "tooLong", "\(rest.count + 1) certificates are more than \(CertificatePath.maximumLength)",
                at: CertificatePath.maximumLength, chain, &findings)
        }
        for (index, der) in rest.enumerated() {
            do { chain.append(try X509Certificate(der: der)) } catch {
                return reject(
                    "malformed", "certificate \(index + 1) cannot be read: \(error)", at: index + 1, chain,
                    &findings)
            }
        }
        if chain.count > 1, let last = chain.last, last.isSelfIssued {
            tell(
                "rootIncluded", "the statement brings a root of its own, which helps nobody",
                at: chain.count - 1, &findings)
        }
        let verdict = CertificatePath.validate(
            chain, anchors: anchors, at: now, alsoKnown: Self.knownExtensions)
        switch verdict {
        case .trusted(let path):
            if !findings.isBroken(.chain) { findings.pass(.chain) }
            let trust = Trust(
                .trusted, attestation: .certified,
                because: "the certificates lead to \(path.last?.subject.description ?? "an anchor")",
                path: path.map(\.subject.description))
            return (trust, path.map(\.der))
        case .rejected(let failure) where failure.reason == .noAnchor && !isDecided:
            findings.skip(.chain, because: "no trust anchors were given")
            let trust = Trust(
                .unverified, attestation: .certified, because: "no trust anchors were given",
                path: chain.map(\.subject.description))
            return (trust, chain.map(\.der))
        case .rejected(let failure):
            return reject(Self.variant(of: failure), "\(failure)", at: failure.index, chain, &findings)
        }
    }

    private func reject(
        _ variant: String, _ because: String, at index: Int, _ chain: [X509Certificate],
        _ findings: inout FindingList
    ) -> (trust: Trust, certificates: [[UInt8]]) {
        tell(variant, because, at: index, &findings)
        let trust = Trust(
            isDecided ? .untrusted : .unverified, attestation: .certified,
            because: isDecided ? because : "no trust anchors were given, and \(because)",
            path: chain.map(\.subject.description))
        return (trust, chain.map(\.der))
    }

    private func tell(
        _ variant: String, _ because: String, at index: Int, _ findings: inout FindingList
    ) {
        findings.breach(
            .chain, variant, because: because,
            at: object?.locationOfCertificate(index),
            worst: isDecided ? .fail : .warn)
    }

    /// Those of §8.2 whose being critical is told by a rule of its own.
    private static let knownExtensions: Set<OID> = [.fidoAAGUID, .fidoSerialNumber, .fidoFirmwareVersion]

    private static func variant(of failure: CertificatePathFailure) -> String {
        switch failure.reason {
        case .empty: "empty"
        case .tooLong: "tooLong"
        case .duplicateCertificate: "duplicateCertificate"
        case .order: "order"
        case .nameMismatch: "nameMismatch"
        case .expired: failure.index == 0 ? "expired" : "intermediateExpired"
        case .notYetValid: "notYetValid"
        case .intermediateNotCA: "intermediateNotCA"
        case .pathLength: "pathLength"
        case .keyUsage: "keyUsage"
        case .criticalExtension: "criticalExtension"
        case .unverifiable: "unverifiable"
        case .unsupported: "unsupported"
        case .noAnchor: "attackerRoot"
        }
    }
}
