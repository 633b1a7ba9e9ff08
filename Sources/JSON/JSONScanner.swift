/// The lexical grammar of RFC 8259: white space, strings, numbers, literals.
enum JSONScanner {
    @inline(__always)
    static func skipWhiteSpace(_ input: Span<UInt8>, _ offset: inout Int) {
        while offset < input.count {
            switch input[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// The byte after any white space; `offset` stays on it.
    @inline(__always)
    static func nextByte(
        _ input: Span<UInt8>, _ offset: inout Int, wanted: JSONExpectation
    ) throws(JSONError) -> UInt8 {
        skipWhiteSpace(input, &offset)
        guard offset < input.count else { throw .truncated(offset: offset, wanted: wanted) }
        return input[offset]
    }

    static func scanLiteral(
        _ literal: StaticString, _ input: Span<UInt8>, _ offset: inout Int, wanted: JSONExpectation
    ) throws(JSONError) {
        let text = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        for byte in text {
            guard offset < input.count else { throw .truncated(offset: offset, wanted: wanted) }
            guard input[offset] == byte else {
                throw .unexpectedByte(offset: offset, byte: input[offset], wanted: wanted)
            }
            offset += 1
        }
    }

    // MARK: Numbers

    static func scanNumber(_ input: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        if input[offset] == UInt8(ascii: "-") { offset += 1 }
        if offset < input.count, input[offset] == UInt8(ascii: "0") {
            offset += 1
            if offset < input.count, isDigit(input[offset]) { throw .leadingZero(offset: offset) }
        } else {
            try scanDigits(input, &offset)
        }
        if offset < input.count, input[offset] == UInt8(ascii: ".") {
            offset += 1
            try scanDigits(input, &offset)
        }
        if offset < input.count, input[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < input.count, input[offset] == UInt8(ascii: "+") || input[offset] == UInt8(ascii: "-")
            {
                offset += 1
            }
            try scanDigits(input, &offset)
        }
    }

    private static func scanDigits(_ input: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        guard offset < input.count else { throw .truncated(offset: offset, wanted: .digit) }
        guard isDigit(input[offset]) else {
            throw .unexpectedByte(offset: offset, byte: input[offset], wanted: .digit)
        }
        repeat { offset += 1 } while offset < input.count && isDigit(input[offset])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    // MARK: Strings

    /// Reads the string whose opening quote is at `offset`; tells whether it has escapes.
    static func scanString(_ input: Span<UInt8>, _ offset: inout Int) throws(JSONError) -> Bool {
        var hasEscapes = false
        offset += 1
        while true {
            skipPlainText(input, &offset)
            guard offset < input.count else { throw .truncated(offset: offset, wanted: .endOfString) }
            let byte = input[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape(input, &offset)
            case 0..<0x20:
                throw .controlCharacter(offset: offset, character: byte)
            case 0x80...:
                guard let length = sequenceLength(input, at: offset) else { throw .notUTF8(offset: offset) }
                offset += length
            default:
                offset += 1
            }
        }
    }

    /// Passes over text that needs no look at its bytes, eight of them at a time.
    @inline(__always)
    private static func skipPlainText(_ input: Span<UInt8>, _ offset: inout Int) {
        while input.count &- offset >= 8 {
            let word = UInt64(
                littleEndian: input.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let stops = JSONPlainText.specials(in: word) | JSONPlainText.nonASCII(in: word)
            guard stops == 0 else {
                offset += stops.trailingZeroBitCount / 8
                return
            }
            offset += 8
        }
    }

    private static func scanEscape(_ input: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        offset += 1
        guard offset < input.count else { throw .truncated(offset: offset, wanted: .escape) }
        switch input[offset] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            offset += 1
            for _ in 0..<4 {
                guard offset < input.count else { throw .truncated(offset: offset, wanted: .escape) }
                guard JSONEscape.digitValue(input[offset]) != nil else {
                    throw .badUnicodeEscape(offset: offset)
                }
                offset += 1
            }
        case let character:
            throw .unknownEscape(offset: offset, character: character)
        }
    }

    /// The length of the well-formed UTF-8 sequence at `offset` (Unicode table 3-7); nil when it is none.
    private static func sequenceLength(_ input: Span<UInt8>, at offset: Int) -> Int? {
        let lead = input[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: return nil
        }
        guard input.count - offset >= length, second.contains(input[offset + 1]) else { return nil }
        for place in 2..<max(length, 2) where input[offset + place] & 0xC0 != 0x80 { return nil }
        return length
    }
}
