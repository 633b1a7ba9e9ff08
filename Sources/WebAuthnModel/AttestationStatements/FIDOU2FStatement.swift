public import CBOR

/// The `fido-u2f` attestation statement (§8.6): shape only, nothing is checked.
public struct FIDOU2FStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "fido-u2f"
    /// What is wrong with the shape of a statement.
    public typealias ShapeError = StatementShapeError

    /// The certificate of the key that signed, DER: there must be one; how many there are is a rule's business.
    public var certificates: [[UInt8]]
    /// The signature over what a U2F registration signs.
    public var signature: [UInt8]

    /// Takes the parts.
    public init(certificates: [[UInt8]], signature: [UInt8]) {
        self.certificates = certificates
        self.signature = signature
    }

    /// Reads the statement map; members that the format does not name are left alone.
    public init(_ statement: CBORValue) throws(ShapeError) {
        certificates = try statement.statementCertificates()
        signature = try statement.statementSignature()
    }

    /// The statement map, in canonical order.
    public var cbor: CBORValue {
        .map([
            CBORPair(key: "sig", value: .bytes(signature)),
            CBORPair(key: "x5c", value: .certificates(certificates)),
        ])
    }

    /// What the signature is over: a zero byte, RP ID hash, client data hash, credential ID, and the key as
    /// 04 ‖ x ‖ y (FIDO U2F Raw Message Formats §4.3).
    public static func signedBytes(
        rpIDHash: some Collection<UInt8>, clientDataHash: [UInt8], credentialID: [UInt8], point: [UInt8]
    ) -> [UInt8] { [0] + rpIDHash + clientDataHash + credentialID + point }
}
