internal import WebAuthnModel

/// Text broken into lines at its spaces.
enum Paragraph {
    private static let width = 100

    /// Lines of at most 100 characters where the words allow it.
    ///
    /// - Parameters:
    ///   - title: what stands before the first word.
    ///   - indent: the spaces before every line but the first.
    static func lines(_ title: String = "", _ text: String, indent: Int) -> [String] {
        var lines: [String] = []
        var line = title
        var isFresh = true
        for word in text.split(separator: " ") {
            if !isFresh, line.count + 1 + word.count > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isFresh = true
            }
            line += (isFresh ? "" : " ") + word
            isFresh = false
        }
        return lines + [line]
    }
}

/// What is in order, an area a line.
enum PassedAreas {
    static func of(_ passed: [Finding]) -> [(codes: String, because: String)] {
        var areas: [(codes: String, because: String)] = []
        for code in passed.map(\.code.rawValue) {
            let area = String(code.prefix { $0 != "." })
            let member = code == area ? "" : String(code.dropFirst(area.count + 1))
            if let index = areas.firstIndex(where: { $0.codes == area }) {
                let others = areas[index].because
                areas[index].because = [others, member].filter { !$0.isEmpty }.joined(separator: ", ")
            } else {
                areas.append((area, member))
            }
        }
        return areas
    }
}

extension String {
    /// Members whose names are no words of English, though all their letters are small.
    private static let memberNames: Set<Substring> = ["alg", "crv", "fmt", "id", "kty", "sig", "ver"]

    /// With a capital at its start, unless it starts with a word of code, and a full stop at its end.
    var asSentence: String {
        guard let first else { return self }
        let word = prefix { $0 != " " }
        let isPlain = word.allSatisfy { $0.isLowercase } && !Self.memberNames.contains(word)
        let start = isPlain ? first.uppercased() + dropFirst() : self
        return start.hasSuffix(".") ? start : start + "."
    }
}
