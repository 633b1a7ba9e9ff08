/// The Edwards curves of COSE's OKP signing keys (RFC 8032).
public enum EdwardsCurve: String, Hashable, Sendable, CaseIterable {
    /// Ed25519.
    case ed25519 = "Ed25519"
    /// Ed448.
    case ed448 = "Ed448"

    /// Length in bytes of a public key, and of a private key.
    public var keyLength: Int {
        switch self {
        case .ed25519: 32
        case .ed448: 57
        }
    }

    /// Length in bytes of a signature.
    public var signatureLength: Int { 2 * keyLength }
}
