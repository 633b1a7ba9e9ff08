/// One element: its tag and its contents, as a view of the bytes it was read from.
public struct DERElement: Sendable {
    let bytes: [UInt8]
    /// Class, form and number.
    public let tag: DERTag
    /// Where its identifier stands in the bytes that were given to the first reader.
    public let offset: Int
    /// Where its contents stand there.
    public let contentRange: Range<Int>

    init(bytes: [UInt8], tag: DERTag, offset: Int, contentRange: Range<Int>) {
        self.bytes = bytes
        self.tag = tag
        self.offset = offset
        self.contentRange = contentRange
    }

    /// The contents octets.
    public var contents: ArraySlice<UInt8> { bytes[contentRange] }

    /// The whole element, identifier and length included.
    public var encoded: ArraySlice<UInt8> { bytes[offset..<contentRange.upperBound] }

    /// Reads the elements inside; the tag may be any.
    public var reader: DERReader { DERReader(contentsOf: self) }

    /// The value of a BOOLEAN.
    public func boolean() throws(CryptographyError) -> Bool {
        let octets = contents
        guard octets.count == 1, let octet = octets.first, octet == 0x00 || octet == 0xFF else {
            throw .der(.badBoolean(offset: offset))
        }
        return octet == 0xFF
    }

    /// The contents of an INTEGER or ENUMERATED: two's complement, most significant byte first, minimal.
    public func integerBytes() throws(CryptographyError) -> ArraySlice<UInt8> {
        let octets = contents
        guard let first = octets.first else { throw .der(.badInteger(offset: offset)) }
        if octets.count > 1 {
            let second = octets[octets.startIndex + 1]
            let needless = first == 0 && second < 0x80 || first == 0xFF && second >= 0x80
            guard !needless else { throw .der(.badInteger(offset: offset)) }
        }
        return octets
    }

    /// The value of an INTEGER or ENUMERATED that fits in 64 bits.
    public func integer() throws(CryptographyError) -> Int {
        let octets = try integerBytes()
        guard octets.count <= 8 else { throw .der(.integerOutOfRange(offset: offset)) }
        let sign = octets.first.map { $0 >= 0x80 ? -1 : 0 } ?? 0
        return octets.reduce(sign) { $0 << 8 | Int($1) }
    }

    /// The magnitude of an INTEGER that must not be negative, without its leading zero.
    public func magnitude() throws(CryptographyError) -> ArraySlice<UInt8> {
        let octets = try integerBytes()
        guard let first = octets.first, first < 0x80 else { throw .der(.integerOutOfRange(offset: offset)) }
        return first == 0 ? octets.dropFirst() : octets
    }

    /// Refuses a NULL with contents.
    public func null() throws(CryptographyError) {
        guard contentRange.isEmpty else { throw .der(.badNull(offset: offset)) }
    }

    /// The value of an OBJECT IDENTIFIER.
    public func objectIdentifier() throws(CryptographyError) -> OID {
        guard let oid = OID(contents: contents) else { throw .der(.badObjectIdentifier(offset: offset)) }
        return oid
    }

    /// The bytes of a BIT STRING and how many bits of the last one do not count; those are zero.
    public func bitString() throws(CryptographyError) -> (bytes: ArraySlice<UInt8>, unusedBits: Int) {
        guard let unused = contents.first, unused <= 7 else { throw .der(.badBitString(offset: offset)) }
        let octets = contents.dropFirst()
        guard octets.last.map({ $0 & (1 << unused - 1) == 0 }) ?? (unused == 0) else {
            throw .der(.badBitString(offset: offset))
        }
        return (octets, Int(unused))
    }

    /// The bytes of a BIT STRING that must hold whole bytes, as signatures and keys do.
    public func wholeBytesOfBitString() throws(CryptographyError) -> ArraySlice<UInt8> {
        let (octets, unused) = try bitString()
        guard unused == 0 else { throw .der(.badBitString(offset: offset)) }
        return octets
    }

    /// The numbers of the bits that are set in a BIT STRING of named bits.
    public func namedBits() throws(CryptographyError) -> [Int] {
        var bits: [Int] = []
        for (index, octet) in try bitString().bytes.enumerated() where octet != 0 {
            for bit in 0..<8 where octet & (0x80 >> UInt8(truncatingIfNeeded: bit)) != 0 {
                bits.append(index * 8 + bit)
            }
        }
        return bits
    }
}
