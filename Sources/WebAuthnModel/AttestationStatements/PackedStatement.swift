public import CBOR
public import COSE

/// The `packed` attestation statement (§8.2): shape only, nothing is checked.
public struct PackedStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "packed"
    /// What is wrong with the shape of a statement.
    public typealias ShapeError = StatementShapeError
    /// Which key made the signature.
    public enum Kind: Hashable, Sendable {
        /// The credential's own key.
        case selfAttestation
        /// The key of the first certificate; the others lead from it to a root. DER, one or more.
        case certificates([[UInt8]])
    }

    /// The algorithm of the signature.
    public var algorithm: COSEAlgorithm
    /// The signature over authenticator data and client data hash.
    public var signature: [UInt8]
    /// Which key made it.
    public var kind: Kind

    /// Takes the parts.
    public init(algorithm: COSEAlgorithm, signature: [UInt8], kind: Kind) {
        self.algorithm = algorithm
        self.signature = signature
        self.kind = kind
    }

    /// The statement map, in canonical order.
    public var cbor: CBORValue {
        var pairs = [
            CBORPair(key: "alg", value: CBORValue(integer: algorithm.rawValue)),
            CBORPair(key: "sig", value: .bytes(signature)),
        ]
        if case .certificates(let certificates) = kind {
            pairs.append(CBORPair(key: "x5c", value: .certificates(certificates)))
        }
        return .map(pairs)
    }

    /// Reads the statement map; members that the format does not name are left alone.
    public init(_ statement: CBORValue) throws(ShapeError) {
        algorithm = try statement.statementAlgorithm()
        signature = try statement.statementSignature()
        kind =
            statement[text: "x5c"] == nil
            ? .selfAttestation : .certificates(try statement.statementCertificates())
    }
}
