import Testing
import Understudy

/// Every fault in every model that it makes sense in: what the verifier says of it under each policy.
@Suite struct FaultTableTests {
    struct Row: Sendable, CustomStringConvertible {
        let fault: Fault
        var description: String { "\(fault.id)" }
    }

    static let rows = FaultCatalog.all.map(Row.init)

    /// A fault that cannot be planted without breaking a second rule.
    private static let companions: [FaultID: RuleCode] = [
        // A sign-in should bring no key at all.
        FaultID(.key, "changedSinceRegistration"): .flagAT
    ]

    @Test(arguments: rows) func theRuleThatItNamesFailsAndNoOther(row: Row) async throws {
        var trials = 0
        for model in Model.all {
            let layer = row.fault.layer
            if model.isTelling(layer, in: .create), try await tryRegistration(row.fault, model) {
                trials += 1
            }
            if model.isTelling(layer, in: .get), try await tryAuthentication(row.fault, model) { trials += 1 }
        }
        #expect(trials > 0, "no model shows \(row.fault.id)")
    }

    private func tryRegistration(_ fault: Fault, _ model: Model) async throws -> Bool {
        let trial = Trial(model: model, fault: fault)
        guard trial.isOfRegistration,
            let response = try await planted({ try await trial.register([try trial.planned(nil)]) })
        else { return false }
        // Level 2 does not have the format, whatever is in it.
        for policy in Policy.all
        where policy.name != "level2" || model.profile.attestation.format != "compound" {
            judge(
                try trial.report(ofRegistration: response, policy), fault, policy, "\(model), create")
        }
        return true
    }

    private func tryAuthentication(_ fault: Fault, _ model: Model) async throws -> Bool {
        let trial = Trial(model: model, fault: fault)
        guard trial.isOfAuthentication else { return false }
        let record = try await trial.history()
        guard
            let response = try await planted({ try await trial.signIn([try trial.planned(record)], record) })
        else { return false }
        for policy in Policy.all {
            let report = try trial.report(ofAuthentication: response, record, policy, isHonest: false)
            judge(report, fault, policy, "\(model), get")
        }
        return true
    }

    /// The response; nil where the model gives the fault nothing to change.
    private func planted(_ run: () async throws -> [UInt8]) async throws -> [UInt8]? {
        do { return try await run() } catch CeremonyFailure.fault(.withoutEffect) { return nil }
    }

    private func judge(_ report: Report, _ fault: Fault, _ policy: Policy, _ place: String) {
        var failing = Set(report.findings.filter(\.rejects).map(\.code))
        if let companion = Self.companions[fault.id] { failing.remove(companion) }
        var expected: Set<RuleCode> = []
        var isTold = true
        if case .rule(let code) = fault.caughtBy {
            let decision = RuleRows.decision(on: fault, policy)
            if decision == .fail { expected = [code] }
            if decision == .warn {
                isTold = report.findings.contains { $0.code == code && $0.status == .warn }
            }
        }
        let names = { (codes: Set<RuleCode>) in codes.map(\.rawValue).sorted().joined(separator: ", ") }
        #expect(
            failing == expected && isTold,
            "\(fault.id) on \(place) under \(policy.name): [\(names(failing))] instead of [\(names(expected))]\(isTold ? "" : ", and no warning")"
        )
    }
}
