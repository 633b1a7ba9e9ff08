import RelyingParty
import Testing
import WebAuthnModel

/// The table of rules.
@Suite struct RuleTests {
    @Test func everyCodeHasOneRule() {
        #expect(Rule.all.map(\.code).count == Set(Rule.all.map(\.code)).count)
        #expect(Set(Rule.all.map(\.code)) == Set(RuleCode.allCases))
        for rule in Rule.all {
            #expect(!rule.text.isEmpty && rule.text.hasSuffix("."))
            #expect(rule.registration != nil || rule.authentication != nil)
            #expect(rule.place(in: .registration) != nil && rule.place(in: .authentication) != nil)
            for place in [rule.registration, rule.authentication].compactMap({ $0 }) {
                #expect(!place.anchor.isEmpty)
                #expect(place.step.map { Int($0) != nil } ?? true)
            }
        }
    }

    /// A fault's name is the code of its rule and one word.
    @Test func faultsNameTheirRule() {
        #expect(FaultID("clientData.origin.trailingSlash") == FaultID(.clientDataOrigin, "trailingSlash"))
        #expect(FaultID("authData.flags.UP.clear")?.code == .flagUP)
        #expect(FaultID("packed.certificate.subject.unitWrong")?.code == .packedSubject)
        #expect(FaultID("packed.certificate.isCA")?.description == "packed.certificate.isCA")
        for text in ["", ".", "clientData.", "nothing.here", "clientData.origin.a.b", "trailingSlash"] {
            #expect(FaultID(text) == nil, "\(text)")
        }
    }

    @Test func policiesHaveNames() {
        #expect(Policy.all.map(\.name) == ["level3", "level2", "fido-conformance", "lenient"])
        for policy in Policy.all { #expect(Policy(name: policy.name) == policy) }
        #expect(Policy(name: "strict") == nil && Verifier().policy == .level3)
        #expect(Policy.level3.deciding(.counter, as: .warn).name == "level3, changed")
    }

    /// No policy makes a rule stricter than conformance does, and none is softer than lenient, but for the rules
    /// that Level 2 does not have.
    @Test func policiesAreInOrder() {
        let order: [Decision] = [.ignore, .pass, .warn, .fail]
        func rank(_ decision: Decision) -> Int { order.firstIndex(of: decision) ?? 0 }
        for rule in Rule.all {
            for mark in [rule.mark] + Array(rule.exceptions.values) {
                #expect(rank(mark.lenient) <= rank(mark.level3))
                #expect(rank(mark.level3) <= rank(mark.fidoConformance))
            }
        }
    }
}
