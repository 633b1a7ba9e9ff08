internal import WebAuthnModel

/// The report as a colleague would explain it: the verdict, what is broken, what is doubtful, what was not checked,
/// and in one line what is in order.
extension Report {
    /// Words for people, in lines of plain text that end with a newline.
    public var text: String {
        let rejecting = findings.filter(\.rejects)
        let warnings = findings(.warn)
        let skipped = findings(.skipped)
        let noted = findings(.pass).filter { $0.variant != nil }
        var lines = [headline(rejecting.count, warnings.count)]
        for finding in rejecting { lines += [""] + finding.lines(mark: "✗") }
        for finding in warnings { lines += [""] + finding.lines(mark: "!") }
        if trust.status != .notApplicable {
            lines += ["", "Trust: \(trust.status.rawValue). \(trust.because.asSentence)"]
        }
        if !noted.isEmpty {
            lines += ["", "Noted:"]
            lines += noted.map { "  \($0.code.rawValue): \($0.because)" }
        }
        if !skipped.isEmpty {
            lines += ["", "Not checked:"]
            lines += skipped.grouped.map { "  \($0.codes): \($0.because)" }
        }
        let passed = findings(.pass).filter { $0.variant == nil }.map(\.code.rawValue)
        if !passed.isEmpty {
            lines += ["", "In order:"] + Self.wrapped(passed)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func headline(_ broken: Int, _ warnings: Int) -> String {
        let doubt = warnings == 0 ? "" : ", \(warnings) warning\(warnings == 1 ? "" : "s")"
        return switch verdict {
        case .accept: "Accepted: the \(ceremony.rawValue) is in order under policy \(policy)\(doubt)."
        case .reject:
            "Rejected: the \(ceremony.rawValue) fails \(broken) check\(broken == 1 ? "" : "s") under policy "
                + "\(policy)\(doubt)."
        }
    }

    /// Words separated by commas, in indented lines.
    private static func wrapped(_ words: [String]) -> [String] {
        var lines: [String] = []
        var line = " "
        for (index, word) in words.enumerated() {
            let piece = " " + word + (index + 1 < words.count ? "," : "")
            if line.count + piece.count > 100, line.count > 1 {
                lines.append(line)
                line = " "
            }
            line += piece
        }
        return lines + [line]
    }
}

extension Finding {
    fileprivate func lines(mark: String) -> [String] {
        let verb = status == .unsupported ? " (cannot be checked here)" : ""
        var lines = ["\(mark) \(fault?.description ?? code.rawValue)\(verb)", "  \(because.asSentence)"]
        if let expected { lines.append("  expected  \(expected)") }
        if let actual { lines.append("  actual    \(actual)") }
        if let location { lines.append("  where     \(location)") }
        lines.append("  rule      \(rule.text) (\(level.rawValue))")
        if let place = rule.place(in: ceremony), let link = place.link {
            lines.append("            \(place.step.map { "step \($0) of " } ?? "")\(link)")
        }
        if let hint { lines.append("  hint      \(hint)") }
        if let suspect { lines.append("  suspect   \(suspect.rawValue)") }
        return lines
    }
}

extension [Finding] {
    /// Findings that have their reason in common, side by side.
    fileprivate var grouped: [(codes: String, because: String)] {
        var groups: [(codes: String, because: String)] = []
        for finding in self {
            if let last = groups.indices.last, groups[last].because == finding.because {
                groups[last].codes += ", " + finding.code.rawValue
            } else {
                groups.append((finding.code.rawValue, finding.because))
            }
        }
        return groups
    }
}

extension String {
    /// With a capital at its start, unless it starts with a word of code, and a full stop at its end.
    fileprivate var asSentence: String {
        guard let first else { return self }
        let word = prefix { $0 != " " }
        let isPlain = word.allSatisfy { $0.isLowercase }
        let start = isPlain ? first.uppercased() + dropFirst() : self
        return start.hasSuffix(".") ? start : start + "."
    }
}
