/// Builds the tape: one pass over the bytes, without recursion, so that depth costs no stack.
struct JSONParser {
    private var nodes: [JSONNode] = []
    private var duplicates: [Int] = []
    /// The innermost open container, and how many are open.
    private var open = 0
    private var depth = 0

    static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONTape {
        guard bytes.count <= limits.maximumBytes else {
            throw .tooLarge(
                offset: limits.maximumBytes, count: bytes.count, maximum: limits.maximumBytes)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark(offset: 0) }
        var parser = JSONParser()
        parser.nodes.reserveCapacity(min(bytes.count / 8, 256) + 4)
        try parser.parseDocument(bytes.span, maximumDepth: limits.maximumDepth)
        return JSONTape(bytes: bytes, nodes: parser.nodes, duplicates: parser.duplicates.sorted())
    }

    private mutating func parseDocument(_ input: Span<UInt8>, maximumDepth: Int) throws(JSONError) {
        var offset = 0
        var wanted = JSONExpectation.value
        values: while true {
            let byte = try JSONScanner.nextByte(input, &offset, wanted: wanted)
            let start = offset
            switch byte {
            case UInt8(ascii: "\""):
                let hasEscapes = try JSONScanner.scanString(input, &offset)
                append(.string, marked: hasEscapes, start: start, end: offset)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < maximumDepth else { throw .tooDeep(offset: offset, maximum: maximumDepth) }
                depth += 1
                let isObject = byte == UInt8(ascii: "{")
                nodes.append(
                    JSONNode(isObject ? .object : .array, start: start, end: start, next: open))
                open = nodes.count - 1
                offset += 1
                let expectation: JSONExpectation = isObject ? .nameOrEndOfObject : .valueOrEndOfArray
                let first = try JSONScanner.nextByte(input, &offset, wanted: expectation)
                if first != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isObject { try parseName(input, &offset, wanted: expectation) }
                    nodes[open].countOneMore()
                    wanted = isObject ? .value : .valueOrEndOfArray
                    continue values
                }
                offset += 1
                close(input, at: offset)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try JSONScanner.scanNumber(input, &offset)
                append(.number, start: start, end: offset)
            case UInt8(ascii: "t"):
                try JSONScanner.scanLiteral("true", input, &offset, wanted: .literalTrue)
                append(.bool, marked: true, start: start, end: offset)
            case UInt8(ascii: "f"):
                try JSONScanner.scanLiteral("false", input, &offset, wanted: .literalFalse)
                append(.bool, start: start, end: offset)
            case UInt8(ascii: "n"):
                try JSONScanner.scanLiteral("null", input, &offset, wanted: .literalNull)
                append(.null, start: start, end: offset)
            default:
                throw .unexpectedByte(offset: offset, byte: byte, wanted: wanted)
            }
            guard try continueContainer(input, &offset) else { return }
            wanted = .value
        }
    }

    /// After a value: closes what ends here and goes on to the next value; false at the document's end.
    private mutating func continueContainer(
        _ input: Span<UInt8>, _ offset: inout Int
    ) throws(JSONError) -> Bool {
        while depth > 0 {
            let isObject = nodes[open].kind == .object
            let wanted: JSONExpectation = isObject ? .commaOrEndOfObject : .commaOrEndOfArray
            let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            let byte = try JSONScanner.nextByte(input, &offset, wanted: wanted)
            if byte == UInt8(ascii: ",") {
                offset += 1
                let following: JSONExpectation = isObject ? .name : .value
                let next = try JSONScanner.nextByte(input, &offset, wanted: following)
                if next == end { throw .trailingComma(offset: offset) }
                if isObject { try parseName(input, &offset, wanted: following) }
                nodes[open].countOneMore()
                return true
            }
            guard byte == end else { throw .unexpectedByte(offset: offset, byte: byte, wanted: wanted) }
            offset += 1
            close(input, at: offset)
        }
        JSONScanner.skipWhiteSpace(input, &offset)
        guard offset == input.count else { throw .trailingBytes(offset: offset) }
        return false
    }

    /// Reads the name at `offset` and the colon after it.
    private mutating func parseName(
        _ input: Span<UInt8>, _ offset: inout Int, wanted: JSONExpectation
    ) throws(JSONError) {
        let start = offset
        guard input[start] == UInt8(ascii: "\"") else {
            throw .unexpectedByte(offset: start, byte: input[start], wanted: wanted)
        }
        let hasEscapes = try JSONScanner.scanString(input, &offset)
        append(.string, marked: hasEscapes, start: start, end: offset)
        let byte = try JSONScanner.nextByte(input, &offset, wanted: .colon)
        guard byte == UInt8(ascii: ":") else {
            throw .unexpectedByte(offset: offset, byte: byte, wanted: .colon)
        }
        offset += 1
    }

    private mutating func append(_ kind: JSONKind, marked: Bool = false, start: Int, end: Int) {
        nodes.append(JSONNode(kind, marked: marked, start: start, end: end, next: nodes.count + 1))
    }

    /// Closes the innermost container, whose last byte lies before `end`.
    private mutating func close(_ input: Span<UInt8>, at end: Int) {
        let closed = open
        open = Int(nodes[closed].next)
        depth -= 1
        nodes[closed].end = UInt32(truncatingIfNeeded: end)
        nodes[closed].next = UInt32(truncatingIfNeeded: nodes.count)
        if nodes[closed].kind == .object, nodes[closed].count > 1 { findDuplicates(in: closed, input) }
    }
}

