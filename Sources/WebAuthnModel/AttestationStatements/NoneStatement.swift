public import CBOR

/// The `none` attestation statement (§8.7): an empty map.
public enum NoneStatement {
    /// The format identifier.
    public static let format = "none"
    /// The statement.
    public static let cbor = CBORValue.map([])
}
