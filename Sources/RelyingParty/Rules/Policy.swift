public import WebAuthnModel

/// What is made of broken rules: a column of the rules' marks, and the changes that a caller makes to it.
///
/// No step asks which policy it runs under; a step tells that a rule is broken, and the policy decides.
public struct Policy: Hashable, Sendable {
    /// WebAuthn Level 3, as its procedures read: the default.
    public static let level3 = Policy(name: "level3", column: .level3)
    /// WebAuthn Level 2: token binding is checked; there are no top origin, no backup flags and no conditional
    /// registration.
    public static let level2 = Policy(name: "level2", column: .level2)
    /// As strict as a conformance test: what clients and authenticators should do is required.
    public static let fidoConformance = Policy(name: "fido-conformance", column: .fidoConformance)
    /// Forgives what real peers do and what proves nothing against them.
    public static let lenient = Policy(name: "lenient", column: .lenient)

    /// The four that have names.
    public static let all = [level3, level2, fidoConformance, lenient]

    private let base: String
    private let column: Mark.Column
    private var changes: [FaultID: Decision] = [:]
    private var ruleChanges: [RuleCode: Decision] = [:]

    private init(name: String, column: Mark.Column) {
        base = name
        self.column = column
    }

    /// Nil when no policy has that name.
    public init?(name: String) {
        guard let policy = Self.all.first(where: { $0.name == name }) else { return nil }
        self = policy
    }

    /// This policy, but deciding otherwise of one way of breaking a rule.
    public func deciding(_ fault: FaultID, as decision: Decision) -> Policy {
        var policy = self
        policy.changes[fault] = decision
        return policy
    }

    /// This policy, but deciding otherwise of every way of breaking a rule.
    public func deciding(_ code: RuleCode, as decision: Decision) -> Policy {
        var policy = self
        policy.ruleChanges[code] = decision
        return policy
    }

    /// Its name, and whether it was changed.
    public var name: String { changes.isEmpty && ruleChanges.isEmpty ? base : base + ", changed" }

    /// What becomes of a breach.
    public func decision(on fault: FaultID) -> Decision {
        changes[fault] ?? ruleChanges[fault.code]
            ?? Rule.of(fault.code).mark(of: fault.variant).decision(column)
    }
}
