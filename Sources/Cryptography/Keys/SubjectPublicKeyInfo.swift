/// SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7) of the keys that are read and written here: RFC 5480 for named
/// curves, RFC 8410 for the Edwards curves, RFC 3279 for RSA.
extension PublicKey {
    /// The key as DER: what `AuthenticatorAttestationResponse.getPublicKey()` returns.
    public var subjectPublicKeyInfo: [UInt8] {
        switch self {
        case .ec(let key):
            let algorithm = DER.sequence(
                DER.objectIdentifier(.ecPublicKey), DER.objectIdentifier(key.curve.objectIdentifier))
            return DER.sequence(algorithm, DER.bitString(key.uncompressedPoint))
        case .edwards(let key):
            return DER.sequence(
                DER.sequence(DER.objectIdentifier(key.curve.objectIdentifier)), DER.bitString(key.bytes))
        case .rsa(let key):
            let numbers = DER.sequence(
                DER.integer(magnitude: key.modulus), DER.integer(magnitude: key.exponent))
            return DER.sequence(
                DER.sequence(DER.objectIdentifier(.rsaEncryption), DER.null()), DER.bitString(numbers))
        }
    }

    /// Reads strict DER to the last byte: a named curve with an uncompressed point, Ed25519, Ed448 or rsaEncryption.
    ///
    /// - Throws: ``CryptographyError/der(_:)``, ``CryptographyError/unsupportedKey(_:)`` for another algorithm or
    ///   curve, and what the key itself refuses.
    public init(subjectPublicKeyInfo bytes: [UInt8]) throws(CryptographyError) {
        var outer = DERReader(bytes)
        var information = try outer.readSequence()
        try outer.finish()
        var algorithm = try information.readSequence()
        let key = Array(try information.read(.bitString).wholeBytesOfBitString())
        try information.finish()

        let name = try algorithm.read(.objectIdentifier).objectIdentifier()
        if name == .ecPublicKey {
            // The other choices of ECParameters, explicit and implicit, are forbidden by RFC 5480.
            let curveName = try algorithm.read(.objectIdentifier).objectIdentifier()
            try algorithm.finish()
            guard let curve = EllipticCurve.allCases.first(where: { $0.objectIdentifier == curveName }) else {
                throw .unsupportedKey(curveName)
            }
            self = .ec(try ECPublicKey(curve: curve, uncompressedPoint: key))
        } else if name == .rsaEncryption {
            try algorithm.read(.null).null()
            try algorithm.finish()
            self = .rsa(try RSAPublicKey(pkcs1: key))
        } else if let curve = EdwardsCurve.allCases.first(where: { $0.objectIdentifier == name }) {
            try algorithm.finish()
            self = .edwards(try EdwardsPublicKey(curve: curve, bytes: key))
        } else {
            throw .unsupportedKey(name)
        }
    }
}

extension RSAPublicKey {
    /// Reads the RSAPublicKey structure of RFC 8017 appendix A.1.1.
    fileprivate init(pkcs1 bytes: [UInt8]) throws(CryptographyError) {
        var numbers = try DERReader.readWhole(.sequence, of: bytes).reader
        let modulus = Array(try numbers.read(.integer).magnitude())
        let exponent = Array(try numbers.read(.integer).magnitude())
        try numbers.finish()
        try self.init(modulus: modulus, exponent: exponent)
    }
}

/// The algorithms and curves of public keys.
extension OID {
    /// `id-ecPublicKey` (RFC 5480 section 2.1.1).
    public static let ecPublicKey: OID = "1.2.840.10045.2.1"
    /// `rsaEncryption` (RFC 8017 appendix A.1).
    public static let rsaEncryption: OID = "1.2.840.113549.1.1.1"
}

extension EllipticCurve {
    /// The curve's name in certificates (RFC 5480 section 2.1.1.1, SEC 2 appendix A.2).
    public var objectIdentifier: OID {
        switch self {
        case .p256: "1.2.840.10045.3.1.7"
        case .p384: "1.3.132.0.34"
        case .p521: "1.3.132.0.35"
        case .secp256k1: "1.3.132.0.10"
        }
    }
}

extension EdwardsCurve {
    /// The algorithm's name in certificates, of keys and of signatures (RFC 8410 section 3).
    public var objectIdentifier: OID {
        switch self {
        case .ed25519: "1.3.101.112"
        case .ed448: "1.3.101.113"
        }
    }
}
