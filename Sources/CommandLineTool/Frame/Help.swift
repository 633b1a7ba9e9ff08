/// The help texts, made from the table of verbs.
enum Help {
    static func text(of verb: Verb, called path: String) -> String {
        var text = "\(path) — \(verb.summary)\n\nUsage:\n"
        if verb.run != nil { text += "  \(usage(of: verb, called: path))\n" }
        for below in verb.verbs { text += "  \(usage(of: below, called: "\(path) \(below.name)"))\n" }
        if !verb.options.isEmpty {
            text += "\nOptions:\n" + list(verb.options.map { ($0.synopsis, help(of: $0)) })
        }
        if !verb.verbs.isEmpty { text += "\nVerbs:\n" + list(verb.verbs.map { ($0.name, $0.summary) }) }
        for paragraph in verb.details { text += "\n" + wrap(paragraph, indent: 0) }
        return text
    }

    static func usage(of verb: Verb, called path: String) -> String {
        if verb.run == nil { return "\(path) VERB …" }
        let required = verb.options.filter(\.isRequired).map { " \($0.synopsis)" }.joined()
        let optional = verb.options.contains { !$0.isRequired } ? " [OPTION]…" : ""
        return path + required + optional + (verb.operands.isEmpty ? "" : " \(verb.operands)")
    }

    private static func help(of option: Option) -> String {
        option.help + (option.isRequired ? " (required)" : "") + (option.repeats ? " (may be repeated)" : "")
    }

    private static func list(_ rows: [(name: String, help: String)]) -> String {
        let column = 26
        return rows.map { row in
            let help = wrap(row.help, indent: column + 2)
            if row.name.count > column - 2 { return "  \(row.name)\n\(help)" }
            let padding = String(repeating: " ", count: column - row.name.count)
            return "  \(row.name)\(padding)\(help.drop { $0 == " " })"
        }.joined()
    }

    /// Lines of at most 96 characters.
    static func wrap(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = margin
            for word in paragraph.split(separator: " ") {
                if line.count + word.count > 96, line.count > indent {
                    lines.append(line)
                    line = margin
                }
                line += line.count > indent ? " \(word)" : String(word)
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
