extension Explanation {
    /// The dump for people: aligned columns, at most 100 characters a line, no colours.
    ///
    /// Offsets and lengths are decimal. Nothing of the input reaches the text but printable characters. Rows of
    /// more than 48 bytes are cut, and the number of bytes left out is said.
    ///
    /// - Parameter showingAllBytes: whether long rows are written out to their last byte.
    public func text(showingAllBytes: Bool = false) -> String {
        var page = ExplanationPage(showsAllBytes: showingAllBytes)
        page.write(self)
        return page.text
    }

    /// The rows that hold some of those bytes, marked with `>`, and what stands around them.
    ///
    /// - Parameter ranges: of the bytes that ``length`` counts; what lies beyond their end is taken for the last.
    public func excerpt(marking ranges: [Range<Int>]) -> String {
        var page = ExplanationPage(showsAllBytes: false)
        page.writeExcerpt(of: self, marking: ranges)
        return page.text
    }
}

/// A page that an explanation is written on.
private struct ExplanationPage {
    private static let width = 100
    /// Offsets to 1,048,576, two spaces, lengths likewise, two spaces, bytes, two spaces.
    private static let margin = 7 + 1 + 7 + 2 + bytesWidth + 2
    /// Three groups of four bytes in hexadecimal.
    private static let bytesWidth = 26
    private static let bytesPerLine = 12
    /// Four lines: every hash and coordinate of 32 bytes with its head is shown whole.
    private static let shownLines = 4
    /// Beyond this depth rows are no further indented, to leave room for words.
    private static let deepest = 10

    /// So many rows before and after a marked one are shown, and so many marked ones.
    private static let context = 2
    private static let mostMarked = 24

    let showsAllBytes: Bool
    private(set) var text = ""
    /// What stands before each line.
    private var gutter = ""

    init(showsAllBytes: Bool) { self.showsAllBytes = showsAllBytes }

    mutating func write(_ explanation: Explanation) {
        writeHeading(explanation)
        if !explanation.rows.isEmpty {
            line(
                pad("offset", 7) + " " + pad("length", 7) + "  " + fill("bytes", Self.bytesWidth)
                    + "  meaning")
        }
        for row in explanation.rows { write(row, isText: explanation.kind.isText) }
        for problem in explanation.problems { write(problem) }
        for section in explanation.sections {
            line("")
            write(section)
        }
    }

    mutating func writeExcerpt(of explanation: Explanation, marking ranges: [Range<Int>]) {
        let last = max(0, explanation.length - 1)
        let spans = ranges.map { min($0.lowerBound, last)..<max(min($0.lowerBound, last) + 1, $0.upperBound) }
        // Bits go with the byte that they are of.
        let rows = explanation.rows.indices.filter { !explanation.rows[$0].isBit }
        let marked = rows.indices.filter { place in
            let row = explanation.rows[rows[place]]
            return row.bytes != nil && spans.contains { $0.overlaps(row.offset..<row.offset + row.length) }
        }.prefix(Self.mostMarked)
        guard !marked.isEmpty else { return }
        let shown = Set(
            marked.flatMap { max(0, $0 - Self.context)...min(rows.count - 1, $0 + Self.context) })
        writeHeading(explanation)
        gutter = "  "
        for place in rows.indices {
            guard shown.contains(place) else {
                if place == 0 || shown.contains(place - 1) { line(pad("…", 7)) }
                continue
            }
            let isMarked = marked.contains(place)
            gutter = isMarked ? "> " : "  "
            write(explanation.rows[rows[place]], isText: explanation.kind.isText)
            gutter = "  "
            guard isMarked else { continue }
            for bit in explanation.rows[(rows[place] + 1)...].prefix(while: \.isBit) {
                write(bit, isText: false)
            }
        }
        gutter = ""
    }

    private mutating func writeHeading(_ explanation: Explanation) {
        let member = explanation.member.map { $0 + ": " } ?? ""
        let size =
            explanation.length == 0 && explanation.rows.isEmpty ? "" : ", " + byteCount(explanation.length)
        paragraph(member + explanation.title + " (" + explanation.notation.title + size + ")")
        if explanation.confidence < .certain, explanation.kind != .bytes, explanation.kind != .text {
            let word = explanation.confidence == .likely ? "Likely" : "A guess"
            paragraph("\(word): nothing in the bytes says for sure that this is what they are.")
        }
        if !explanation.otherReadings.isEmpty {
            let others = explanation.otherReadings.map {
                "\($0.kind.title) (\($0.notation.title), \($0.confidence.word))"
            }
            paragraph("It could also be read as: " + others.joined(separator: "; ") + ".")
        }
    }

    private mutating func write(_ row: Explanation.Row, isText: Bool) {
        let indent = 2 * min(row.depth, Self.deepest)
        let words = TextLayout.printable(row.meaning.isEmpty ? row.name : row.name + ": " + row.meaning)
        let room = Self.width - Self.margin - indent
        // What does not fit hangs below, indented by two more.
        let meanings = TextLayout.wrap(words, width: room, hanging: 2)
        let bytes = column(row, isText: isText)
        for index in 0..<max(meanings.count, bytes.count, 1) {
            var left = String(repeating: " ", count: 15)
            if index == 0, !row.isBit { left = pad("\(row.offset)", 7) + " " + pad("\(row.length)", 7) }
            let middle = fill(index < bytes.count ? bytes[index] : "", Self.bytesWidth)
            let right = index < meanings.count ? String(repeating: " ", count: indent) + meanings[index] : ""
            line(left + "  " + middle + "  " + right)
        }
    }

    private func column(_ row: Explanation.Row, isText: Bool) -> [String] {
        switch row.part {
        case .group: return []
        case .bit(let number, let isSet):
            let bits = (0..<8).reversed().map { $0 == number ? (isSet ? "1" : "0") : "." }
            return [bits.joined()]
        case .bytes(let bytes):
            // One line more than is shown is enough to know that there is more.
            let most = showsAllBytes ? bytes.count : Self.bytesWidth * (Self.shownLines + 1)
            let all =
                isText
                ? TextLayout.literal(bytes.prefix(most), width: Self.bytesWidth)
                : TextLayout.hex(bytes.prefix(most), bytesPerLine: Self.bytesPerLine)
            guard !showsAllBytes, all.count > Self.shownLines else { return all.map(\.text) }
            let shown = all.prefix(Self.shownLines - 1)
            let rest = bytes.count - shown.reduce(0) { $0 + $1.count }
            return shown.map(\.text) + ["… \(byteCount(rest)) more"]
        }
    }

    private mutating func write(_ problem: Explanation.Problem) {
        let place = problem.offset.map { "byte \($0): " } ?? ""
        paragraph("\(problem.severity == .error ? "ERROR" : "note") \(place)\(problem.message)")
    }

    private mutating func paragraph(_ words: String) {
        for part in TextLayout.wrap(TextLayout.printable(words), width: Self.width, hanging: 2) { line(part) }
    }

    private mutating func line(_ content: String) {
        var end = content.endIndex
        while end > content.startIndex, content[content.index(before: end)] == " " {
            end = content.index(before: end)
        }
        text += gutter
        text += content[..<end]
        text += "\n"
    }

    private func pad(_ content: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - content.count)) + content
    }

    private func fill(_ content: String, _ width: Int) -> String {
        content + String(repeating: " ", count: max(0, width - content.unicodeScalars.count))
    }
}

extension Explanation.Row {
    fileprivate var isBit: Bool { if case .bit = part { true } else { false } }
}
