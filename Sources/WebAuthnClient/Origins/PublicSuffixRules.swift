/// The rules of a list by section and kind, each kind a text of sorted lines without the rules' marks.
struct PublicSuffixRules: Sendable {
    /// The three kinds of rules of a section.
    struct Kinds: Sendable {
        /// Rules that are a name.
        var names: SortedLines
        /// The names behind `*.`.
        var wildcards: SortedLines
        /// The names behind `!`.
        var exceptions: SortedLines
    }

    var icann: Kinds
    var `private`: Kinds
    /// The most labels that a rule has, the `*` counted: no label before that can matter.
    var maximumLabels: Int

    /// The rules inside the binary.
    static let snapshot = PublicSuffixRules(
        icann: Kinds(
            names: .literal(PublicSuffixSnapshot.icannNames),
            wildcards: .literal(PublicSuffixSnapshot.icannWildcards),
            exceptions: .literal(PublicSuffixSnapshot.icannExceptions)),
        private: Kinds(
            names: .literal(PublicSuffixSnapshot.privateNames),
            wildcards: .literal(PublicSuffixSnapshot.privateWildcards),
            exceptions: .literal(PublicSuffixSnapshot.privateExceptions)),
        maximumLabels: PublicSuffixSnapshot.maximumLabels)

    /// The section that has a rule of that kind and name; ICANN's first.
    func section(
        of kind: KeyPath<Kinds, SortedLines>, named name: UnsafeBufferPointer<UInt8>
    ) -> PublicSuffixSection? {
        if icann[keyPath: kind].contains(name) { return .icann }
        return `private`[keyPath: kind].contains(name) ? .private : nil
    }
}

/// Lines of ASCII in the order of their bytes.
enum SortedLines: Sendable {
    case literal(StaticString)
    case bytes([UInt8])

    /// Whether a line is that name: a binary search by byte, each step going back to the start of its line.
    func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .literal(let text): text.withUTF8Buffer { Self.isLine(name, of: $0) }
        case .bytes(let text): text.withUnsafeBufferPointer { Self.isLine(name, of: $0) }
        }
    }

    private static func isLine(
        _ name: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let newline = UInt8(ascii: "\n")
        var low = 0
        var high = text.count
        while low < high {
            let middle = (low + high) / 2
            var start = middle
            while start > low, text[start - 1] != newline { start -= 1 }
            var end = start
            var matched = 0
            while end < text.count, matched < name.count, text[end] == name[matched] {
                end += 1
                matched += 1
            }
            let isEndOfLine = end == text.count || text[end] == newline
            if matched == name.count {
                if isEndOfLine { return true }
                high = start
            } else if isEndOfLine || text[end] < name[matched] {
                // There is no end of a line from the start to the middle.
                end = max(end, middle)
                while end < text.count, text[end] != newline { end += 1 }
                low = end + 1
            } else {
                high = start
            }
        }
        return false
    }
}
