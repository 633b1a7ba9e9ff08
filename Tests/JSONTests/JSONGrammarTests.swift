import JSON
import Testing

/// RFC 8259, sections 2 to 8: what is JSON, and the first byte at which everything else stops being it.
@Suite struct JSONGrammarTests {
    @Test(
        "Every form of the grammar is accepted",
        arguments: [
            // Any value may stand alone (section 2), white space around it.
            "null", "true", "false", "0", "\"\"", "[]", "{}", " \t\r\n[] \t\r\n", "\n1", "1\n",
            "[ ]", "{ }", "[\t1\r,\n2 ]", "{ \"a\" : 1 , \"b\" : [ ] }", "[[],[[]],{\"a\":{}}]",
            "[null,true,false]", "{\"\":0}", "{\"a\":1,\"a\":2}", "{\"\\u0061\":1,\"a\":2}",
            // Numbers (section 6).
            "-0", "-1", "10", "1234567890", "0.0", "-0.0", "1.5", "0.00000000000000000000000000000000000001",
            "1e1", "1E1", "1e+1", "1e-1", "0e0", "0E+00", "-0e-0", "1.5e300", "1e400", "-1e-400", "1e00001",
            "123456789012345678901234567890123456789012345678901234567890",
            "1e99999999999999999999999999999999999999999",
            // Strings (section 7).
            #""\" \\ \/ \b \f \n \r \t""#, #""\u0000""#, #""\u00e9\u00E9""#, #""\uD83D\uDE00""#,
            #""\ud83d\ude00""#,
            #""\ud800""#, #""\udc00""#, #""\udc00\ud800""#, #""\uFEFF""#, #""\uFFFF""#, #""\\u12""#,
            "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\"", "\"\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\"",
            "\"\u{FFFF}\u{10000}\u{10FFFF}\"", "\"/*comment*/\"", "{\"\u{1F600}\":\"\u{1F600}\"}",
        ])
    func accepted(text: String) throws {
        let document = try JSONDocument(parsing: text)
        #expect(document.bytes == Array(text.utf8))
        let trimmed = text.utf8.drop { $0 <= 0x20 }
        #expect(document.root.rawBytes.elementsEqual(trimmed.prefix(document.root.length)))
    }

    struct Refusal {
        let text: String
        let error: JSONError
        init(_ text: String, _ error: JSONError) {
            self.text = text
            self.error = error
        }
        static func ascii(
            _ text: String, _ offset: Int, _ byte: Unicode.Scalar, _ wanted: JSONExpectation
        ) -> Self {
            Refusal(text, .unexpectedByte(offset: offset, byte: UInt8(ascii: byte), wanted: wanted))
        }
        static func ends(_ text: String, _ wanted: JSONExpectation) -> Self {
            Refusal(text, .truncated(offset: text.utf8.count, wanted: wanted))
        }
    }

