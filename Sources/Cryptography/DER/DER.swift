/// Writes DER (X.690), inside out: each function returns one whole element.
public enum DER {
    /// An element of any tag.
    public static func element(_ tag: DERTag, _ contents: some Collection<UInt8>) -> [UInt8] {
        var bytes = head(tag, length: contents.count)
        bytes.append(contentsOf: contents)
        return bytes
    }

    private static func constructed(_ tag: DERTag, _ elements: [[UInt8]]) -> [UInt8] {
        var bytes = head(tag, length: elements.reduce(0) { $0 + $1.count })
        for element in elements { bytes.append(contentsOf: element) }
        return bytes
    }

    /// Identifier and length, with room for the contents.
    private static func head(_ tag: DERTag, length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        // A tag and a length hardly ever have more than ten octets.
        bytes.reserveCapacity(length + 10)
        tag.append(to: &bytes)
        appendLength(length, to: &bytes)
        return bytes
    }

    /// Appends a length in its shortest form (X.690 §10.1).
    static func appendLength(_ length: Int, to bytes: inout [UInt8]) {
        if length < 0x80 { return bytes.append(UInt8(truncatingIfNeeded: length)) }
        let octets = (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
        bytes.append(0x80 | UInt8(truncatingIfNeeded: octets))
        for index in (0..<octets).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: length >> (8 * index)))
        }
    }

    /// SEQUENCE of elements, in this order.
    public static func sequence(_ elements: [UInt8]...) -> [UInt8] { sequence(of: elements) }

    /// SEQUENCE OF elements, in this order.
    public static func sequence(of elements: [[UInt8]]) -> [UInt8] { constructed(.sequence, elements) }

    /// SET OF elements, sorted as DER wants them (X.690 §11.6).
    public static func set(of elements: [[UInt8]]) -> [UInt8] {
        constructed(.set, elements.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// `[number]` EXPLICIT around whole elements.
    public static func explicit(_ number: UInt32, _ elements: [UInt8]...) -> [UInt8] {
        constructed(.context(number), elements)
    }

    /// `[number]` IMPLICIT of a primitive type, around its contents octets.
    public static func implicit(_ number: UInt32, _ contents: [UInt8]) -> [UInt8] {
        element(.context(number, isConstructed: false), contents)
    }

    /// BOOLEAN.
    public static func boolean(_ value: Bool) -> [UInt8] { element(.boolean, [value ? 0xFF : 0x00]) }

    /// NULL.
    public static func null() -> [UInt8] { element(.null, []) }

    /// INTEGER.
    public static func integer(_ value: Int) -> [UInt8] { element(.integer, integerContents(value)) }

    /// INTEGER that is not negative, from its magnitude, most significant byte first.
    public static func integer(magnitude: some Collection<UInt8>) -> [UInt8] {
        let digits = magnitude.drop { $0 == 0 }
        let needsZero = digits.first.map { $0 & 0x80 != 0 } ?? true
        return element(.integer, (needsZero ? [0] : []) + digits)
    }

    /// ENUMERATED.
    public static func enumerated(_ value: Int) -> [UInt8] { element(.enumerated, integerContents(value)) }

    /// Two's complement in as few octets as hold it (X.690 §8.3).
    private static func integerContents(_ value: Int) -> [UInt8] {
        let significant = Int.bitWidth - (value < 0 ? ~value : value).leadingZeroBitCount + 1
        let octets = (significant + 7) / 8
        return (0..<octets).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// OCTET STRING.
    public static func octetString(_ bytes: some Collection<UInt8>) -> [UInt8] {
        element(.octetString, bytes)
    }

    /// BIT STRING; `unusedBits` of the last byte do not count.
    public static func bitString(_ bytes: some Collection<UInt8>, unusedBits: UInt8 = 0) -> [UInt8] {
        element(.bitString, [unusedBits] + bytes)
    }

    /// BIT STRING of named bits: bit 0 is the first, and none is written past the last that is set
    /// (X.690 §11.2.2).
    public static func namedBits(_ bits: [Int]) -> [UInt8] {
        let valid = bits.filter { (0..<256).contains($0) }
        guard let last = valid.max() else { return bitString([]) }
        var bytes = [UInt8](repeating: 0, count: last / 8 + 1)
        for bit in valid { bytes[bit / 8] |= 0x80 >> UInt8(truncatingIfNeeded: bit % 8) }
        return bitString(bytes, unusedBits: UInt8(truncatingIfNeeded: 7 - last % 8))
    }

    /// OBJECT IDENTIFIER.
    public static func objectIdentifier(_ oid: OID) -> [UInt8] { element(.objectIdentifier, oid.contents) }

    /// UTF8String.
    public static func utf8String(_ text: String) -> [UInt8] { element(.utf8String, Array(text.utf8)) }

    /// PrintableString; whether the text keeps to its characters is the caller's business.
    public static func printableString(_ text: String) -> [UInt8] {
        element(.printableString, Array(text.utf8))
    }

    /// IA5String; whether the text is ASCII is the caller's business.
    public static func ia5String(_ text: String) -> [UInt8] { element(.ia5String, Array(text.utf8)) }
}
