internal import COSE
internal import Cryptography

/// An ECDSA signature (WebAuthn Level 3 §6.5.5, RFC 3279 section 2.2.3): how it is told, and its fields.
struct ECDSASignatureForm: Sendable {
    let shape = DERShape.fields([
        DERField("r", .integer, as: .value { element, _ in Self.sign(element) }),
        DERField("s", .integer, as: .value { element, _ in Self.sign(element) }),
    ])

    private static func sign(_ element: DERElement) -> String? {
        guard let first = element.contents.first else { return nil }
        if first >= 0x80 { return "negative, because its leading zero byte is missing" }
        let digits = element.contents.drop { $0 == 0 }.count
        return first == 0 && digits > 0 ? "\(byteCount(digits)) behind the zero that keeps it positive" : nil
    }

    /// Whether the bytes are one SEQUENCE that starts with two INTEGERs.
    func fits(_ bytes: some Collection<UInt8>) -> Bool { integerLengths(bytes) != nil }

    /// Whether the bytes are ECDSA's, or were meant to be: a header that spans them exactly.
    func isMeant(by bytes: [UInt8]) -> Bool {
        fits(bytes) || bytes.count > 2 && bytes[0] == 0x30 && Int(bytes[1]) == bytes.count - 2
    }

    /// How many content bytes the two INTEGERs have that the one SEQUENCE consists of; else nil.
    func integerLengths(_ bytes: some Collection<UInt8>) -> (Int, Int)? {
        guard let outer = try? DERReader.readWhole(.sequence, of: Array(bytes)) else { return nil }
        var inside = outer.reader
        guard let r = try? inside.read(.integer), let s = try? inside.read(.integer), inside.isAtEnd else {
            return nil
        }
        return (r.contents.count, s.contents.count)
    }

    /// The curve whose order numbers of this length are likely to be below.
    func likelyCurve(_ bytes: [UInt8]) -> EllipticCurve {
        let longest = integerLengths(bytes).map { max($0, $1) } ?? 0
        return longest <= 33 ? .p256 : longest <= 49 ? .p384 : .p521
    }
}

extension DERShape {
    static let ecdsaSignature = ECDSASignatureForm()
}

extension Dissection {
    /// Cuts a signature: taken apart where it is one of ECDSA, in one piece otherwise.
    mutating func signature(_ range: Range<Int>, by algorithm: COSEAlgorithm?) {
        let signature = Array(bytes[range])
        let form = DERShape.ecdsaSignature
        switch algorithm?.keyKind {
        case .ec2(let curve):
            let shape = ECDSASignatureShape(of: signature, curve: curve)
            let before = problems.count
            if signature.first == 0x30 {
                wholeDER(range, "ECDSA signature", form.shape)
            } else {
                leaf(
                    upTo: range.upperBound, "signature", "\(byteCount(signature.count)), by \(curve.rawValue)"
                )
            }
            if case .strict = shape { return }
            // What is wrong with the encoding was told on the way.
            guard problems.count == before else { return }
            report(
                .signature(shape.moved(by: range.lowerBound)),
                at: shape.offset == nil ? range.lowerBound : nil)
        case nil where form.fits(signature):
            wholeDER(range, "ECDSA signature", form.shape)
        default:
            let name = algorithm.map { ", by \($0)" } ?? ""
            leaf(upTo: range.upperBound, "signature", byteCount(signature.count) + name)
        }
    }

    /// Cuts an ECDSA signature of which the curve is not known.
    mutating func ecdsaSignature(_ range: Range<Int>) {
        let signature = Array(bytes[range])
        wholeDER(range, "ECDSA signature", DERShape.ecdsaSignature.shape)
        let curve = DERShape.ecdsaSignature.likelyCurve(signature)
        let shape = ECDSASignatureShape(of: signature, curve: curve)
        if case .strict = shape { return }
        if !hasErrors(in: range) { report(.signature(shape.moved(by: range.lowerBound))) }
    }
}

extension ECDSASignatureShape {
    /// The same finding, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> ECDSASignatureShape {
        switch self {
        case .strict, .rawConcatenation: self
        case .ber(let offset): .ber(offset: offset + distance)
        case .nonMinimal(let offset): .nonMinimal(offset: offset + distance)
        case .negative(let offset): .negative(offset: offset + distance)
        case .trailing(let offset): .trailing(offset: offset + distance)
        case .zero(let offset): .zero(offset: offset + distance)
        case .outOfRange(let offset): .outOfRange(offset: offset + distance)
        case .truncated(let offset): .truncated(offset: offset + distance)
        case .unexpectedTag(let offset, let tag): .unexpectedTag(offset: offset + distance, tag: tag)
        }
    }
}