    static let structure: [Refusal] = [
        .ends("", .value), .ends(" \n", .value),
        .ends("[", .valueOrEndOfArray), .ends("[1", .commaOrEndOfArray), .ends("[1,", .value),
        .ends("[[]", .commaOrEndOfArray), .ends("{", .nameOrEndOfObject), .ends("{\"a\"", .colon),
        .ends("{\"a\":", .value), .ends("{\"a\":1", .commaOrEndOfObject), .ends("{\"a\":1,", .name),
        .ends("{\"a\":{}", .commaOrEndOfObject),
        .ascii("]", 0, "]", .value), .ascii("}", 0, "}", .value), .ascii(",", 0, ",", .value),
        .ascii(":", 0, ":", .value), .ascii("[,", 1, ",", .valueOrEndOfArray),
        .ascii("[,1]", 1, ",", .valueOrEndOfArray), .ascii("[1,,2]", 3, ",", .value),
        .ascii("[1 2]", 3, "2", .commaOrEndOfArray), .ascii("[1:2]", 2, ":", .commaOrEndOfArray),
        .ascii("[1}", 2, "}", .commaOrEndOfArray), .ascii("[}", 1, "}", .valueOrEndOfArray),
        .ascii("[1,}", 3, "}", .value), .ascii("[\"a\" \"b\"]", 5, "\"", .commaOrEndOfArray),
        .ascii("{]", 1, "]", .nameOrEndOfObject), .ascii("{,}", 1, ",", .nameOrEndOfObject),
        .ascii("{1:1}", 1, "1", .nameOrEndOfObject), .ascii("{a:1}", 1, "a", .nameOrEndOfObject),
        .ascii("{'a':1}", 1, "'", .nameOrEndOfObject), .ascii("{null:1}", 1, "n", .nameOrEndOfObject),
        .ascii("{\"a\" 1}", 5, "1", .colon), .ascii("{\"a\",1}", 4, ",", .colon),
        .ascii("{\"a\"}", 4, "}", .colon), .ascii("{\"a\":}", 5, "}", .value),
        .ascii("{\"a\"::1}", 5, ":", .value), .ascii("{\"a\":1 \"b\":2}", 7, "\"", .commaOrEndOfObject),
        .ascii("{\"a\":1]", 6, "]", .commaOrEndOfObject), .ascii("{\"a\":1,2}", 7, "2", .name),
        .ascii("{\"a\":1,]", 7, "]", .name), .ascii("{\"a\":1,,\"b\":2}", 7, ",", .name),
        Refusal("[1,]", .trailingComma(offset: 3)), Refusal("[1 , ]", .trailingComma(offset: 5)),
        Refusal("{\"a\":1,}", .trailingComma(offset: 7)), Refusal("[[],]", .trailingComma(offset: 4)),
        Refusal("1 2", .trailingBytes(offset: 2)), Refusal("[]]", .trailingBytes(offset: 2)),
        Refusal("{}}", .trailingBytes(offset: 2)), Refusal("[],", .trailingBytes(offset: 2)),
        Refusal("{} //", .trailingBytes(offset: 3)), Refusal("null\u{0}", .trailingBytes(offset: 4)),
        Refusal("[]\u{A0}", .trailingBytes(offset: 2)), Refusal("\"a\"b", .trailingBytes(offset: 3)),
        // Not white space here: form feed, vertical tab, no-break space, line separator.
        Refusal("\u{C}1", .unexpectedByte(offset: 0, byte: 0x0C, wanted: .value)),
        Refusal("[\u{B}]", .unexpectedByte(offset: 1, byte: 0x0B, wanted: .valueOrEndOfArray)),
        Refusal("\u{A0}1", .unexpectedByte(offset: 0, byte: 0xC2, wanted: .value)),
        Refusal("[1\u{2028}]", .unexpectedByte(offset: 2, byte: 0xE2, wanted: .commaOrEndOfArray)),
        .ascii("/*c*/1", 0, "/", .value), .ascii("'a'", 0, "'", .value), .ascii("`a`", 0, "`", .value),
        Refusal("\u{FEFF}{}", .byteOrderMark(offset: 0)), Refusal("\u{FEFF}", .byteOrderMark(offset: 0)),
        Refusal(" \u{FEFF}1", .unexpectedByte(offset: 1, byte: 0xEF, wanted: .value)),
    ]

    static let scalars: [Refusal] = [
        .ends("t", .literalTrue), .ends("[fals", .literalFalse), .ends("nul", .literalNull),
        .ascii("tRue", 1, "R", .literalTrue), .ascii("nulL", 3, "L", .literalNull),
        .ascii("[falsy]", 5, "y", .literalFalse), .ascii("True", 0, "T", .value),
        .ascii("NULL", 0, "N", .value),
        .ascii("undefined", 0, "u", .value), .ascii("NaN", 0, "N", .value),
        .ascii("nan", 1, "a", .literalNull),
        .ascii("Infinity", 0, "I", .value), .ascii("-Infinity", 1, "I", .digit),
        Refusal("truee", .trailingBytes(offset: 4)), Refusal("nullnull", .trailingBytes(offset: 4)),
        .ends("-", .digit), .ends("1.", .digit), .ends("1e", .digit), .ends("1e+", .digit),
        .ends("[1.5E-", .digit),
        .ascii("-a", 1, "a", .digit), .ascii("--1", 1, "-", .digit), .ascii("-.5", 1, ".", .digit),
        .ascii("+1", 0, "+", .value), .ascii(".5", 0, ".", .value), .ascii("[1.]", 3, "]", .digit),
        .ascii("1.e1", 2, "e", .digit), .ascii("1e.5", 2, ".", .digit), .ascii("1ee1", 2, "e", .digit),
        .ascii("1e+-1", 3, "-", .digit), .ascii("1.-5", 2, "-", .digit),
        .ascii("[1+2]", 2, "+", .commaOrEndOfArray),
        .ascii("[0x1]", 2, "x", .commaOrEndOfArray), .ascii("[1_000]", 2, "_", .commaOrEndOfArray),
        .ascii("[1.2.3]", 4, ".", .commaOrEndOfArray), .ascii("[1e2.5]", 4, ".", .commaOrEndOfArray),
        Refusal("01", .leadingZero(offset: 1)), Refusal("-01", .leadingZero(offset: 2)),
        Refusal("[00]", .leadingZero(offset: 2)), Refusal("00.5", .leadingZero(offset: 1)),
        Refusal("1f", .trailingBytes(offset: 1)), Refusal("1,000", .trailingBytes(offset: 1)),
        Refusal("\u{FF11}", .unexpectedByte(offset: 0, byte: 0xEF, wanted: .value)),
    ]

