/// A `SubjectPublicKeyInfo` taken apart, whatever the algorithm (RFC 5280 §4.1.2.7).
public struct PublicKeyInfo: Hashable, Sendable {
    /// The whole SEQUENCE, as written.
    public let der: [UInt8]
    /// The key's algorithm.
    public let algorithm: AlgorithmIdentifier
    /// The key in the form of its algorithm: an elliptic curve point, an `RSAPublicKey`, an Edwards key.
    public let key: [UInt8]

    /// Reads the `SubjectPublicKeyInfo` that stands next.
    public init(_ reader: inout DERReader) throws(CryptographyError) {
        let element = try reader.read(.sequence)
        der = Array(element.encoded)
        var members = element.reader
        algorithm = try AlgorithmIdentifier(&members)
        key = Array(try members.read(.bitString).wholeBytesOfBitString())
        try members.finish()
    }

    /// Reads a whole `SubjectPublicKeyInfo`.
    public init(der: [UInt8]) throws(CryptographyError) {
        var reader = DERReader(der)
        try self.init(&reader)
        try reader.finish()
    }
}
