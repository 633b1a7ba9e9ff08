public import WebAuthnModel

/// What the check of one rule came to.
public struct Finding: Hashable, Sendable {
    /// How it ended.
    public enum Status: String, Hashable, Sendable {
        /// The rule is kept.
        case pass
        /// The rule is broken, and the response is rejected.
        case fail
        /// The rule is broken, and the policy lets that pass.
        case warn
        /// Not checked: the caller expects nothing here, or an earlier failure took the check its meaning.
        case skipped
        /// Not checked because this verifier cannot; the response is rejected.
        case unsupported
        /// There is nothing here that the rule speaks of, or the policy does not have the rule.
        case notApplicable
    }

    /// The rule's name.
    public let code: RuleCode
    /// In which ceremony it was checked.
    public let ceremony: Ceremony
    /// How it ended.
    public let status: Status
    /// In which way the rule is broken; nil when it is not.
    public let variant: String?
    /// Why it ended so, in a sentence; empty where there is nothing to add to the rule itself.
    public let because: String
    /// What would have been right.
    public let expected: ReportValue?
    /// What there was.
    public let actual: ReportValue?
    /// Where it was.
    public let location: ReportLocation?
    /// What nearly would have been right, or what to look at.
    public let hint: String?
    /// Who most likely did it; nil where nothing is broken.
    public let suspect: Suspect?

    init(
        _ code: RuleCode, _ ceremony: Ceremony, _ status: Status, variant: String? = nil,
        because: String = "",
        expected: ReportValue? = nil, actual: ReportValue? = nil, at location: ReportLocation? = nil,
        hint: String? = nil, suspect: Suspect? = nil
    ) {
        self.code = code
        self.ceremony = ceremony
        self.status = status
        self.variant = variant
        self.because = because
        self.expected = expected
        self.actual = actual
        self.location = location
        self.hint = hint
        self.suspect = suspect
    }

    /// What the rule says, and where it is specified.
    public var rule: Rule { Rule.of(code) }

    /// How binding the rule is, in the way that it is broken.
    public var level: RuleLevel { (variant.map(rule.mark(of:)) ?? rule.mark).level }

    /// The name of what was done to the rule; nil when nothing was.
    public var fault: FaultID? { variant.map { FaultID(code, $0) } }

    /// Whether this alone rejects the response.
    public var rejects: Bool { status == .fail || status == .unsupported }
}
