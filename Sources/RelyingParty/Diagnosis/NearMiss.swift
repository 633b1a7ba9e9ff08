internal import WebAuthnModel

/// One kind of mistake that a rule may be broken by.
///
/// A new one is a file with a type of this kind, and a line in ``Diagnostician``.
protocol NearMiss: Sendable {
    /// The rules that it breaks.
    var codes: Set<RuleCode> { get }

    /// What was nearly right; nil when it was not this mistake.
    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis?
}

/// Looks for what nearly would have been right, once something is wrong.
enum Diagnostician {
    /// One a file; the first that has something to say of a finding is heard.
    private static let nearMisses: [any NearMiss] = [
        ChallengeNearMiss(),
        OriginNearMiss(),
        RPIDHashNearMiss(),
        UserHandleNearMiss(),
        CredentialIDNearMiss(),
        CounterNearMiss(),
        StoredKeyNearMiss(),
        ShortKeyMapNearMiss(),
        SignatureNearMiss(),
        BoundHashNearMiss(),
        LeafKeyNearMiss(),
        CertificateNearMiss(),
    ]

    private static let codes = nearMisses.reduce(into: Set<RuleCode>()) { $0.formUnion($1.codes) }

    /// The findings, named as exactly as can be, and what they come from, the likeliest first.
    static func examine(
        _ list: FindingList, _ evidence: () -> Evidence
    ) -> (findings: [Finding], diagnoses: [Diagnosis]) {
        guard list.rejects || list.broken.contains(where: codes.contains) else { return (list.findings, []) }
        let evidence = evidence()
        var found: [Diagnosis] = []
        let findings = list.findings.map { finding in
            guard finding.isBreach,
                let diagnosis = nearMisses.lazy.filter({ $0.codes.contains(finding.code) })
                    .compactMap({ $0.diagnosis(of: finding, evidence) }).first
            else { return finding }
            if !found.contains(diagnosis) { found.append(diagnosis) }
            return finding.refined(by: diagnosis, list.policy)
        }
        return (findings, Culprit.order(found, findings, evidence))
    }
}

extension Finding {
    /// Whether a rule is broken here, so that a near miss is worth looking for.
    fileprivate var isBreach: Bool { variant != nil && (status == .fail || status == .warn) }

    /// The same, in the words of a diagnosis; the policy decides on the name that it has now.
    fileprivate func refined(by diagnosis: Diagnosis, _ policy: Policy) -> Finding {
        let name = diagnosis.variant ?? variant
        var decided = status
        if let name, name != variant {
            decided = policy.status(of: FaultID(code, name), worst: status)
        }
        return Finding(
            code, ceremony, decided, variant: name, because: because, expected: expected, actual: actual,
            at: location, hint: diagnosis.sentence, suspect: diagnosis.suspect)
    }
}
