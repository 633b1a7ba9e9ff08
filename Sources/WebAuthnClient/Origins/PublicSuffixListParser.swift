internal import WebAuthnModel

/// Reads the list's own file format (<https://github.com/publicsuffix/list/wiki/Format>).
enum PublicSuffixListParser {
    private struct Names {
        var names: Set<String> = []
        var wildcards: Set<String> = []
        var exceptions: Set<String> = []

        var tables: PublicSuffixRules.Kinds {
            PublicSuffixRules.Kinds(
                names: NameTable(names), wildcards: NameTable(wildcards),
                exceptions: NameTable(exceptions))
        }
    }

    private struct Rule {
        let kind: WritableKeyPath<Names, Set<String>>
        let name: String
        let labels: Int
    }

    static func parse(
        _ bytes: [UInt8]
    ) throws(PublicSuffixListError) -> (rules: PublicSuffixRules, date: String?) {
        var icann = Names()
        var `private` = Names()
        var isPrivate = false
        var date: String?
        var maximumLabels = 0
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.starts(with: "//".utf8) {
                let comment = String(decoding: line, as: UTF8.self)
                if comment.hasPrefix("// ===BEGIN ICANN DOMAINS") { isPrivate = false }
                if comment.hasPrefix("// ===BEGIN PRIVATE DOMAINS") { isPrivate = true }
                if comment.hasPrefix("// VERSION: ") { date = String(comment.dropFirst(12).prefix(10)) }
                continue
            }
            if line.allSatisfy({ $0 <= 0x20 }) { continue }
            // A line is read up to its first white space.
            guard let rule = rule(line.prefix { $0 > 0x20 }) else { throw .notARule(line: index + 1) }
            if isPrivate {
                `private`[keyPath: rule.kind].insert(rule.name)
            } else {
                icann[keyPath: rule.kind].insert(rule.name)
            }
            maximumLabels = max(maximumLabels, rule.labels)
        }
        guard maximumLabels > 0 else { throw .noRules }
        let rules = PublicSuffixRules(
            icann: icann.tables, private: `private`.tables, maximumLabels: maximumLabels)
        return (rules, date)
    }

    /// A rule, its name in lower case and A-label form: letters, digits and hyphens.
    private static func rule(_ field: ArraySlice<UInt8>) -> Rule? {
        let isException = field.first == UInt8(ascii: "!")
        let isWildcard = field.starts(with: "*.".utf8)
        let name = field.dropFirst(isException ? 1 : isWildcard ? 2 : 0)
        var labels: [String] = []
        for label in name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard let text = String(validating: label, as: UTF8.self), let aLabel = aLabel(text) else {
                return nil
            }
            labels.append(aLabel)
        }
        // Without a label to take away, an exception excepts nothing.
        guard !isException || labels.count > 1 else { return nil }
        return Rule(
            kind: isException ? \.exceptions : isWildcard ? \.wildcards : \.names,
            name: labels.joined(separator: "."), labels: labels.count + (isWildcard ? 1 : 0))
    }

    /// The A-label of a label as the list writes it: the list is in Normalisation Form C already.
    private static func aLabel(_ label: String) -> String? {
        let lowercased = label.lowercased()
        let isASCII = lowercased.utf8.allSatisfy { $0 < 0x80 }
        guard isASCII || lowercased.unicodeScalars.count <= 63 else { return nil }
        let converted = isASCII ? lowercased : "xn--" + Punycode.encode(lowercased)
        guard (1...63).contains(converted.utf8.count), converted.utf8.allSatisfy(isLetterDigitHyphen) else {
            return nil
        }
        return converted
    }

    private static func isLetterDigitHyphen(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// Why a file is no public suffix list.
public enum PublicSuffixListError: Error, Hashable, Sendable {
    /// A line, counted from 1, that is neither comment nor rule.
    case notARule(line: Int)
    /// Nothing but comments and white space.
    case noRules
}

extension PublicSuffixListError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .notARule(let line): "line \(line) is no rule of a public suffix list"
        case .noRules: "the public suffix list has no rules"
        }
    }
}
