internal import Cryptography
internal import WebAuthnModel

/// Whether the attestation is believed (§7.1 steps 23 and 24), which is apart from its being correct.
///
/// Without anchors nothing is trusted, and what is wrong with the certificates is told as a warning.
struct TrustStep {
    let anchors: [X509Certificate]
    let metadata: MetadataStep?
    let now: Int64
    let object: ReadAttestationObject?

    func run(on outcome: AttestationOutcome, _ findings: inout FindingList) -> Trust {
        switch outcome {
        case .none:
            accept("none", "nothing vouches for the authenticator", &findings)
            var trust = Trust(.none, attestation: .none, because: "no attestation was given")
            trust.model = judgeClaim(&findings)
            return trust
        case .selfAttestation:
            accept("selfAttestation", "only the credential's own key vouches for it", &findings)
            var trust = Trust(
                .none, attestation: .selfAttestation,
                because: "the credential's own key signed, which proves nothing about the authenticator")
            if let metadata { PackedMetadataCheck(metadata.entriesOfClaim, object).run(nil, &findings) }
            trust.model = judgeClaim(&findings)
            return trust
        case .certified(let leaf, let rest): return judge(leaf, rest, &findings)
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
            let trust = TrustStep(
                anchors: anchors, metadata: metadata?.part(part.object), now: now, object: part.object
            ).run(on: part.outcome, &found)
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

    // MARK: The model

    /// Nobody claims to be of a model that was revoked; that a model is listed proves nothing without certificates.
    private func judgeClaim(_ findings: inout FindingList) -> Trust.Model? {
        guard let metadata else { return nil }
        return metadata.judge(metadata.entriesOfClaim, device: nil, certificates: [], &findings)
    }

    private func judge(
        _ leaf: X509Certificate, _ rest: [[UInt8]], _ findings: inout FindingList
    ) -> Trust {
        findings.pass(.attestationTrust)
        let entries = metadata?.entries(of: leaf, rest) ?? []
        let anchors = anchors + (metadata?.roots(of: entries, &findings) ?? [])
        // What is listed without a statement has nobody to vouch for it, and nobody to deny it.
        let isDecided = !anchors.isEmpty || entries.contains { $0.statement != nil }
        var (trust, certificates) = TrustPath(
            anchors: anchors, isDecided: isDecided, now: now, object: object
        ).judge(leaf, rest, &findings)
        let device = object?.format == PackedStatement.format ? DeviceIdentity(of: leaf) : nil
        (trust.serialNumber, trust.firmwareVersion) = (device?.serialNumber, device?.firmwareVersion)
        guard let metadata else {
            if device != nil {
                findings.notApplicable(.packedCertificateAlgorithm, because: "no metadata was given")
            }
            return trust
        }
        guard metadata.isBelieved else {
            (trust.status, trust.because) = (.unverified, "the metadata is not to be believed")
            return trust
        }
        if entries.isEmpty { metadata.tellUnknown(&findings) }
        PackedMetadataCheck(entries, object).run(leaf, &findings)
        trust.model = metadata.judge(entries, device: device, certificates: certificates, &findings)
        return trust
    }
}
