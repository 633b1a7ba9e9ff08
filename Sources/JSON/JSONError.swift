import Bytes

/// Why a text is not JSON (RFC 8259), or not within the limits; every case names the offset of the byte
/// that is wrong.
public enum JSONError: Error, Hashable, Sendable {
    /// The document has more bytes than ``JSONLimits/maximumBytes``; the offset is that of the first byte
    /// too many.
    case tooLarge(offset: Int, count: Int, maximum: Int)
    /// The document starts with U+FEFF, which RFC 8259 section 8.1 forbids to write.
    case byteOrderMark(offset: Int)
    /// The document ends where something must follow; the offset is the document's length.
    case truncated(offset: Int, wanted: JSONExpectation)
    /// A byte that cannot stand here.
    case unexpectedByte(offset: Int, byte: UInt8, wanted: JSONExpectation)
    /// A closing bracket right after a comma; the offset is that of the bracket.
    case trailingComma(offset: Int)
    /// Something other than white space after the document's one value.
    case trailingBytes(offset: Int)
    /// More containers inside each other than ``JSONLimits/maximumDepth``.
    case tooDeep(offset: Int, maximum: Int)
    /// A number such as `012`; the offset is that of the digit after the zero.
    case leadingZero(offset: Int)
    /// A control character (U+0000 to U+001F) in a string, where only an escape may stand for it.
    case controlCharacter(offset: Int, character: UInt8)
    /// A backslash before a character that makes no escape; the offset is that of the character.
    case unknownEscape(offset: Int, character: UInt8)
    /// Fewer than four hexadecimal digits after `\u`; the offset is that of the first character that is none.
    case badUnicodeEscape(offset: Int)
    /// A string holds bytes that are not UTF-8; the offset is that of the first byte of the bad sequence.
    case notUTF8(offset: Int)

    /// The offset of the byte that is wrong, counted from the document's first byte.
    public var offset: Int {
        switch self {
        case .tooLarge(let offset, _, _), .byteOrderMark(let offset), .truncated(let offset, _),
            .unexpectedByte(let offset, _, _), .trailingComma(let offset), .trailingBytes(let offset),
            .tooDeep(let offset, _), .leadingZero(let offset), .controlCharacter(let offset, _),
            .unknownEscape(let offset, _), .badUnicodeEscape(let offset), .notUTF8(let offset):
            offset
        }
    }
}

/// What the grammar of RFC 8259 has in the place of a byte that was refused.
public enum JSONExpectation: String, Hashable, Sendable {
    /// Any value.
    case value = "a value"
    /// The first element of an array, or the array's end.
    case valueOrEndOfArray = "a value or ']'"
    /// The name of a member: a string.
    case name = "a member name in double quotes"
    /// The name of an object's first member, or the object's end.
    case nameOrEndOfObject = "a member name in double quotes or '}'"
    /// The colon between name and value.
    case colon = "':'"
    /// What follows an element of an array.
    case commaOrEndOfArray = "',' or ']'"
    /// What follows a member of an object.
    case commaOrEndOfObject = "',' or '}'"
    /// A digit of a number.
    case digit = "a digit"
    /// More of a string.
    case endOfString = "the closing '\"' of the string"
    /// The rest of an escape.
    case escape = "the rest of an escape"
    /// The literal `true`.
    case literalTrue = "the literal 'true'"
    /// The literal `false`.
    case literalFalse = "the literal 'false'"
    /// The literal `null`.
    case literalNull = "the literal 'null'"
}

extension JSONError: CustomStringConvertible {
    /// A sentence for people: what is wrong, where, and what would be right.
    public var description: String {
        switch self {
        case .tooLarge(_, let count, let maximum):
            "the JSON text has \(count) bytes; at most \(maximum) are read"
        case .byteOrderMark(let offset):
            "the JSON text starts with a byte order mark at offset \(offset); it must start with its value"
        case .truncated(let offset, let wanted):
            "the JSON text ends at offset \(offset), where \(wanted.rawValue) is wanted"
        case .unexpectedByte(let offset, let byte, let wanted):
            "\(Self.name(byte)) at offset \(offset), where \(wanted.rawValue) is wanted"
        case .trailingComma(let offset):
            "a closing bracket follows a comma at offset \(offset); JSON has none after the last element or member"
        case .trailingBytes(let offset):
            "more text follows the JSON value at offset \(offset), where only white space may stand"
        case .tooDeep(let offset, let maximum):
            "the container that opens at offset \(offset) lies deeper than the allowed \(maximum) levels"
        case .leadingZero(let offset):
            "the number has a digit after its leading zero at offset \(offset); it must be written without the zero"
        case .controlCharacter(let offset, let character):
            "the string holds the control character 0x\(Hex.encode([character])) at offset \(offset); "
                + "it must be escaped as \\u00\(Hex.encode([character]))"
        case .unknownEscape(let offset, let character):
            "a backslash before \(Self.name(character)) at offset \(offset) is no escape; "
                + "those are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits"
        case .badUnicodeEscape(let offset):
            "no hexadecimal digit at offset \(offset); \\u must be followed by four of them"
        case .notUTF8(let offset):
            "the string's bytes at offset \(offset) are not UTF-8, which JSON text must be"
        }
    }

    /// Quotes a visible ASCII character, gives the number of any other byte.
    private static func name(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "the byte 0x\(Hex.encode([byte]))"
    }
}
