public import COSE

/// Turns a public key into the bytes that stand in attested credential data.
public protocol CredentialKeyEncoder: Sendable {
    /// The bytes.
    func encode(_ key: COSEKey) -> [UInt8]
}

/// The COSE_Key in canonical CBOR (WebAuthn Level 3 §6.5.1.1).
public struct StandardKeyEncoder: CredentialKeyEncoder {
    /// Has no settings.
    public init() {}
    /// The key's canonical form.
    public func encode(_ key: COSEKey) -> [UInt8] { key.encoded }
}
