internal import WebAuthnModel

/// The report as a colleague would explain it: the verdict, what it comes from, what is broken, what is doubtful, what
/// was not checked and why, and in a few lines what is in order.
extension Report {
    /// Words for people, in lines of plain text that end with a newline.
    public var text: String {
        let rejecting = findings.filter(\.rejects)
        let warnings = findings(.warn)
        var blocks = [[headline(rejecting.count, warnings.count)]]
        blocks += diagnoses.map(\.lines)
        blocks += rejecting.map { $0.lines(mark: "✗", explained: explains($0)) }
        blocks += warnings.map { $0.lines(mark: "!", explained: explains($0)) }
        if trust.status != .notApplicable {
            blocks.append(
                Paragraph.lines("Trust: ", "\(trust.status.rawValue). \(trust.because.asSentence)", indent: 2)
                    + trust.details)
        }
        blocks += Self.listed("Noted:", findings(.pass).filter { $0.variant != nil }.grouped)
        blocks += Self.listed("Not checked:", findings(.skipped).grouped)
        blocks += Self.listed("In order:", PassedAreas.of(findings(.pass).filter { $0.variant == nil }))
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private func headline(_ broken: Int, _ warnings: Int) -> String {
        let doubt = warnings == 0 ? "" : ", \(warnings) warning\(warnings == 1 ? "" : "s")"
        return switch verdict {
        case .accept: "Accepted: the \(ceremony.rawValue) is in order under policy \(policy)\(doubt)."
        case .reject where broken == 0:
            "Rejected: policy \(policy) forgives that the \(ceremony.rawValue) could not be read\(doubt); there is "
                + "nothing to go on with."
        case .reject:
            "Rejected: the \(ceremony.rawValue) fails \(broken) check\(broken == 1 ? "" : "s") under policy "
                + "\(policy)\(doubt)."
        }
    }

    /// Whether the hint of a finding stands above it already.
    private func explains(_ finding: Finding) -> Bool {
        guard let hint = finding.hint else { return true }
        return diagnoses.contains { $0.finding == finding.code && $0.sentence.hasSuffix(hint) }
    }

    private static func listed(
        _ title: String, _ groups: [(codes: String, because: String)]
    ) -> [[String]] {
        guard !groups.isEmpty else { return [] }
        let lines = groups.flatMap { group in
            Paragraph.lines(
                "  ", group.codes + (group.because.isEmpty ? "" : ": " + group.because), indent: 4)
        }
        return [[title] + lines]
    }
}

extension Diagnosis {
    fileprivate var lines: [String] {
        Paragraph.lines("→ ", sentence, indent: 2)
            + Paragraph.lines(
                "  ", "Suspect: \(suspect.title)." + (seenBefore.map { " Seen before: \($0)." } ?? ""),
                indent: 2)
    }
}

extension Suspect {
    /// Who that is.
    fileprivate var title: String {
        switch self {
        case .client: "the client, which is the browser, the app or the page's script"
        case .authenticator: "the authenticator"
        case .transport: "whatever carried the response to the server"
        case .server: "what the server stored, or how it reads it"
        case .configuration: "what the verifier was told to expect"
        }
    }
}

extension Finding {
    fileprivate func lines(mark: String, explained: Bool) -> [String] {
        let verb = status == .unsupported ? " (cannot be checked here)" : ""
        var lines = ["\(mark) \(fault?.description ?? code.rawValue)\(verb)"]
        lines += Paragraph.lines("  ", because.asSentence, indent: 2)
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            let title = "  " + name + String(repeating: " ", count: max(1, 10 - name.count))
            lines += Paragraph.lines(title, value, indent: 12)
        }
        add("expected", expected?.description)
        add("actual", actual?.description)
        add("where", location?.description)
        add("rule", "\(rule.text) (\(level.rawValue))")
        if let place = rule.place(in: ceremony), let link = place.link {
            add("", "\(place.step.map { "step \($0) of " } ?? "")\(link)")
        }
        if !explained { add("hint", hint) }
        add("suspect", suspect?.rawValue)
        return lines
    }
}

extension Trust {
    /// The model by the metadata, and the device by its certificate: a line each, where there is something to say.
    fileprivate var details: [String] {
        var lines: [String] = []
        if let model {
            let name = [model.description, model.aaguid?.description].compactMap { $0 }
            lines += Paragraph.lines(
                "  model     ",
                "\(name.isEmpty ? "(no name)" : name.joined(separator: ", ")), status "
                    + "\(model.status?.rawValue ?? "(none)"), by metadata number \(model.metadataNumber)",
                indent: 12)
        }
        if let serialNumber { lines.append("  serial    \(ReportValue.bytes(serialNumber))") }
        if let firmwareVersion { lines.append("  firmware  \(firmwareVersion)") }
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
