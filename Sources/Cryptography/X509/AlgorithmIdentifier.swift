/// An algorithm with its parameters (RFC 5280 §4.1.1.2).
public struct AlgorithmIdentifier: Hashable, Sendable {
    /// Which algorithm.
    public var oid: OID
    /// The DER of the parameters; nil when they are absent, which is not the same as NULL.
    public var parameters: [UInt8]?

    /// Makes an identifier.
    public init(_ oid: OID, parameters: [UInt8]? = nil) {
        self.oid = oid
        self.parameters = parameters
    }

    /// Reads the `AlgorithmIdentifier` that stands next.
    public init(_ reader: inout DERReader) throws(CryptographyError) {
        var members = try reader.readSequence()
        oid = try members.read(.objectIdentifier).objectIdentifier()
        parameters = members.isAtEnd ? nil : Array(try members.readAny().encoded)
        try members.finish()
    }

    /// The whole SEQUENCE.
    public var encoded: [UInt8] { DER.sequence(DER.objectIdentifier(oid), parameters ?? []) }
}