// MARK: Duplicate names

extension JSONParser {
    /// Few names are compared with those that share their mark, many by a table.
    private mutating func findDuplicates(in object: Int, _ input: Span<UInt8>) {
        let count = nodes[object].count
        let before = duplicates.count
        var key = object + 1
        if count <= 16 {
            var seen: UInt64 = 0
            for _ in 0..<count {
                let mark = mark(nodes[key], input)
                if seen & mark != 0, isRepeated(key, from: object + 1, input) { duplicates.append(key) }
                seen |= mark
                key = Int(nodes[key + 1].next)
            }
        } else {
            var seen: Set<[UInt8]> = []
            for _ in 0..<count {
                if !seen.insert(name(key, input)).inserted { duplicates.append(key) }
                key = Int(nodes[key + 1].next)
            }
        }
        if duplicates.count > before { nodes[object].mark() }
    }

    /// One bit for a name, equal for equal names; all bits where escapes hide what the name is.
    private func mark(_ name: JSONNode, _ input: Span<UInt8>) -> UInt64 {
        if name.isMarked { return .max }
        let first = UInt64(input[Int(name.start) + 1])
        let last = UInt64(input[Int(name.end) - 2])
        return 1 &<< (first &+ last &* 4 &+ UInt64(name.end &- name.start))
    }

    private func isRepeated(_ key: Int, from first: Int, _ input: Span<UInt8>) -> Bool {
        var other = first
        while other < key {
            if areEqual(nodes[other], nodes[key], input) { return true }
            other = Int(nodes[other + 1].next)
        }
        return false
    }

    private func areEqual(_ a: JSONNode, _ b: JSONNode, _ input: Span<UInt8>) -> Bool {
        if a.isMarked || b.isMarked { return name(a, input) == name(b, input) }
        guard a.end - a.start == b.end - b.start else { return false }
        let distance = Int(b.start) - Int(a.start)
        for offset in a.content where input[offset] != input[offset + distance] { return false }
        return true
    }

    private func name(_ key: Int, _ input: Span<UInt8>) -> [UInt8] { name(nodes[key], input) }

    private func name(_ node: JSONNode, _ input: Span<UInt8>) -> [UInt8] {
        let raw = node.content.map { input[$0] }
        return node.isMarked ? JSONEscape.resolve(raw[...]) : raw
    }
}
