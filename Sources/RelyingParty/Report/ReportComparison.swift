internal import JSON
public import WebAuthnModel

/// Where two policies judge the same response differently.
public struct ReportComparison: Hashable, Sendable {
    /// One way of breaking a rule, and what became of it under each.
    public struct Difference: Hashable, Sendable {
        /// The rule.
        public let code: RuleCode
        /// In which way it is broken; nil where it is kept or not checked under one of the policies.
        public let variant: String?
        /// Under the policy of the report; nil where it says nothing of it.
        public let status: Finding.Status?
        /// Under the other.
        public let other: Finding.Status?
    }

    /// The other policy's name.
    public let policy: String
    /// The other policy's verdict.
    public let verdict: Report.Verdict
    /// In the order of the report, then what only the other tells.
    public let differences: [Difference]

    /// Compares two reports of one response.
    public init(of report: Report, with other: Report) {
        policy = other.policy
        verdict = other.verdict
        let mine = Self.statuses(report)
        let theirs = Self.statuses(other)
        var keys: [FindingKey] = []
        for key in mine.map(\.key) + theirs.map(\.key) where !keys.contains(key) { keys.append(key) }
        differences = keys.compactMap { key in
            let status = mine.first { $0.key == key }?.status
            let other = theirs.first { $0.key == key }?.status
            guard status != other else { return nil }
            return Difference(code: key.code, variant: key.variant, status: status, other: other)
        }
    }

    private struct FindingKey: Hashable {
        let code: RuleCode
        let variant: String?
    }

    private static func statuses(_ report: Report) -> [(key: FindingKey, status: Finding.Status)] {
        report.findings.map { (FindingKey(code: $0.code, variant: $0.variant), $0.status) }
    }

    /// Writes the member `comparison` of a report.
    func write(to writer: inout JSONWriter) {
        writer.beginObject("comparison")
        writer.member("policy", policy)
        writer.member("verdict", verdict.rawValue)
        writer.beginArray("differences")
        for difference in differences {
            writer.beginObject()
            writer.member("code", difference.code.rawValue)
            if let variant = difference.variant { writer.member("variant", variant) }
            if let status = difference.status { writer.member("status", status.rawValue) }
            if let other = difference.other { writer.member("other", other.rawValue) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    /// Words for people, in lines of plain text that end with a newline.
    public var text: String {
        var lines = ["", "Under policy \(policy): \(verdict.rawValue)."]
        if differences.isEmpty { lines.append("  Nothing is judged differently.") }
        lines += differences.map { difference in
            let name =
                difference.variant.map { "\(difference.code.rawValue).\($0)" } ?? difference.code.rawValue
            return "  \(name): \(difference.other?.rawValue ?? "not told") instead of "
                + (difference.status?.rawValue ?? "not told")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
