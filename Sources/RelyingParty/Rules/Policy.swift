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
    /// The named changes, in the order in which they were made.
    var refinements: [PolicyRefinement] = []

    private init(name: String, column: Mark.Column) {
        base = name
        self.column = column
    }

    /// A policy's name, and after commas those of refinements: `level3,tee-only`.
    ///
    /// Nil when there is no policy or no refinement of a name.
    public init?(name: String) {
        var words = name.split(separator: ",", omittingEmptySubsequences: false)[...]
        guard let first = words.popFirst(),
            var policy = Self.all.first(where: { $0.name == first })
        else { return nil }
        for word in words {
            guard let refinement = PolicyRefinement.all.first(where: { $0.name == word }) else { return nil }
            policy = policy.refined(by: refinement)
        }
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

    /// Its name, those of its refinements, and whether it was changed otherwise.
    public var name: String {
        let names = ([base] + refinements.map(\.name)).joined(separator: ",")
        return changes.isEmpty && ruleChanges.isEmpty ? names : names + ", changed"
    }

    /// What becomes of a breach.
    public func decision(on fault: FaultID) -> Decision {
        changes[fault] ?? ruleChanges[fault.code]
            ?? refinements.last { $0.decision(on: fault) != nil }?.decision(on: fault)
            ?? Rule.of(fault.code).mark(of: fault.variant).decision(column)
    }

    /// How a finding of the breach ends.
    ///
    /// - Parameter worst: what a failure is softened to.
    func status(of fault: FaultID, worst: Finding.Status = .fail) -> Finding.Status {
        switch decision(on: fault) {
        case .fail: worst
        case .warn: .warn
        case .pass: .pass
        case .ignore: .notApplicable
        }
    }
}
