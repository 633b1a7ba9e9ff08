internal import WebAuthnModel

/// A change of policy that has a name, so that a relaxation or a tightening can be written down where the policy is.
///
/// `level3,tee-only` is policy `level3` with the refinement `tee-only`.
public struct PolicyRefinement: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What it does, in a sentence.
    public let text: String
    /// What it decides of ways to break a rule.
    let faults: [FaultID: Decision]
    /// What it decides of whole rules.
    let rules: [RuleCode: Decision]

    private init(
        _ name: String, _ text: String, faults: [FaultID: Decision] = [:], rules: [RuleCode: Decision] = [:]
    ) {
        self.name = name
        self.text = text
        self.faults = faults
        self.rules = rules
    }

    /// What it decides of a breach; nil where it leaves that to the policy.
    func decision(on fault: FaultID) -> Decision? { faults[fault] ?? rules[fault.code] }

    /// Those that there are.
    public static let all: [PolicyRefinement] = [
        PolicyRefinement(
            "tee-only",
            "Of Android's key descriptions only what the trusted environment enforces is believed (§8.4).",
            faults: [
                FaultID(.androidKeyOrigin, "absent"): .fail,
                FaultID(.androidKeyOrigin, "softwareOnly"): .fail,
                FaultID(.androidKeyPurpose, "absent"): .fail,
                FaultID(.androidKeyPurpose, "softwareOnly"): .fail,
            ]),
        PolicyRefinement(
            "attested-only", "A credential that nothing but itself vouches for is refused (§7.1 step 24).",
            rules: [.attestationTrust: .fail]),
        PolicyRefinement(
            "solicited-only",
            "Extension outputs that nobody asked for are refused (§7.1 step 28, §7.2 step 23).",
            faults: [
                FaultID(.extensions, "unsolicited"): .fail,
                FaultID(.authenticatorExtensions, "unsolicited"): .fail,
            ]),
        PolicyRefinement(
            "backup-may-change",
            "A credential that comes to be eligible for backup, or ceases to, is warned of.",
            faults: [FaultID(.flagBE, "changed"): .warn]),
        PolicyRefinement(
            "counter-as-signal", "A counter that does not go up is warned of (§7.2 step 22).",
            rules: [.counter: .warn]),
    ]
}

extension Policy {
    /// This policy with a named change.
    public func refined(by refinement: PolicyRefinement) -> Policy {
        var policy = self
        policy.refinements.append(refinement)
        return policy
    }

    /// This policy, but believing of Android's key descriptions only what the trusted environment enforces (§8.4).
    public var trustedEnvironmentOnly: Policy {
        PolicyRefinement.all.first { $0.name == "tee-only" }.map(refined) ?? self
    }

    /// This policy with one more decision, written as `CODE=DECISION` or `CODE.VARIANT=DECISION`:
    /// `clientData.origin.upperCase=warn`.
    ///
    /// Nil when there is no such rule or no such decision (`fail`, `warn`, `pass`, `ignore`).
    public func deciding(_ text: String) -> Policy? {
        guard let mark = text.lastIndex(of: "="),
            let decision = Decision(rawValue: String(text[text.index(after: mark)...]))
        else { return nil }
        let name = String(text[..<mark])
        if let code = RuleCode(rawValue: name) { return deciding(code, as: decision) }
        return FaultID(name).map { deciding($0, as: decision) }
    }
}
