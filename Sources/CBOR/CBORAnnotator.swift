import Bytes

/// Names every byte of an item, canonical or not, for those who look at what a peer sent.
public enum CBORAnnotator {
    /// Walks through the item that starts at `offset`, whatever follows it.
    ///
    /// Never throws: what cannot be read ends the walk and becomes its error.
    public static func annotate(
        _ bytes: [UInt8], from offset: Int = 0, maximumDepth: Int = 16
    ) -> CBORWalk {
        var walker = Walker(bytes, from: offset, maximumDepth: maximumDepth)
        var error: CBORError?
        do { try walker.walkItem(depth: 0, role: .item) } catch let fault { error = fault }
        return CBORWalk(annotations: walker.annotations, end: walker.end, error: error)
    }
}

private struct Walker {
    private var parser: CBORParser
    private let maximumDepth: Int
    private let faults: [Int: [CBORError]]
    private(set) var annotations: [CBORAnnotation] = []
    private(set) var end: Int

    init(_ bytes: [UInt8], from offset: Int, maximumDepth: Int) {
        parser = CBORParser(bytes, from: offset, maximumDepth: maximumDepth, leniency: .wellFormed)
        self.maximumDepth = maximumDepth
        end = parser.offset
        // A first reading finds what is wrong; the walk then tells it at the item concerned.
        var reader = parser
        _ = try? reader.parseItem(depth: 0)
        faults = Dictionary(grouping: reader.forgiven, by: \.offset)
    }

    mutating func walkItem(depth: Int, role: CBORRole) throws(CBORError) {
        let start = parser.offset
        guard start < parser.bytes.count else { throw .truncated(offset: start) }
        let information = parser.bytes[start] & 31
        switch parser.bytes[start] >> 5 {
        case 2 where information == 31:
            try walkChunks(major: 2, depth: depth, role: role, text: "byte string of indefinite length")
        case 3 where information == 31:
            try walkChunks(major: 3, depth: depth, role: role, text: "text string of indefinite length")
        case 4: try walkArray(depth: depth, role: role)
        case 5: try walkMap(depth: depth, role: role)
        case 6: try walkTag(depth: depth, role: role)
        default:
            let value = try parser.parseItem(depth: depth)
            note(start, depth: depth, role: role, content: contentLength(value), text: summary(value))
        }
    }
}

// MARK: - Items that enclose others

extension Walker {
    private mutating func walkArray(depth: Int, role: CBORRole) throws(CBORError) {
        let start = parser.offset
        let count = try readContainerHead(depth: depth)
        note(
            start, depth: depth, role: role,
            text: count.map { "array of \($0)" } ?? "array of indefinite length")
        var index = 0
        while try !isEnd(index, of: count, depth: depth) {
            try walkItem(depth: depth + 1, role: .element(index))
            index += 1
        }
    }

    private mutating func walkMap(depth: Int, role: CBORRole) throws(CBORError) {
        let start = parser.offset
        let count = try readContainerHead(depth: depth)
        note(
            start, depth: depth, role: role, text: count.map { "map of \($0)" } ?? "map of indefinite length")
        var index = 0
        while try !isEnd(index, of: count, depth: depth) {
            var key = CBORParser(
                parser.bytes, from: parser.offset, maximumDepth: maximumDepth, leniency: .wellFormed)
            try walkItem(depth: depth + 1, role: .key(index))
            try walkItem(depth: depth + 1, role: .value(of: try key.parseItem(depth: depth + 1)))
            index += 1
        }
    }

    private mutating func walkTag(depth: Int, role: CBORRole) throws(CBORError) {
        let start = parser.offset
        let information = try parser.readByte() & 31
        let number = try parser.readArgument(information, start: start)
        try parser.enter(depth + 1, start: start)
        note(start, depth: depth, role: role, text: "tag \(number)")
        try walkItem(depth: depth + 1, role: .tagContent)
    }

    private mutating func walkChunks(
        major: UInt8, depth: Int, role: CBORRole, text: String
    ) throws(CBORError) {
        let start = parser.offset
        _ = try parser.readByte()
        note(start, depth: depth, role: role, text: text)
        var index = 0
        while try !isEnd(index, of: nil, depth: depth) {
            let initial = parser.bytes[parser.offset]
            guard initial >> 5 == major, initial & 31 != 31 else { throw .badChunk(offset: parser.offset) }
            try walkItem(depth: depth + 1, role: .chunk(index))
            index += 1
        }
    }

    /// Reads the head of an array or map: its count, nil when that is indefinite.
    private mutating func readContainerHead(depth: Int) throws(CBORError) -> Int? {
        let start = parser.offset
        let information = try parser.readByte() & 31
        try parser.enter(depth + 1, start: start)
        return information == 31 ? nil : try parser.readCount(information, start: start)
    }

    /// Whether the container has no item at `index`; notes the break code where that is what ends it.
    private mutating func isEnd(_ index: Int, of count: Int?, depth: Int) throws(CBORError) -> Bool {
        if let count { return index >= count }
        let start = parser.offset
        guard try parser.readBreak() else { return false }
        note(start, depth: depth + 1, role: .end, text: "break")
        return true
    }
}

// MARK: - Notes

extension Walker {
    /// Notes what lies between `start` and the parser's index; the last `content` bytes of it are no head.
    private mutating func note(
        _ start: Int, depth: Int, role: CBORRole, content: Int = 0, text: String
    ) {
        let length = parser.offset - start
        annotations.append(
            CBORAnnotation(
                offset: start, headLength: length - content, length: length, depth: depth, role: role,
                text: text, faults: faults[start] ?? []))
        end = parser.offset
    }

    private func contentLength(_ value: CBORValue) -> Int {
        switch value {
        case .bytes(let content): content.count
        case .text(let content): content.utf8.count
        default: 0
        }
    }

    /// Strings are shortened to what fits a line; the offsets tell the rest.
    private func summary(_ value: CBORValue) -> String {
        switch value {
        case .bytes(let content) where content.count > 32:
            "\(content.count) bytes h'\(Hex.encode(content.prefix(32)))…'"
        case .text(let content) where content.utf8.count > 80:
            "\(content.utf8.count) bytes \(CBORDiagnostic.quoted(String(content.unicodeScalars.prefix(64))))…"
        default: CBORDiagnostic.text(of: value)
        }
    }
}
