/// The algorithms of public keys.
extension OID {
    /// `id-ecPublicKey` (RFC 5480 section 2.1.1).
    public static let ecPublicKey: OID = "1.2.840.10045.2.1"
    /// `rsaEncryption` (RFC 8017 appendix A.1).
    public static let rsaEncryption: OID = "1.2.840.113549.1.1.1"

    // Stored, since a literal is parsed each time that it is evaluated.
    fileprivate static let p256: OID = "1.2.840.10045.3.1.7"
    fileprivate static let p384: OID = "1.3.132.0.34"
    fileprivate static let p521: OID = "1.3.132.0.35"
    fileprivate static let secp256k1: OID = "1.3.132.0.10"
    fileprivate static let ed25519: OID = "1.3.101.112"
    fileprivate static let ed448: OID = "1.3.101.113"
}

extension EllipticCurve {
    /// The curve's name in certificates (RFC 5480 section 2.1.1.1, SEC 2 appendix A.2).
    public var objectIdentifier: OID {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .secp256k1: .secp256k1
        }
    }
}

extension EdwardsCurve {
    /// The algorithm's name in certificates, of keys and of signatures (RFC 8410 section 3).
    public var objectIdentifier: OID {
        switch self {
        case .ed25519: .ed25519
        case .ed448: .ed448
        }
    }
}
