/// What becomes of a broken rule.
public enum Decision: String, Hashable, Sendable {
    /// The response is rejected.
    case fail
    /// The report says so and the response stands.
    case warn
    /// Not held against anybody; the report mentions it.
    case pass
    /// The policy does not know the rule.
    case ignore
}

/// How binding a rule is, and what each policy makes of a breach.
public struct Mark: Hashable, Sendable {
    /// How binding.
    public let level: RuleLevel
    /// Under ``Policy/level3``.
    public let level3: Decision
    /// Under ``Policy/level2``.
    public let level2: Decision
    /// Under ``Policy/fidoConformance``.
    public let fidoConformance: Decision
    /// Under ``Policy/lenient``.
    public let lenient: Decision

    /// The policies that have names, each a column of the marks.
    enum Column {
        case level3, level2, fidoConformance, lenient
    }

    /// What one of them makes of a breach.
    func decision(_ column: Column) -> Decision {
        switch column {
        case .level3: level3
        case .level2: level2
        case .fidoConformance: fidoConformance
        case .lenient: lenient
        }
    }

    /// Fails under every policy.
    static let must = Mark(.must, .fail)
    /// Fails under every policy, although no numbered step says so: to accept it is a real attack.
    static let attack = Mark(.should, .fail)
    /// A duty of others that no numbered step tests: told, and refused only by a conformance test.
    static let should = Mark(.should, .warn, fidoConformance: .fail)
    /// A rule of Level 3 that Level 2 does not have.
    static let mustSinceLevel3 = Mark(.must, .fail, level2: .ignore)
    /// A ``should`` that Level 2 does not have.
    static let shouldSinceLevel3 = Mark(.should, .warn, level2: .ignore, fidoConformance: .fail)

    /// A choice of the relying party's, with the default of each policy.
    static func choice(
        _ level3: Decision, level2: Decision? = nil, fidoConformance: Decision? = nil,
        lenient: Decision? = nil
    ) -> Mark {
        Mark(.policy, level3, level2: level2, fidoConformance: fidoConformance, lenient: lenient)
    }

    /// Known to be sent by implementations that people use, and harmless.
    static let quirk = Mark(.quirk, .warn)

    private init(
        _ level: RuleLevel, _ level3: Decision, level2: Decision? = nil, fidoConformance: Decision? = nil,
        lenient: Decision? = nil
    ) {
        self.level = level
        self.level3 = level3
        self.level2 = level2 ?? level3
        self.fidoConformance = fidoConformance ?? level3
        self.lenient = lenient ?? level3
    }
}
