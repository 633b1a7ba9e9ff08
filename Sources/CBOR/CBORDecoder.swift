/// Reads CBOR in the canonical form of CTAP2 (CTAP 2.1 section 8, message encoding).
///
/// Refused are all non-shortest integers and lengths, indefinite lengths, tags, keys out of order or twice, text
/// that is not UTF-8, and floats, `undefined` and unassigned simple values, which no message has. Nothing is
/// allocated on the word of a length alone. Depth counts maps and arrays within each other, the outermost as
/// one: CTAP messages have at most 4, an attestation object with a compound statement 5. More than
/// ``depthCeiling`` is never read, whatever the caller allows.
public enum CBORDecoder {
    /// The depth beyond which no caller can go, so that no input exhausts the stack.
    public static let depthCeiling = 128

    /// Reads the one item that the bytes are.
    ///
    /// - Throws: ``CBORError``, the first fault in reading order; bytes after the item are one.
    public static func decode(
        _ bytes: [UInt8], maximumDepth: Int = 16
    ) throws(CBORError) -> CBORValue {
        let (value, end) = try decodePrefix(bytes, from: 0, maximumDepth: maximumDepth)
        guard end == bytes.count else { throw .trailingBytes(offset: end, count: bytes.count - end) }
        return value
    }

    /// Reads one item that starts at `offset`; `end` is the offset of the first byte after it.
    ///
    /// - Throws: ``CBORError``, its offset counted from the start of `bytes`.
    public static func decodePrefix(
        _ bytes: [UInt8], from offset: Int, maximumDepth: Int = 16
    ) throws(CBORError) -> (value: CBORValue, end: Int) {
        var parser = CBORParser(bytes, from: offset, maximumDepth: maximumDepth)
        let value = try parser.parseItem(depth: 0)
        return (value, parser.offset)
    }

    /// Reads the one item that the bytes are, and lists what it forgave.
    ///
    /// - Parameter leniency: what may be forgiven; everything else is thrown as by ``decode(_:maximumDepth:)``.
    /// - Throws: ``CBORError``, the first fault that is not forgiven; bytes after the item are one.
    public static func decodeLeniently(
        _ bytes: [UInt8], maximumDepth: Int = 16, forgiving leniency: CBORLeniency = .canonicalForm
    ) throws(CBORError) -> LenientCBOR {
        let item = try decodePrefixLeniently(
            bytes, from: 0, maximumDepth: maximumDepth, forgiving: leniency)
        guard item.end == bytes.count else {
            throw .trailingBytes(offset: item.end, count: bytes.count - item.end)
        }
        return item
    }

    /// Reads one item that starts at `offset`, whatever follows it, and lists what it forgave.
    ///
    /// - Throws: ``CBORError``, the first fault that is not forgiven.
    public static func decodePrefixLeniently(
        _ bytes: [UInt8], from offset: Int, maximumDepth: Int = 16,
        forgiving leniency: CBORLeniency = .canonicalForm
    ) throws(CBORError) -> LenientCBOR {
        // Most are canonical, and the strict reading is four times as fast.
        if let (value, end) = try? decodePrefix(bytes, from: offset, maximumDepth: maximumDepth) {
            return LenientCBOR(value: value, end: end, forgiven: [])
        }
        var parser = CBORParser(bytes, from: offset, maximumDepth: maximumDepth, leniency: leniency)
        let value = try parser.parseItem(depth: 0)
        return LenientCBOR(value: value, end: parser.offset, forgiven: parser.forgiven)
    }
}

/// Which breaches of the canonical form a lenient reading forgives.
///
/// Malformed bytes are never forgiven.
public struct CBORLeniency: OptionSet, Hashable, Sendable {
    /// The bits, one a kind of breach.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Integers and lengths that are not in their shortest form.
    public static let nonShortest = CBORLeniency(rawValue: 1)
    /// Keys out of order; not keys that come twice.
    public static let keyOrder = CBORLeniency(rawValue: 2)
    /// Keys that come twice, in any order.
    public static let duplicateKeys = CBORLeniency(rawValue: 4)
    /// Strings and containers of indefinite length.
    public static let indefiniteLengths = CBORLeniency(rawValue: 8)
    /// Tags; each counts as one of the depth.
    public static let tags = CBORLeniency(rawValue: 16)
    /// Floats, `undefined` and unassigned simple values.
    public static let unusedTypes = CBORLeniency(rawValue: 32)

    /// What real peers get wrong without changing what the item means: order and length of forms.
    public static let canonicalForm: CBORLeniency = [.nonShortest, .keyOrder]
    /// Everything that is well-formed CBOR (RFC 8949 section 5.3.1) and valid UTF-8.
    public static let wellFormed: CBORLeniency = [
        .nonShortest, .keyOrder, .duplicateKeys, .indefiniteLengths, .tags, .unusedTypes,
    ]
}

/// What a lenient reading found.
public struct LenientCBOR: Hashable, Sendable {
    /// The item.
    public let value: CBORValue
    /// The offset of the first byte after the item.
    public let end: Int
    /// What was forgiven, in reading order; empty if the item was canonical.
    public let forgiven: [CBORError]

    /// Pairs an item with what was forgiven in it.
    public init(value: CBORValue, end: Int, forgiven: [CBORError]) {
        self.value = value
        self.end = end
        self.forgiven = forgiven
    }
}
