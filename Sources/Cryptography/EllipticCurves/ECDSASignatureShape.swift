/// What the bytes of an ECDSA signature look like, before any arithmetic: strict DER, or what is wrong.
///
/// WebAuthn section 6.5.5 asks for the DER of RFC 3279 section 2.2.3: `SEQUENCE { r INTEGER, s INTEGER }`.
public enum ECDSASignatureShape: Hashable, Sendable {
    /// Strict DER with r and s in 1..<n; both padded to the curve's ``EllipticCurve/coordinateLength``.
    case strict(r: [UInt8], s: [UInt8])
    /// As long as r and s one after the other, and no DER: the form of JOSE, WebCrypto and COSE messages.
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
            self = try SignatureReader.read(signature, curve: curve)
        } catch {
            // A header that spans the bytes exactly is meant as DER, whatever is wrong after it.
            let isMeantAsDER =
                signature.count > 1 && signature[0] == 0x30 && signature[1] == signature.count - 2
            let isRaw = signature.count == 2 * curve.coordinateLength && !isMeantAsDER
            self = isRaw ? .rawConcatenation : error.shape
        }
    }
}

extension ECDSASignatureShape: CustomStringConvertible {
    /// A phrase for people: what the bytes are, and where they go wrong.
    public var description: String {
        switch self {
        case .strict: "strict DER"
        case .rawConcatenation: "r and s one after the other, without DER"
        case .ber(let offset): "a length in BER at offset \(offset), not in DER's shortest form"
        case .nonMinimal(let offset): "an integer that is not minimal at offset \(offset)"
        case .negative(let offset): "a negative integer at offset \(offset): its leading zero byte is missing"
        case .trailing(let offset): "bytes after the signature at offset \(offset)"
        case .zero(let offset): "r or s is zero, at offset \(offset)"
        case .outOfRange(let offset): "r or s is not below the curve's order, at offset \(offset)"
        case .truncated(let offset): "the bytes end too early, at offset \(offset)"
        case .unexpectedTag(let offset, let tag): "unexpected tag \(tag) at offset \(offset)"
        }
    }
}

/// Reads the signature's few bytes by hand: this runs before every ECDSA check.
private struct SignatureReader {
    /// What ended the reading.
    struct Found: Error {
        let shape: ECDSASignatureShape
        init(_ shape: ECDSASignatureShape) { self.shape = shape }
    }

    private let bytes: [UInt8]
    private let curve: EllipticCurve
    private var offset = 0

    static func read(_ signature: [UInt8], curve: EllipticCurve) throws(Found) -> ECDSASignatureShape {
        var reader = SignatureReader(bytes: signature, curve: curve)
        let content = try reader.header(tag: 0x30)
        guard content.upperBound == signature.count else {
            throw Found(.trailing(offset: content.upperBound))
        }
        let r = try reader.integer()
        let s = try reader.integer()
        guard reader.offset == signature.count else { throw Found(.trailing(offset: reader.offset)) }
        return .strict(r: r, s: s)
    }

    private init(bytes: [UInt8], curve: EllipticCurve) {
        self.bytes = bytes
        self.curve = curve
    }

    /// Reads a tag and a length, and gives the range of what they hold.
    private mutating func header(tag: UInt8) throws(Found) -> Range<Int> {
        guard bytes.count - offset >= 2 else { throw Found(.truncated(offset: bytes.count)) }
        guard bytes[offset] == tag else {
            throw Found(.unexpectedTag(offset: offset, tag: bytes[offset]))
        }
        let lengthOffset = offset + 1
        var length = Int(bytes[lengthOffset])
        offset += 2
        if length == 0x81 {
            // P-521 needs this form; no curve needs the longer ones.
            guard offset < bytes.count else { throw Found(.truncated(offset: bytes.count)) }
            length = Int(bytes[offset])
            offset += 1
            guard length >= 0x80 else { throw Found(.ber(offset: lengthOffset)) }
        } else if length >= 0x80 {
            throw Found(.ber(offset: lengthOffset))
        }
        guard length <= bytes.count - offset else { throw Found(.truncated(offset: bytes.count)) }
        return offset..<offset + length
    }

    /// Reads an INTEGER in 1..<n, padded to the length of a coordinate.
    private mutating func integer() throws(Found) -> [UInt8] {
        let start = offset
        let content = try header(tag: 0x02)
        offset = content.upperBound
        guard let first = content.first else { throw Found(.nonMinimal(offset: start)) }
        guard bytes[first] < 0x80 else { throw Found(.negative(offset: first)) }
        var digits = bytes[content]
        if bytes[first] == 0 {
            guard content.count > 1 else { throw Found(.zero(offset: first)) }
            guard bytes[first + 1] >= 0x80 else { throw Found(.nonMinimal(offset: first)) }
            digits = digits.dropFirst()
        }
        let padding = curve.coordinateLength - digits.count
        guard padding >= 0 else { throw Found(.outOfRange(offset: first)) }
        var number = [UInt8](repeating: 0, count: padding)
        number += digits
        // A curve that this OpenSSL lacks has no order to compare with, and no check that could follow.
        guard let order = try? Curve.named(curve).order, isBelow(number, order) else {
            throw Found(.outOfRange(offset: first))
        }
        return number
    }
}
