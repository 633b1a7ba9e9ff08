/// The manual page, made from the table of verbs: `understudy manual | man -l -`.
enum ManualPage {
    static func text(of root: Verb, version: String) -> String {
        var page = ".TH UNDERSTUDY 1 \"\" \"understudy \(version)\"\n"
        page +=
            ".SH NAME\nunderstudy \\- \(escaped(root.summary))\n.SH SYNOPSIS\n.B understudy\n.I VERB\n[...]\n"
        page += ".SH DESCRIPTION\n" + root.details.map { escaped($0) + "\n.PP\n" }.joined()
        page += ".SH VERBS\n" + root.verbs.map { section($0, "understudy \($0.name)") }.joined()
        page += ".SH EXIT STATUS\n"
        for (status, meaning) in Words.exitStatuses { page += ".TP\n.B \(status)\n\(escaped(meaning))\n" }
        page += ".SH ENVIRONMENT\n"
        for (name, meaning) in Words.environment { page += ".TP\n.B \(name)\n\(escaped(meaning))\n" }
        return page
    }

    private static func section(_ verb: Verb, _ path: String) -> String {
        var text = ".SS \(escaped(Help.usage(of: verb, called: path)))\n\(escaped(verb.summary)).\n"
        for option in verb.options {
            text += ".TP\n.B \(escaped(option.synopsis))\n\(escaped(option.help))\n"
        }
        for paragraph in verb.details { text += ".PP\n\(escaped(paragraph))\n" }
        return text + verb.verbs.map { section($0, "\(path) \($0.name)") }.joined()
    }

    /// A backslash, a dash and a leading dot mean something to the formatter.
    private static func escaped(_ text: String) -> String {
        var out = ""
        for character in text {
            switch character {
            case "\\": out += "\\\\"
            case "-": out += "\\-"
            default:
                for scalar in character.unicodeScalars {
                    // Not every formatter reads UTF-8; all of them know this.
                    if scalar.isASCII {
                        out.unicodeScalars.append(scalar)
                    } else {
                        let digits = String(scalar.value, radix: 16, uppercase: true)
                        out += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
                    }
                }
            }
        }
        return out.hasPrefix(".") || out.hasPrefix("'") ? "\\&" + out : out
    }
}
