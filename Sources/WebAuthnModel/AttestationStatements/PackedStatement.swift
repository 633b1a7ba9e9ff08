public import CBOR
public import COSE

/// The `packed` attestation statement (§8.2): shape only, nothing is checked.
public struct PackedStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "packed"
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
            pairs.append(CBORPair(key: "x5c", value: .array(certificates.map { .bytes($0) })))
        }
        return .map(pairs)
    }

    /// What is wrong with the shape of a statement.
    public enum ShapeError: Error, Hashable, Sendable {
        /// A member is missing.
        case missing(member: String)
        /// A member has the wrong CBOR type.
        case wrongType(member: String)
        /// The member is there and empty.
        case empty(member: String)
    }

    /// Reads the statement map; members that the format does not name are left alone.
    public init(_ statement: CBORValue) throws(ShapeError) {
        guard let algorithm = statement[text: "alg"] else { throw .missing(member: "alg") }
        guard let identifier = algorithm.integer else { throw .wrongType(member: "alg") }
        guard let signature = statement[text: "sig"] else { throw .missing(member: "sig") }
        guard let signatureBytes = signature.bytesValue else { throw .wrongType(member: "sig") }
        guard !signatureBytes.isEmpty else { throw .empty(member: "sig") }
        self.algorithm = COSEAlgorithm(rawValue: identifier)
        self.signature = signatureBytes
        guard let chain = statement[text: "x5c"] else {
            kind = .selfAttestation
            return
        }
        guard let items = chain.arrayValue else { throw .wrongType(member: "x5c") }
        guard !items.isEmpty else { throw .empty(member: "x5c") }
        let certificates = items.compactMap(\.bytesValue)
        guard certificates.count == items.count else { throw .wrongType(member: "x5c") }
        kind = .certificates(certificates)
    }
}

extension PackedStatement.ShapeError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .missing(let member): "attStmt has no member \(member)"
        case .wrongType(let member): "attStmt member \(member) has the wrong CBOR type"
        case .empty(let member): "attStmt member \(member) is empty"
        }
    }
}
