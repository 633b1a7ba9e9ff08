import Foundation
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// Statements that TPMs and public test suites made.
@Suite struct TPMCorpusTests {
    static func load() throws -> [Case] {
        let url = Bundle.module.bundleURL.appending(path: "Data/ceremonies-tpm.json")
        return try CaseFile(json: [UInt8](Data(contentsOf: url))).cases
    }

    @Test func everyVerdictIsTheRightOne() throws {
        let cases = try Self.load()
        #expect(cases.count == 40)
        for result in cases.map({ $0.run() }) where result.agreement != .agrees {
            Issue.record("\(result.id): \(result.report?.text ?? "structure")")
        }
        // Which verdict is right under the others nobody says; none of them may be an accident.
        for policy in [Policy.level2, .lenient] {
            for (first, other) in zip(cases.map { $0.run() }, cases.map { $0.run(policy: policy) }) {
                #expect(first.report?.verdict == other.report?.verdict, "\(policy.name) \(other.id)")
            }
        }
    }

    /// What was changed is what is found, and nothing else that can still be judged.
    @Test func eachChangeIsNamed() throws {
        let expected: [String: [String]] = [
            "rej-006": ["tpm.certInfo.extraData.other"], "rej-010": ["tpm.aik.aaguid.mismatch"],
            "der-078": ["tpm.certInfo.extraData.other"], "der-079": ["tpm.attStmt.empty"],
            "der-080": ["tpm.sig.other"], "der-081": ["tpm.x5c.empty"], "der-083": ["tpm.ver.other"],
            "der-084": ["tpm.certInfo.magic.other", "tpm.sig.other"],
            "der-098": ["tpm.aik.malformed"], "der-100": ["tpm.certInfo.magic.other", "tpm.sig.other"],
            "der-101": ["tpm.certInfo.attestedName.other", "tpm.pubArea.unique.other"],
        ]
        for result in try Self.load().map({ $0.run() }) {
            guard let faults = expected[result.id] else { continue }
            let found = result.report?.findings.filter(\.rejects).compactMap(\.fault?.description) ?? []
            #expect(found.filter { $0.hasPrefix("tpm.") }.sorted() == faults, "\(result.id) \(found)")
        }
    }
}
