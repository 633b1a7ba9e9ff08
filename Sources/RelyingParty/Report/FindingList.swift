internal import WebAuthnModel

/// The findings of one ceremony while it runs: steps tell what they saw, the policy decides what that means.
struct FindingList {
    let ceremony: Ceremony
    let policy: Policy
    private(set) var findings: [Finding] = []
    /// What was told to be wrong, so that nobody has to search; nearly always nothing.
    private(set) var broken: [RuleCode] = []
    private var rejected: [RuleCode] = []
    /// What a diagnosis needs of signatures that are not valid.
    private(set) var refusedSignatures: [RefusedSignature] = []

    init(_ ceremony: Ceremony, policy: Policy) {
        self.ceremony = ceremony
        self.policy = policy
        findings.reserveCapacity(40)
    }

    /// The rule is kept.
    mutating func pass(_ code: RuleCode, because: String = "") {
        findings.append(Finding(code, ceremony, .pass, because: because))
    }

    /// The rule is kept, unless a breach of it is already told.
    mutating func passUnlessBroken(_ code: RuleCode) {
        guard !isBroken(code) else { return }
        pass(code)
    }

    /// Whether a breach of the rule is told, whatever became of it.
    func isBroken(_ code: RuleCode) -> Bool {
        broken.contains(code)
    }

    /// Whether anything rejects the response so far.
    var rejects: Bool { !rejected.isEmpty }

    /// Whether the rule is broken so that the response is rejected.
    func isRejected(_ code: RuleCode) -> Bool {
        rejected.contains(code)
    }

    /// The rule is broken in some way.
    ///
    /// - Parameter worst: what the decision is softened to; a trust finding without anchors is at most a warning.
    mutating func breach(
        _ code: RuleCode, _ variant: String, because: String, expected: ReportValue? = nil,
        actual: ReportValue? = nil, at location: ReportLocation? = nil, hint: String? = nil,
        suspect: Suspect? = nil, worst: Finding.Status = .fail
    ) {
        // A later step may break what an earlier one found in order.
        findings.removeAll { $0.code == code && $0.status == .pass && $0.variant == nil }
        let status = policy.status(of: FaultID(code, variant), worst: worst)
        note(
            Finding(
                code, ceremony, status, variant: variant, because: because, expected: expected,
                actual: actual, at: location, hint: hint, suspect: suspect ?? Rule.of(code).suspect))
    }

    /// The rule cannot be checked by this verifier.
    mutating func unsupported(
        _ code: RuleCode, because: String, actual: ReportValue? = nil, at location: ReportLocation? = nil
    ) {
        note(
            Finding(code, ceremony, .unsupported, because: because, actual: actual, at: location))
    }

    /// Keeps a signature that is not valid, for a closer look.
    mutating func keep(_ signature: RefusedSignature) { refusedSignatures.append(signature) }

    private mutating func note(_ finding: Finding) {
        findings.append(finding)
        broken.append(finding.code)
        if finding.rejects { rejected.append(finding.code) }
    }

    /// The rules are not checked.
    mutating func skip(_ codes: RuleCode..., because: String) {
        for code in codes { findings.append(Finding(code, ceremony, .skipped, because: because)) }
    }

    /// There is nothing that the rule speaks of.
    mutating func notApplicable(_ code: RuleCode, because: String) {
        findings.append(Finding(code, ceremony, .notApplicable, because: because))
    }

    /// Takes over what was found of a part, each finding saying of which.
    ///
    /// - Parameter softened: whether nothing of it may reject the response.
    mutating func take(_ part: FindingList, of name: String, softened: Bool) {
        refusedSignatures += part.refusedSignatures
        // That a part has a format and a statement says nothing new of the whole.
        let general: [RuleCode] = [.attestationFormat, .attestationStatement]
        for finding in part.findings where finding.status != .pass || !general.contains(finding.code) {
            let told = finding.of(name, softened: softened)
            switch told.status {
            case .pass where told.variant == nil:
                if !isBroken(told.code) { findings.append(told) }
            case .skipped where told.variant == nil, .notApplicable where told.variant == nil:
                findings.append(told)
            default:
                findings.removeAll { $0.code == told.code && $0.status == .pass && $0.variant == nil }
                note(told)
            }
        }
    }
}

extension Finding {
    /// The same, said of a part.
    fileprivate func of(_ part: String, softened: Bool) -> Finding {
        let status: Status =
            switch self.status {
            case .fail where softened: .warn
            case .unsupported where softened: .skipped
            case let status: status
            }
        return Finding(
            code, ceremony, status, variant: variant, because: because.isEmpty ? part : "\(part): \(because)",
            expected: expected, actual: actual, at: location, hint: hint, suspect: suspect)
    }
}
