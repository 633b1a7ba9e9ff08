public import CBOR
public import COSE

/// The `tpm` attestation statement (§8.3): shape only, nothing is checked, and the TPM's structures stay bytes.
public struct TPMStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "tpm"
    /// The only version of the TPM specification that the format knows.
    public static let version = "2.0"

    /// The version of the TPM specification.
    public var version: String
    /// The algorithm of the signature; its hash is also that of `extraData`.
    public var algorithm: COSEAlgorithm
    /// The attestation key's certificate and those that lead from it to a root: DER, one or more.
    public var certificates: [[UInt8]]
    /// The signature over ``certInfo``.
    public var signature: [UInt8]
    /// A TPMS_ATTEST, read by ``TPMAttest``.
    public var certInfo: [UInt8]
    /// A TPMT_PUBLIC, read by ``TPMPublicArea``.
    public var pubArea: [UInt8]

    /// Takes the parts.
    public init(
        version: String = Self.version, algorithm: COSEAlgorithm, certificates: [[UInt8]],
        signature: [UInt8], certInfo: [UInt8], pubArea: [UInt8]
    ) {
        self.version = version
        self.algorithm = algorithm
        self.certificates = certificates
        self.signature = signature
        self.certInfo = certInfo
        self.pubArea = pubArea
    }

    /// The statement map, in canonical order.
    public var cbor: CBORValue {
        .map([
            CBORPair(key: "alg", value: CBORValue(integer: algorithm.rawValue)),
            CBORPair(key: "sig", value: .bytes(signature)),
            CBORPair(key: "ver", value: .text(version)),
            CBORPair(key: "x5c", value: .array(certificates.map { .bytes($0) })),
            CBORPair(key: "pubArea", value: .bytes(pubArea)),
            CBORPair(key: "certInfo", value: .bytes(certInfo)),
        ])
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
        func member(_ name: String) throws(ShapeError) -> CBORValue {
            guard let value = statement[text: name] else { throw .missing(member: name) }
            return value
        }
        func bytes(_ name: String) throws(ShapeError) -> [UInt8] {
            guard let bytes = try member(name).bytesValue else { throw .wrongType(member: name) }
            guard !bytes.isEmpty else { throw .empty(member: name) }
            return bytes
        }
        guard let version = try member("ver").textValue else { throw .wrongType(member: "ver") }
        guard let identifier = try member("alg").integer else { throw .wrongType(member: "alg") }
        guard let items = try member("x5c").arrayValue else { throw .wrongType(member: "x5c") }
        guard !items.isEmpty else { throw .empty(member: "x5c") }
        let certificates = items.compactMap(\.bytesValue)
        guard certificates.count == items.count else { throw .wrongType(member: "x5c") }
        self.init(
            version: version, algorithm: COSEAlgorithm(rawValue: identifier), certificates: certificates,
            signature: try bytes("sig"), certInfo: try bytes("certInfo"), pubArea: try bytes("pubArea"))
    }
}

extension TPMStatement.ShapeError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .missing(let member): "attStmt has no member \(member)"
        case .wrongType(let member): "attStmt member \(member) has the wrong CBOR type"
        case .empty(let member): "attStmt member \(member) is empty"
        }
    }
}