    static let strings: [Refusal] = [
        .ends("\"", .endOfString), .ends("\"abcdefgh", .endOfString), .ends("[\"a", .endOfString),
        .ends("{\"a", .endOfString), .ends("\"\\\"", .endOfString),
        .ends("\"\\", .escape), .ends("\"\\u", .escape), .ends("\"\\u004", .escape),
        .ends("\"\\u0041", .endOfString),
        Refusal(#""\u004""#, .badUnicodeEscape(offset: 6)), Refusal(#""\u""#, .badUnicodeEscape(offset: 3)),
        Refusal(#""\u00G0""#, .badUnicodeEscape(offset: 5)),
        Refusal(#""\u+041""#, .badUnicodeEscape(offset: 3)),
        Refusal(#""\u{41}""#, .badUnicodeEscape(offset: 3)),
        Refusal(#""\ud83d\u""#, .badUnicodeEscape(offset: 9)),
        Refusal(#""\x41""#, .unknownEscape(offset: 2, character: UInt8(ascii: "x"))),
        Refusal(#""\U0041""#, .unknownEscape(offset: 2, character: UInt8(ascii: "U"))),
        Refusal(#""\'""#, .unknownEscape(offset: 2, character: UInt8(ascii: "'"))),
        Refusal(#""\0""#, .unknownEscape(offset: 2, character: UInt8(ascii: "0"))),
        Refusal("\"\\\n\"", .unknownEscape(offset: 2, character: 0x0A)),
        Refusal("\"\\é\"", .unknownEscape(offset: 2, character: 0xC3)),
        Refusal("\"a\nb\"", .controlCharacter(offset: 2, character: 0x0A)),
        Refusal("\"a\tb\"", .controlCharacter(offset: 2, character: 0x09)),
        Refusal("\"\u{0}\"", .controlCharacter(offset: 1, character: 0x00)),
        Refusal("{\"a\u{1F}\":1}", .controlCharacter(offset: 3, character: 0x1F)),
    ]

    @Test(
        "Everything else is refused at the first byte that is wrong",
        arguments: structure + scalars + strings)
    func refused(row: Refusal) {
        #expect(throws: row.error) { try JSONDocument(parsing: row.text) }
        #expect(row.error.offset <= row.text.utf8.count)
    }

    @Test("Each byte at each place of a string is judged alike, whatever the alignment")
    func bytesOfStrings() {
        for place in 0..<18 {
            for byte in UInt8.min...UInt8.max {
                var bytes = Array(repeating: UInt8(ascii: "a"), count: 20)
                bytes[0] = UInt8(ascii: "\"")
                bytes[19] = UInt8(ascii: "\"")
                bytes[1 + place] = byte
                let offset = 1 + place
                let expected: JSONError? =
                    switch byte {
                    case 0..<0x20: .controlCharacter(offset: offset, character: byte)
                    case UInt8(ascii: "\""): .trailingBytes(offset: offset + 1)
                    case UInt8(ascii: "\\") where place == 17: .truncated(offset: 20, wanted: .endOfString)
                    case UInt8(ascii: "\\"): .unknownEscape(offset: offset + 1, character: UInt8(ascii: "a"))
                    case 0x80...: .notUTF8(offset: offset)
                    default: nil
                    }
                let error = Self.error(bytes)
                if error != expected {
                    Issue.record("byte \(byte) at \(offset): \(String(describing: error))")
                }
            }
        }
    }

    /// Unicode 16, table 3-7, from both sides of each border.
    @Test(
        "Bytes that are not UTF-8 are refused where their sequence starts",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x7F], [0xC2, 0xC0], [0xDF, 0xFF],
            [0xE0, 0x9F, 0xBF], [0xE0, 0x80, 0x80], [0xE1, 0x80], [0xE1, 0x80, 0x7F], [0xE1, 0xC0, 0x80],
            [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
            [0xF0, 0x9F, 0x98, 0x22],
            [0xF1, 0x80, 0x80, 0xC0], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFE], [0xFF],
        ] as [[UInt8]])
    func notUTF8(sequence: [UInt8]) {
        for padding in 0..<9 {
            let start = Array("[\"é".utf8) + Array(repeating: UInt8(ascii: "a"), count: padding)
            #expect(Self.error(start + sequence + Array("\"]".utf8)) == .notUTF8(offset: start.count))
            #expect(Self.error(start + sequence) == .notUTF8(offset: start.count))
        }
    }

    @Test(
        "UTF-16 and UTF-32 are not JSON",
        arguments: [
            ([0x31, 0x00], .trailingBytes(offset: 1)),
            ([0x00, 0x31], .unexpectedByte(offset: 0, byte: 0, wanted: .value)),
            ([0xFE, 0xFF, 0x00, 0x31], .unexpectedByte(offset: 0, byte: 0xFE, wanted: .value)),
            ([0xFF, 0xFE, 0x31, 0x00], .unexpectedByte(offset: 0, byte: 0xFF, wanted: .value)),
            ([0xEF, 0xBB], .unexpectedByte(offset: 0, byte: 0xEF, wanted: .value)),
        ] as [([UInt8], JSONError)])
    func otherEncodings(bytes: [UInt8], error: JSONError) {
        #expect(Self.error(bytes) == error)
    }

    @Test("Depth and size have limits, and no depth overflows the stack")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try JSONDocument(parsing: nested(64)).root.count == 1)
        #expect(throws: JSONError.tooDeep(offset: 64, maximum: 64)) { try JSONDocument(parsing: nested(65)) }
        #expect(throws: JSONError.tooDeep(offset: 64, maximum: 64)) {
            try JSONDocument(parsing: String(repeating: "[", count: 1_000_000))
        }
        #expect(throws: JSONError.tooDeep(offset: 5, maximum: 1)) {
            try JSONDocument(parsing: "{\"a\":{}}", limits: JSONLimits(maximumDepth: 1))
        }
        #expect(throws: JSONError.tooDeep(offset: 0, maximum: 0)) {
            try JSONDocument(parsing: "[]", limits: JSONLimits(maximumDepth: -1))
        }
        let unlimited = JSONLimits(maximumBytes: .max, maximumDepth: .max)
        #expect(throws: JSONError.tooDeep(offset: 512, maximum: 512)) {
            try JSONDocument(parsing: nested(100_000), limits: unlimited)
        }
        let deepest = try JSONValue(parsing: nested(512), limits: unlimited)
        #expect(deepest.serialised() == Array(nested(512).utf8))
        // Side by side is not deep.
        #expect(
            try JSONDocument(parsing: "[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]")
                .root.count == 1000)

        #expect(throws: JSONError.tooLarge(offset: 4, count: 5, maximum: 4)) {
            try JSONDocument(parsing: " [ ] ", limits: JSONLimits(maximumBytes: 4))
        }
        #expect(try JSONDocument(parsing: " [ ] ", limits: JSONLimits(maximumBytes: 5)).root.count == 0)
        let long = "\"" + String(repeating: "x", count: 1 << 20) + "\""
        #expect(throws: JSONError.tooLarge(offset: 1 << 20, count: 1 << 20 + 2, maximum: 1 << 20)) {
            try JSONDocument(parsing: long)
        }
        #expect(try JSONDocument(parsing: long, limits: unlimited).root.length == long.utf8.count)
    }

    @Test(
        "Errors are sentences that name the offset and what would be right",
        arguments: [
            ("[1 2]", "'2' at offset 3, where ',' or ']' is wanted"),
            ("{\"a\":\u{0}}", "the byte 0x00 at offset 5, where a value is wanted"),
            ("[1", "the JSON text ends at offset 2, where ',' or ']' is wanted"),
            (
                "[1,]",
                "a closing bracket follows a comma at offset 3; JSON has none after the last element or member"
            ),
            (
                "\"\n\"",
                "the string holds the control character 0x0a at offset 1; it must be escaped as \\u000a"
            ),
            (
                "-01",
                "the number has a digit after its leading zero at offset 2; it must be written without the zero"
            ),
        ])
    func descriptions(text: String, sentence: String) {
        #expect(Self.error(Array(text.utf8))?.description == sentence)
    }

    static func error(_ bytes: [UInt8]) -> JSONError? {
        do {
            _ = try JSONDocument(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }
}
