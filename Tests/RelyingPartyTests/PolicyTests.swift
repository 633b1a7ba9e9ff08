import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Policies by name, their named changes, decisions of a caller's, and what two of them make of one response.
@Suite struct PolicyTests {
    struct Name: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: FaultID
        /// Nil where there is no such policy.
        let decision: Decision?

        init(_ name: String, _ code: RuleCode, _ variant: String, _ decision: Decision?) {
            testDescription = name
            fault = FaultID(code, variant)
            self.decision = decision
        }
    }

    @Test(arguments: [
        Name("level3", .androidKeyOrigin, "softwareOnly", .pass),
        Name("level3,tee-only", .androidKeyOrigin, "softwareOnly", .fail),
        Name("level3,tee-only", .androidKeyPurpose, "absent", .fail),
        Name("level3,tee-only", .androidKeyPurpose, "otherValue", .fail),
        Name("level3,tee-only", .counter, "lower", .fail),
        Name("lenient,attested-only", .attestationTrust, "self", .fail),
        Name("level2,solicited-only", .extensions, "unsolicited", .fail),
        Name("level2,solicited-only", .authenticatorExtensions, "unsolicited", .fail),
        Name("level3,backup-may-change", .flagBE, "changed", .warn),
        Name("level3,backup-may-change,counter-as-signal", .counter, "equal", .warn),
        Name("tee-only", .counter, "equal", nil), Name("level3,", .counter, "equal", nil),
        Name("", .counter, "equal", nil), Name("level3, tee-only", .counter, "equal", nil),
        Name("level3,level2", .counter, "equal", nil),
    ])
    func namesLeadToDecisions(_ row: Name) {
        let policy = Policy(name: row.testDescription)
        #expect(policy?.decision(on: row.fault) == row.decision)
        #expect(policy == nil || policy?.name == row.testDescription)
    }

    struct Word: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: FaultID?
        var decision = Decision.warn
        init(_ text: String, _ fault: FaultID?, _ decision: Decision = .warn) {
            testDescription = text
            self.fault = fault
            self.decision = decision
        }
    }

    @Test(arguments: [
        Word("clientData.origin.upperCase=warn", FaultID(.clientDataOrigin, "upperCase")),
        Word("clientData.origin=pass", FaultID(.clientDataOrigin, "otherHost"), .pass),
        Word("authData.extensions.unsolicited=fail", FaultID(.authenticatorExtensions, "unsolicited"), .fail),
        Word("authData.counter=ignore", FaultID(.counter, "lower"), .ignore),
        Word("authData.counter=", nil), Word("authData.counter=forgive", nil), Word("authData.counter", nil),
        Word("=warn", nil), Word("nobody.knows=warn", nil), Word("", nil),
    ])
    func decisionsAreRead(_ row: Word) {
        let policy = Policy.level3.deciding(row.testDescription)
        #expect((policy == nil) == (row.fault == nil))
        guard let policy, let fault = row.fault else { return }
        #expect(policy.decision(on: fault) == row.decision && policy.name == "level3, changed")
        // What a caller decides stands above what a refinement does.
        let refined = PolicyRefinement.all.reduce(policy) { $0.refined(by: $1) }
        #expect(refined.decision(on: fault) == row.decision)
    }

    /// A refinement changes something of at least one policy, and names rules that there are.
    @Test func refinementsAreOfUse() {
        #expect(Set(PolicyRefinement.all.map(\.name)).count == PolicyRefinement.all.count)
        for refinement in PolicyRefinement.all {
            #expect(Policy(name: "level3,\(refinement.name)") == Policy.level3.refined(by: refinement))
            #expect(refinement.text.hasSuffix("."))
        }
        #expect(Policy.level3.trustedEnvironmentOnly.name == "level3,tee-only")
    }

    struct Unread: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rule: RuleCode
        let report: @Sendable (Policy) throws -> Report

        init(
            _ name: String, _ rule: RuleCode,
            signIn edit: @escaping @Sendable (inout AuthenticationRecipe) -> Void
        ) {
            testDescription = name
            self.rule = rule
            report = { policy in
                var recipe = try AuthenticationRecipe()
                edit(&recipe)
                return try recipe.report(policy)
            }
        }
    }

    /// Forgiving that something cannot be read does not lose the checks of what it would have said.
    @Test(
        arguments: [
            Unread(
                "no signature", .envelopeSignature,
                signIn: { recipe in
                    recipe.editResponse = { $0["response"]?["signature"] = nil }
                }),
            Unread("no stored key", .key, signIn: { $0.expectation.credential.publicKey = [0] }),
            Unread("no client data", .clientData, signIn: { $0.client.edit = { $0 = [0x7B] } }),
        ], [Decision.warn, .pass, .ignore])
    func whatIsNotReadIsNotAccepted(_ row: Unread, _ decision: Decision) throws {
        let report = try row.report(Policy.level3.deciding(row.rule, as: decision))
        #expect(report.verdict == .reject && report.credential == nil)
        #expect(report.findings(.fail).isEmpty)
        #expect(report.text.hasPrefix("Rejected: policy level3, changed forgives that"))
    }

    @Test func twoPoliciesAreCompared() throws {
        var recipe = try AuthenticationRecipe()
        recipe.data.signCount = 3
        recipe.data.flags.insert(.reserved1)
        let strict = try recipe.report(.level3)
        let comparison = ReportComparison(of: strict, with: try recipe.report(.lenient))
        #expect(comparison.policy == "lenient" && comparison.verdict == .accept)
        #expect(comparison.differences.map(\.code) == [.counter])
        let difference = try #require(comparison.differences.first)
        #expect(difference.variant == "lower" && difference.status == .fail && difference.other == .warn)
        #expect(comparison.text.contains("authData.counter.lower: warn instead of fail"))
        let json = try JSONValue(parsing: strict.json(toolVersion: "1", comparison: comparison))
        #expect(
            json["comparison"] == [
                "policy": "lenient", "verdict": "accept",
                "differences": [
                    ["code": "authData.counter", "variant": "lower", "status": "fail", "other": "warn"]
                ],
            ])
        let same = ReportComparison(of: strict, with: strict)
        #expect(same.differences.isEmpty && same.text.contains("Nothing is judged differently."))
    }

    /// The table of rules has every rule once, with a decision of each policy.
    @Test func rulesAreListed() throws {
        let table = try JSONValue(parsing: RuleTable.json())
        let rules = try #require(table["rules"]?.arrayValue)
        #expect(rules.compactMap { $0["code"]?.stringValue } == Rule.all.map(\.code.rawValue))
        #expect(table["policies"] == .array(Policy.all.map { .string($0.name) }))
        for (json, rule) in zip(rules, Rule.all) {
            let decisions = json["decisions"]?.objectValue ?? []
            #expect(decisions.map(\.name) == Policy.all.map(\.name))
            #expect(
                decisions.map(\.value)
                    == Policy.all.map { policy in
                        // A way of breaking it that nobody marked otherwise.
                        .string(policy.decision(on: FaultID(rule.code, "unheardOf")).rawValue)
                    })
            #expect(json["exceptions"]?.arrayValue?.count ?? 0 == rule.exceptions.count)
        }
        for rule in Rule.all { #expect(RuleTable.text.contains(rule.text)) }
    }
}
