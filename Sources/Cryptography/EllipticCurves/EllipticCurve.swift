/// The Weierstrass curves of COSE's EC2 keys.
public enum EllipticCurve: String, Hashable, Sendable, CaseIterable {
    /// NIST P-256 (secp256r1).
    case p256 = "P-256"
    /// NIST P-384 (secp384r1).
    case p384 = "P-384"
    /// NIST P-521 (secp521r1).
    case p521 = "P-521"
    /// SEC 2's secp256k1 (RFC 8812).
    case secp256k1 = "secp256k1"

    /// Length in bytes of a coordinate, and of a private scalar, with leading zeros kept.
    public var coordinateLength: Int {
        switch self {
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        }
    }
}
