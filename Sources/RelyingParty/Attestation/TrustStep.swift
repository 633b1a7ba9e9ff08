internal import Cryptography
internal import WebAuthnModel

/// Whether the attestation is believed (§7.1 steps 23 and 24), which is apart from its being correct.
///
/// Without anchors nothing is trusted, and what is wrong with the certificates is told as a warning.
struct TrustStep {
    let anchors: [X509Certificate]
    let now: Int64
    let object: ReadAttestationObject?

    func run(on outcome: AttestationOutcome, _ findings: inout FindingList) -> Trust {
        switch outcome {
        case .none:
            accept("none", "nothing vouches for the authenticator", &findings)
            return Trust(.none, attestation: .none, because: "no attestation was given")
        case .selfAttestation:
            accept("selfAttestation", "only the credential's own key vouches for it", &findings)
            return Trust(
                .none, attestation: .selfAttestation,
                because: "the credential's own key signed, which proves nothing about the authenticator")
        case .certified(let leaf, let rest): return walk(leaf, rest, &findings)
        case .several(let parts): return run(on: parts, &findings)
        case .wrong:
            findings.skip(.chain, because: "the attestation statement is not correct")
            return Trust(.none, because: "the attestation statement is not correct")
        case .unsupported:
            findings.skip(.chain, because: "the attestation statement was not checked")
            return Trust(.none, because: "the attestation statement was not checked")
        }
    }

    /// Every part with certificates is judged, and the least of their trust is that of all; parts without count
    /// only where there are no others.
    private func run(on parts: [CompoundPart], _ findings: inout FindingList) -> Trust {
        var least: Trust?
        for part in parts {
            guard case .certified = part.outcome else { continue }
            var found = FindingList(findings.ceremony, policy: findings.policy)
            let trust = TrustStep(anchors: anchors, now: now, object: part.object).run(
                on: part.outcome, &found)
            findings.take(found, of: part.name, softened: false)
            if least == nil || least?.status == .trusted { least = trust }
        }
        if let least { return least }
        let isSelf = parts.contains { if case .selfAttestation = $0.outcome { true } else { false } }
        return run(on: isSelf ? .selfAttestation : .none, &findings)
    }

    /// Whether an attestation that proves nothing is acceptable is the policy's business.
    private func accept(_ variant: String, _ because: String, _ findings: inout FindingList) {
        findings.notApplicable(.chain, because: "the statement has no certificates")
        findings.breach(.attestationTrust, variant, because: because)
    }

    // MARK: Certificates

    private func walk(
        _ leaf: X509Certificate, _ rest: [[UInt8]], _ findings: inout FindingList
    ) -> Trust {
        findings.pass(.attestationTrust)
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
            chain, anchors: anchors, at: now, alsoKnown: [.fidoAAGUID])
        switch verdict {
        case .trusted(let path):
            if !findings.isBroken(.chain) { findings.pass(.chain) }
            return Trust(
                .trusted, attestation: .certified,
                because: "the certificates lead to \(path.last?.subject.description ?? "an anchor")",
                path: path.map(\.subject.description))
        case .rejected(let failure) where failure.reason == .noAnchor && anchors.isEmpty:
            findings.skip(.chain, because: "no trust anchors were given")
            return Trust(
                .unverified, attestation: .certified, because: "no trust anchors were given",
                path: chain.map(\.subject.description))
        case .rejected(let failure):
            return reject(Self.variant(of: failure), "\(failure)", at: failure.index, chain, &findings)
        }
    }

    private func reject(
        _ variant: String, _ because: String, at index: Int, _ chain: [X509Certificate],
        _ findings: inout FindingList
    ) -> Trust {
        tell(variant, because, at: index, &findings)
        return Trust(
            anchors.isEmpty ? .unverified : .untrusted, attestation: .certified,
            because: anchors.isEmpty ? "no trust anchors were given, and \(because)" : because,
            path: chain.map(\.subject.description))
    }

    private func tell(
        _ variant: String, _ because: String, at index: Int, _ findings: inout FindingList
    ) {
        findings.breach(
            .chain, variant, because: because,
            at: object?.locationOfCertificate(index),
            worst: anchors.isEmpty ? .warn : .fail)
    }

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
