import Foundation
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

@Suite struct CorpusTests {
    static let cases: [Case] = (try? load()) ?? []

    private static func load() throws -> [Case] {
        let url = Bundle.module.bundleURL.appending(path: "Data/ceremonies.json")
        return try CaseFile(json: [UInt8](Data(contentsOf: url))).cases
    }

    /// Statements signed with ML-DSA, which libcrypto 3.0 does not know.
    static let unsupported: Set<String> = ["reg-091", "reg-092", "reg-093"]

    @Test func everyVerdictIsTheRightOne() {
        #expect(Self.cases.count == 254)
        for policy in [Policy.level3, .fidoConformance] {
            let results = Self.cases.map { $0.run(policy: policy) }
            for result in results where result.agreement == .disagrees {
                Issue.record("\(policy.name) \(result.id): \(result.report?.text ?? "structure")")
            }
            let summary = CaseSummary(results)
            #expect(summary.isClean && summary.notJudged == 0 && summary.codecDisagreeing == 0)
        }
        let unsupported = Self.cases.map { $0.run() }.filter { $0.agreement == .unsupported }
        #expect(Set(unsupported.map(\.id)) == Self.unsupported)
        for result in unsupported {
            #expect(result.report?.findings(.unsupported).map(\.code) == [.packedSignature])
        }
    }
}
