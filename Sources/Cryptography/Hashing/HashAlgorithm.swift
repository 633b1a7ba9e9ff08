/// The hash functions of WebAuthn, CTAP and TPM (FIPS 180-4).
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// SHA-1: certificates' key identifiers, and old TPM attestation.
    case sha1
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// Length of a digest in bytes.
    public var digestLength: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Length in bytes of the blocks that the function works through; HMAC pads its key to it.
    var blockLength: Int {
        switch self {
        case .sha1, .sha256: 64
        case .sha384, .sha512: 128
        }
    }
}
