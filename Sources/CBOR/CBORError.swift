/// Why bytes are not CBOR, or not in the canonical form of CTAP2; every case names the offset.
///
/// An offset is that of the first byte of the item at fault, unless the case says otherwise. It never
/// exceeds the number of bytes given.
public enum CBORError: Error, Hashable, Sendable {
    /// The bytes end where an item, or the rest of its head, should stand; `offset` is their end.
    case truncated(offset: Int)
    /// A string claims more bytes, or a container more items, than the remaining bytes could hold.
    case lengthTooLarge(offset: Int, claimed: UInt64, available: Int)
    /// Bytes follow the one item that was expected; `offset` is that of the first of them.
    case trailingBytes(offset: Int, count: Int)
    /// Additional information 28 to 30, or 31 on a major type that has no indefinite length
    /// (RFC 8949 section 3).
    case reservedAdditionalInformation(offset: Int, value: UInt8)
    /// A break code where no container or string of indefinite length is open.
    case unexpectedBreak(offset: Int)
    /// A chunk of an indefinite-length string that is no definite-length string of the same major type.
    case badChunk(offset: Int)
    /// Text that is not UTF-8; `offset` is that of the first byte of the ill-formed sequence.
    case notUTF8(offset: Int)
    /// A simple value below 32 in the two-byte form (RFC 8949 section 3.3).
    case malformedSimpleValue(offset: Int, value: UInt8)
    /// More maps, arrays and tags within each other than the reader allows; the outermost counts as one.
    case tooDeep(offset: Int, maximum: Int)
    /// An integer or a length that would have fitted a shorter form.
    case nonShortest(offset: Int)
    /// A key that sorts before the one in front of it; `offset` is that of the later key.
    case keyOrder(offset: Int)
    /// A key that the map already has; `offset` is that of the later key.
    case duplicateKey(offset: Int)
    /// An item of indefinite length.
    case indefiniteLength(offset: Int)
    /// A tag.
    case tag(offset: Int, number: UInt64)
    /// A floating-point number: no message of CTAP2 and no structure of WebAuthn has one.
    case float(offset: Int)
    /// `undefined` (23) or an unassigned simple value, which likewise no message has.
    case simpleValue(offset: Int, value: UInt8)
}

extension CBORError {
    /// Where the fault lies, in bytes from the start of the bytes given to the reader.
    public var offset: Int {
        switch self {
        case .truncated(let offset), .lengthTooLarge(let offset, _, _), .trailingBytes(let offset, _),
            .reservedAdditionalInformation(let offset, _), .unexpectedBreak(let offset),
            .badChunk(let offset), .notUTF8(let offset), .malformedSimpleValue(let offset, _),
            .tooDeep(let offset, _), .nonShortest(let offset), .keyOrder(let offset),
            .duplicateKey(let offset), .indefiniteLength(let offset), .tag(let offset, _),
            .float(let offset), .simpleValue(let offset, _):
            offset
        }
    }
}

extension CBORError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String { "\(story) at offset \(offset)" }

    private var story: String {
        switch self {
        case .truncated: "the bytes end within an item"
        case .lengthTooLarge(_, let claimed, let available):
            "a length of \(claimed) with \(bytes(available)) left"
        case .trailingBytes(_, let count): "\(bytes(count)) after the item"
        case .reservedAdditionalInformation(_, let value): "reserved additional information \(value)"
        case .unexpectedBreak: "a break code outside any indefinite-length item"
        case .badChunk: "a wrong chunk in an indefinite-length string"
        case .notUTF8: "text that is not UTF-8"
        case .malformedSimpleValue(_, let value): "simple value \(value) in the two-byte form"
        case .tooDeep(_, let maximum): "more than \(maximum) nested maps and arrays"
        case .nonShortest: "an integer or length not in its shortest form"
        case .keyOrder: "a map key out of canonical order"
        case .duplicateKey: "a duplicate map key"
        case .indefiniteLength: "an item of indefinite length"
        case .tag(_, let number): "tag \(number)"
        case .float: "a floating-point number"
        case .simpleValue(_, 23): "undefined"
        case .simpleValue(_, let value): "unassigned simple value \(value)"
        }
    }

    private func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
