/// The arguments of one verb, checked against its options.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    /// The arguments without a name.
    private(set) var operands: [String] = []

    /// Reads arguments: `--name value`, `--name=value`, and `--` before operands that look like options.
    init(_ arguments: ArraySlice<String>, of verb: Verb, called path: String) throws(CommandFailure) {
        var rest = arguments
        var onlyOperands = false
        while let argument = rest.popFirst() {
            guard !onlyOperands, argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            if argument == "--" {
                onlyOperands = true
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = verb.options.first(where: { $0.name == name }) else {
                throw .badInput(Words.unknownOption(name, of: path, options: verb.options.map(\.name)))
            }
            guard option.repeats || values[name] == nil else {
                throw .badInput(Words.optionTwice(name))
            }
            values[name, default: []].append(
                try Self.value(of: option, parts.count == 2 ? String(parts[1]) : nil, &rest))
        }
        for option in verb.options where option.isRequired && values[option.name] == nil {
            throw .badInput(Words.optionMissing(option.synopsis, of: path))
        }
        guard verb.operandCount.contains(operands.count) else {
            throw .badInput(Words.operandCount(operands.count, wanted: verb.operands, of: path))
        }
    }

    private static func value(
        of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(CommandFailure) -> String {
        if case .none = option.value {
            guard attached == nil else { throw .badInput(Words.optionTakesNoValue(option.name)) }
            return ""
        }
        guard let text = attached ?? rest.popFirst() else {
            throw .badInput(Words.optionNeedsValue(option.synopsis))
        }
        if case .word(let words) = option.value, !words.contains(text) {
            throw .badInput(Words.unknownWord(text, of: option.name, words: words))
        }
        return text
    }

    /// Whether the option was given.
    func has(_ name: String) -> Bool { values[name] != nil }
    /// The option's value, if it was given.
    func value(_ name: String) -> String? { values[name]?.first }
    /// All values of an option that may be repeated.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option that the parser has made sure of.
    func required(_ name: String) throws(CommandFailure) -> String {
        guard let value = value(name) else { throw .badInput(Words.optionMissing(name, of: "")) }
        return value
    }
}
