/// What the bytes of an ECDSA signature look like, before any arithmetic: strict DER, or what is wrong with them.
///
/// WebAuthn section 6.5.5 asks for the ASN.1 DER of RFC 3279 section 2.2.3, `SEQUENCE { r INTEGER, s INTEGER }`.
public enum ECDSASignatureShape: Hashable, Sendable {
    /// Strict DER with r and s in 1..<n; both padded to the curve's ``EllipticCurve/coordinateLength``.
    case strict(r: [UInt8], s: [UInt8])
    /// Exactly r and s one after the other without DER, as JOSE, WebCrypto and COSE messages write it.
    case rawConcatenation
    /// A length in a form that BER allows and DER does not: indefinite, or longer than needed.
    case ber(offset: Int)
    /// An integer with a leading zero byte that its value does not need, or with no bytes at all.
    case nonMinimal(offset: Int)
    /// An integer whose first bit is set: DER reads it as negative; a leading zero byte was left out.
    case negative(offset: Int)
    /// More bytes after what belongs to the signature.
    case trailing(offset: Int)
    /// r or s is zero.
    case zero(offset: Int)
    /// r or s is not below the curve's order n.
    case outOfRange(offset: Int)
    /// The bytes end before the lengths in them say.
    case truncated(offset: Int)
    /// Another tag than SEQUENCE or INTEGER.
    case unexpectedTag(offset: Int, tag: UInt8)

    /// Looks at the bytes.
    public init(of signature: [UInt8], curve: EllipticCurve) {
        do {
            self = try Self.read(signature, curve: curve)
        } catch {
            self = signature.count == 2 * curve.coordinateLength ? .rawConcatenation : error
        }
    }

    private static func read(
        _ signature: [UInt8], curve: EllipticCurve
    ) throws(ECDSASignatureShape) -> ECDSASignatureShape {
        var reader = Reader(bytes: signature)
        let content = try reader.header(tag: 0x30, within: signature.count)
        guard content.upperBound == signature.count else { throw .trailing(offset: content.upperBound) }
        let r = try reader.integer(within: signature.count, curve: curve)
        let s = try reader.integer(within: signature.count, curve: curve)
        guard reader.offset == signature.count else { throw .trailing(offset: reader.offset) }
        return .strict(r: r, s: s)
    }
}

extension ECDSASignatureShape: Error {}

private struct Reader {
    let bytes: [UInt8]
    var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a tag and a length; what they hold lies before `end`.
    mutating func header(tag: UInt8, within end: Int) throws(ECDSASignatureShape) -> Range<Int> {
        guard offset + 2 <= end else { throw .truncated(offset: bytes.count) }
        guard bytes[offset] == tag else { throw .unexpectedTag(offset: offset, tag: bytes[offset]) }
        let lengthOffset = offset + 1
        var length = Int(bytes[lengthOffset])
        offset += 2
        if length == 0x81 {
            // P-521 needs this form; no curve needs the longer ones.
            guard offset < end else { throw .truncated(offset: bytes.count) }
            length = Int(bytes[offset])
            offset += 1
            guard length >= 0x80 else { throw .ber(offset: lengthOffset) }
        } else if length >= 0x80 {
            throw .ber(offset: lengthOffset)
        }
        guard offset + length <= end else { throw .truncated(offset: bytes.count) }
        return offset..<offset + length
    }

    /// Reads an INTEGER in 1..<n.
    mutating func integer(within end: Int, curve: EllipticCurve) throws(ECDSASignatureShape) -> [UInt8] {
        let start = offset
        let content = try header(tag: 2, within: end)
        offset = content.upperBound
        guard let first = content.first else { throw .nonMinimal(offset: start) }
        guard bytes[first] < 0x80 else { throw .negative(offset: first) }
        var digits = bytes[content]
        if bytes[first] == 0 {
            guard content.count > 1 else { throw .zero(offset: first) }
            guard bytes[first + 1] >= 0x80 else { throw .nonMinimal(offset: first) }
            digits = digits.dropFirst()
        }
        let padding = curve.coordinateLength - digits.count
        guard padding >= 0 else { throw .outOfRange(offset: first) }
        let number = [UInt8](repeating: 0, count: padding) + digits
        // Without the curve in this OpenSSL nothing can be checked against it either.
        guard let order = try? Curve.named(curve).order, isBelow(number, order) else {
            throw .outOfRange(offset: first)
        }
        return number
    }
}
