/// Reads DER (X.690) strictly, element by element; every refusal names the offset.
///
/// The reader keeps no stack and follows no nesting by itself, so hostile depth costs nothing.
public struct DERReader: Sendable {
    private let bytes: [UInt8]
    private let end: Int
    /// Where the next element starts, in the bytes that were given at first.
    public private(set) var offset: Int

    /// Reads the elements in `bytes`.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = 0
        end = bytes.count
    }

    /// Reads the elements inside another one, constructed or an OCTET STRING that wraps DER.
    public init(contentsOf element: DERElement) {
        bytes = element.bytes
        offset = element.contentRange.lowerBound
        end = element.contentRange.upperBound
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { offset == end }

    /// The tag of the next element; nil at the end.
    public func peekTag() throws(CryptographyError) -> DERTag? {
        if isAtEnd { return nil }
        var position = offset
        return try readTag(&position)
    }

    /// The next element, whatever it is.
    public mutating func readAny() throws(CryptographyError) -> DERElement {
        var position = offset
        let tag = try readTag(&position)
        return try readContents(tag, at: position)
    }

    /// The next element, which must have this tag.
    public mutating func read(_ tag: DERTag) throws(CryptographyError) -> DERElement {
        guard !isAtEnd else { throw .der(.missing(offset: offset, expected: tag)) }
        var position = offset
        let found = try readTag(&position)
        guard found == tag else {
            throw .der(.unexpectedTag(offset: offset, expected: tag, found: found))
        }
        return try readContents(tag, at: position)
    }

    /// The next element if it has this tag; else nil, and nothing is read.
    public mutating func readIfPresent(_ tag: DERTag) throws(CryptographyError) -> DERElement? {
        guard !isAtEnd else { return nil }
        var position = offset
        guard try readTag(&position) == tag else { return nil }
        return try readContents(tag, at: position)
    }

    /// A reader inside the next element, which must be a SEQUENCE.
    public mutating func readSequence() throws(CryptographyError) -> DERReader {
        DERReader(contentsOf: try read(.sequence))
    }

    /// Refuses anything that is left.
    public func finish() throws(CryptographyError) {
        guard isAtEnd else { throw .der(.trailingBytes(offset: offset, count: end - offset)) }
    }

    /// The one element that `bytes` consist of.
    public static func readWhole(_ tag: DERTag, of bytes: [UInt8]) throws(CryptographyError) -> DERElement {
        var reader = DERReader(bytes)
        let element = try reader.read(tag)
        try reader.finish()
        return element
    }

    /// Takes the element whose tag ends at `position`.
    private mutating func readContents(
        _ tag: DERTag, at position: Int
    ) throws(CryptographyError) -> DERElement {
        var position = position
        let length = try readLength(&position)
        guard length <= end - position else { throw .der(.truncated(offset: end)) }
        let element = DERElement(
            bytes: bytes, tag: tag, offset: offset, contentRange: position..<position + length)
        offset = position + length
        return element
    }

    private func octet(_ position: inout Int) throws(CryptographyError) -> UInt8 {
        guard position < end else { throw .der(.truncated(offset: end)) }
        defer { position += 1 }
        return bytes[position]
    }

    private func readTag(_ position: inout Int) throws(CryptographyError) -> DERTag {
        let first = try octet(&position)
        var number = UInt32(first & 0x1F)
        if number == 0x1F {
            number = 0
            var group: UInt8
            repeat {
                group = try octet(&position)
                // No leading zero group, and room for seven more bits.
                guard number > 0 || group != 0x80, number >> 25 == 0 else {
                    throw .der(.badTag(offset: offset))
                }
                number = number << 7 | UInt32(group & 0x7F)
            } while group & 0x80 != 0
            guard number >= 31 else { throw .der(.badTag(offset: offset)) }
        }
        let tagClass: DERTag.Class =
            switch first >> 6 {
            case 0: .universal
            case 1: .application
            case 2: .contextSpecific
            default: .private
            }
        return DERTag(tagClass, number, isConstructed: first & 0x20 != 0)
    }

    private func readLength(_ position: inout Int) throws(CryptographyError) -> Int {
        let start = position
        let first = try octet(&position)
        guard first >= 0x80 else { return Int(first) }
        guard first > 0x80 else { throw .der(.indefiniteLength(offset: start)) }
        let count = Int(first & 0x7F)
        guard count <= 4 else { throw .der(.lengthTooLarge(offset: start)) }
        var length = 0
        for index in 0..<count {
            let next = try octet(&position)
            guard index > 0 || next != 0 else { throw .der(.nonMinimalLength(offset: start)) }
            length = length << 8 | Int(next)
        }
        guard length >= 0x80 else { throw .der(.nonMinimalLength(offset: start)) }
        return length
    }
}
