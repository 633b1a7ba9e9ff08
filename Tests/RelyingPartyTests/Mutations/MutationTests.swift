import Foundation
import RelyingParty
import TestSupport
import Testing

/// Every field that a rule covers, changed in every vector of the W3C.
///
/// Each is changed as the wire would change it, and as a liar would who signs again; `Data/mutations-*.txt` are the
/// tables of what fails.
@Suite struct MutationTests {
    /// Every vector stands before anything is changed, as recorded and signed again.
    @Test(arguments: W3CVectors.all) func unchangedVectorsStand(_ vector: W3CVectors.Vector) throws {
        let registration = try VectorRegistration(vector)
        let authentication = try VectorAuthentication(vector)
        for signedAgain in [false, true] {
            for report in [
                try registration.report(signedAgain: signedAgain),
                try authentication.report(signedAgain: signedAgain),
            ] {
                #expect(report.verdict == .accept, "\(vector.name): \(report.text)")
            }
        }
    }

    @Test func registrations() throws {
        try Self.check(RegistrationMutations.all, "registration")
    }

    @Test func authentications() throws {
        try Self.check(AuthenticationMutations.all, "authentication")
    }

    private static func check<Subject>(_ mutations: [Mutation<Subject>], _ ceremony: String) throws {
        #expect(Set(mutations.map(\.name)).count == mutations.count)
        var lines: [String] = []
        for mutation in mutations {
            let results = try W3CVectors.all.compactMap { try mutation.result(on: $0) }
            #expect(!results.isEmpty, "\(mutation.name) changes nothing")
            for result in results { result.check() }
            var outcomes: [[String]] = []
            for result in results where !outcomes.contains(result.outcome) { outcomes.append(result.outcome) }
            for outcome in outcomes {
                let vectors = results.filter { $0.outcome == outcome }.map(\.vector)
                let names = vectors.count == 15 ? "all" : vectors.joined(separator: " ")
                let row = [outcome[0], names] + outcome.dropFirst()
                lines.append(row.filter { !$0.isEmpty }.joined(separator: " | "))
            }
        }
        try Self.compare(lines, ceremony)
    }

    /// To write the table anew, set UNDERSTUDY_TABLES to the folder `Data` and look at what changed.
    private static func compare(_ lines: [String], _ ceremony: String) throws {
        let name = "mutations-\(ceremony).txt"
        let head =
            "# change | vectors | what fails, nothing signed again | what fails, signed again | why nothing does"
        let text = ([head] + lines).joined(separator: "\n") + "\n"
        if let folder = ProcessInfo.processInfo.environment["UNDERSTUDY_TABLES"] {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let url = Bundle.module.bundleURL.appending(path: "Data/\(name)")
        let recorded = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        let found = text.split(separator: "\n").map(String.init)
        for line in Set(recorded).symmetricDifference(found).sorted() {
            Issue.record("\(name), \(recorded.contains(line) ? "no longer" : "new"): \(line)")
        }
    }
}
