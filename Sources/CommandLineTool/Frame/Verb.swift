/// One option of a verb, with all that help, completion and manual page say of it.
struct Option: Sendable {
    /// What stands after the name.
    enum Value: Sendable {
        /// Nothing: the option is on or off.
        case none
        /// Text, called this in the help.
        case text(String)
        /// One of these words.
        case word([String])
        /// Text, called this in the help, for which completions suggest words.
        case suggested(String, @Sendable () -> [String])
        /// A file.
        case file(String)
    }

    let name: String
    let value: Value
    let help: String
    var repeats = false
    var isRequired = false

    /// `--gesture SCRIPT`, as the help shows it.
    var synopsis: String {
        switch value {
        case .none: name
        case .text(let word), .file(let word), .suggested(let word, _): "\(name) \(word)"
        case .word(let words): "\(name) \(words.joined(separator: "|"))"
        }
    }
}

/// One verb: its arguments and what it does.
struct Verb: Sendable {
    let name: String
    let summary: String
    /// The arguments without a name, as the help shows them; empty for none.
    var operands = ""
    /// How many operands there may be.
    var operandCount = 0...0
    var options: [Option] = []
    /// More to read, a paragraph each.
    var details: [String] = []
    /// Verbs below this one.
    var verbs: [Verb] = []
    /// What it does; nil for a verb that only has verbs below it.
    var run: (@Sendable (Arguments) async throws -> ExitStatus)?
}
