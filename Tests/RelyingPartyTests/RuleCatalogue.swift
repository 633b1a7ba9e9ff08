import Foundation
import Testing

/// Every row of every suite, by the name of what it plants, and the list of what must be planted.
enum RuleCatalogue {
    /// A line of `Data/rules.txt`.
    struct Entry: CustomTestStringConvertible, Sendable {
        enum Kind: Sendable {
            /// A letter for each policy, and the row that plants it.
            case planted(marks: String, row: String)
            /// Accepted by all.
            case good(row: String)
            /// Judged by what is not of this suite.
            case elsewhere(String)
        }

        let name: String
        let kind: Kind

        var testDescription: String { name }

        init?(_ line: Substring) {
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count >= 2, !line.hasPrefix("#") else { return nil }
            name = columns[0]
            let last = columns.count > 2 ? columns[2] : columns[0]
            switch columns[1] {
            case "good": kind = .good(row: last)
            case "elsewhere": kind = .elsewhere(last)
            default: kind = .planted(marks: columns[1], row: last)
            }
        }
    }

    /// What the file says; a test counts it.
    static let entries: [Entry] = {
        let url = Bundle.module.bundleURL.appending(path: "Data/rules.txt")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap(Entry.init)
    }()

    /// Rows that break something.
    static let rows: [Row] =
        EnvelopeTests.rows + ClientDataTests.rows + AttestationObjectTests.rows + AuthenticatorDataTests.rows
        + KeyTests.rows + SignatureTests.rows + PackedTests.rows + TPMTests.rows + FIDOU2FTests.rows
        + AppleTests.rows + AndroidKeyTests.rows + SafetyNetTests.rows + TrustTests.rows
        + TrustTests.pathRows + AccountTests.rows + ExtensionTests.rows + PaymentTests.rows
        + MetadataTests.rows + RelyingPartyRulesTests.rows

    /// Rows that break nothing.
    static let good: [GoodRow] =
        EnvelopeTests.good + ClientDataTests.good + AttestationObjectTests.good + AuthenticatorDataTests.good
        + PackedTests.good + TPMTests.good + FIDOU2FTests.good + AppleTests.good + AndroidKeyTests.good
        + SafetyNetTests.good + AccountTests.good + ExtensionTests.good + PaymentTests.good
        + MetadataTests.good + RelyingPartyRulesTests.good
}
