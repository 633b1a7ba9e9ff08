public import CBOR
public import COSE

/// The `android-key` attestation statement (§8.4): shape only, nothing is checked.
public struct AndroidKeyStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "android-key"
    /// What is wrong with the shape of a statement.
    public typealias ShapeError = StatementShapeError

    /// The algorithm of the signature.
    public var algorithm: COSEAlgorithm
    /// The signature over authenticator data and client data hash, by the credential's key.
    public var signature: [UInt8]
    /// The credential's certificate and those that lead from it to a root; DER, one or more.
    public var certificates: [[UInt8]]

    /// Takes the parts.
    public init(algorithm: COSEAlgorithm, signature: [UInt8], certificates: [[UInt8]]) {
        self.algorithm = algorithm
        self.signature = signature
        self.certificates = certificates
    }

    /// Reads the statement map; members that the format does not name are left alone.
    public init(_ statement: CBORValue) throws(ShapeError) {
        algorithm = try statement.statementAlgorithm()
        signature = try statement.statementSignature()
        certificates = try statement.statementCertificates()
    }

    /// The statement map, in canonical order.
    public var cbor: CBORValue {
        .map([
            CBORPair(key: "alg", value: CBORValue(integer: algorithm.rawValue)),
            CBORPair(key: "sig", value: .bytes(signature)),
            CBORPair(key: "x5c", value: .certificates(certificates)),
        ])
    }
}
