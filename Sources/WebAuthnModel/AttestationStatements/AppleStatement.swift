public import CBOR
public import Cryptography

/// The `apple` attestation statement (§8.8): shape only, nothing is checked.
public struct AppleStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "apple"
    /// What is wrong with the shape of a statement.
    public typealias ShapeError = StatementShapeError
    /// The extension of the credential's certificate that holds the nonce.
    public static let nonceExtension: OID = "1.2.840.113635.100.8.2"

    /// The credential's certificate and those that lead from it to a root; DER, one or more.
    public var certificates: [[UInt8]]

    /// Takes the certificates.
    public init(certificates: [[UInt8]]) { self.certificates = certificates }

    /// Reads the statement map; other members, `alg` in early ones, are left alone.
    public init(_ statement: CBORValue) throws(ShapeError) {
        certificates = try statement.statementCertificates()
    }

    /// The statement map.
    public var cbor: CBORValue { .map([CBORPair(key: "x5c", value: .certificates(certificates))]) }

    /// The extension's value: a SEQUENCE of one `[1]` that wraps an OCTET STRING.
    public static func extensionValue(nonce: [UInt8]) -> [UInt8] {
        DER.sequence(DER.explicit(1, DER.octetString(nonce)))
    }

    /// The nonce in an extension's value.
    public static func nonce(extensionValue: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var sequence = try DERReader.readWhole(.sequence, of: extensionValue).reader
        var wrapper = try sequence.read(.context(1)).reader
        try sequence.finish()
        let nonce = try wrapper.read(.octetString)
        try wrapper.finish()
        return Array(nonce.contents)
    }
}
