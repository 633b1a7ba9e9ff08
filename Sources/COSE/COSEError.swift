public import CBOR
public import Cryptography

/// Why a CBOR item is not a COSE_Key that WebAuthn accepts (WebAuthn Level 3 §6.5.1.1, RFC 9053).
public enum COSEError: Error, Hashable, Sendable {
    /// The bytes are not one canonical CBOR item.
    case notCBOR(CBORError)
    /// The item is not a map.
    case notMap
    /// A member that this kind of key needs is absent.
    case missing(label: Label)
    /// A member has the wrong CBOR type.
    case wrongType(label: Label)
    /// The algorithm is not known here.
    case unknownAlgorithm(Int)
    /// kty is another than the algorithm asks for.
    case keyTypeMismatch(COSEAlgorithm, expected: Int, actual: Int)
    /// crv is another than the algorithm asks for.
    case curveMismatch(COSEAlgorithm, expected: Int, actual: Int)
    /// A coordinate or key has the wrong number of bytes.
    case length(label: Label, expected: Int, actual: Int)
    /// y is a sign bit: WebAuthn wants uncompressed points.
    case compressedPoint
    /// A private key's member is there.
    case privatePart(label: Label)
    /// The members have the right form and are no key: off the curve, too small, even exponent and the like.
    case material(CryptographyError)

    /// The labels of COSE_Key members, by their names in the registry.
    public enum Label: Int, Hashable, Sendable {
        /// Key type.
        case kty = 1
        /// Algorithm.
        case alg = 3
        /// Curve; `n` in an RSA key and `pub` in an AKP key share its number.
        case crv = -1
        /// x coordinate; `e` in an RSA key.
        case x = -2
        /// y coordinate.
        case y = -3
        /// Private scalar.
        case d = -4
    }
}

extension COSEError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notCBOR(let error): "the key is not canonical CBOR: \(error)"
        case .notMap: "the key is not a CBOR map"
        case .missing(let label): "the key has no member \(label) (\(label.rawValue))"
        case .wrongType(let label): "the key's member \(label) (\(label.rawValue)) has the wrong CBOR type"
        case .unknownAlgorithm(let number): "algorithm \(number) is not known"
        case .keyTypeMismatch(let algorithm, let expected, let actual):
            "\(algorithm) needs kty \(expected), the key has \(actual)"
        case .curveMismatch(let algorithm, let expected, let actual):
            "\(algorithm) needs crv \(expected), the key has \(actual)"
        case .length(let label, let expected, let actual):
            "member \(label) (\(label.rawValue)) must have \(expected) bytes, it has \(actual)"
        case .compressedPoint: "the point is compressed; WebAuthn wants both coordinates"
        case .privatePart(let label): "the key carries a private member (\(label.rawValue))"
        case .material(let error): "\(error)"
        }
    }
}
