/// SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7) of the keys that are read and written here: RFC 5480 for
/// named curves, RFC 8410 for the Edwards curves, RFC 3279 for RSA.
extension PublicKey {
    /// The key as DER: what `AuthenticatorAttestationResponse.getPublicKey()` returns.
    public var subjectPublicKeyInfo: [UInt8] {
        switch self {
        case .ec(let key): return FixedForm.of(key.curve).prefix + key.uncompressedPoint
        case .edwards(let key): return FixedForm.of(key.curve).prefix + key.bytes
        case .rsa(let key):
            let numbers = DER.sequence(
                DER.integer(magnitude: key.modulus), DER.integer(magnitude: key.exponent))
            return DER.sequence(
                DER.sequence(DER.objectIdentifier(.rsaEncryption), DER.null()), DER.bitString(numbers))
        }
    }

    /// Reads strict DER: a named curve with an uncompressed point, Ed25519, Ed448 or rsaEncryption.
    ///
    /// - Throws: ``CryptographyError/der(_:)``, ``CryptographyError/unsupportedKey(_:)`` for another
    ///   algorithm or curve, and what the key itself refuses.
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

/// The forms of one length: what stands before the raw key, written once, since every registration needs it.
private struct FixedForm {
    let prefix: [UInt8]

    private init(algorithm: [UInt8], keyLength: Int) {
        let key = [UInt8](repeating: 0, count: keyLength)
        prefix = DER.sequence(algorithm, DER.bitString(key)).dropLast(keyLength)
    }

    private init(_ curve: EllipticCurve) {
        let algorithm = DER.sequence(
            DER.objectIdentifier(.ecPublicKey), DER.objectIdentifier(curve.objectIdentifier))
        self.init(algorithm: algorithm, keyLength: 1 + 2 * curve.coordinateLength)
    }

    private init(_ curve: EdwardsCurve) {
        let algorithm = DER.sequence(DER.objectIdentifier(curve.objectIdentifier))
        self.init(algorithm: algorithm, keyLength: curve.keyLength)
    }

    private static let p256 = FixedForm(.p256)
    private static let p384 = FixedForm(.p384)
    private static let p521 = FixedForm(.p521)
    private static let secp256k1 = FixedForm(.secp256k1)
    private static let ed25519 = FixedForm(.ed25519)
    private static let ed448 = FixedForm(.ed448)

    static func of(_ curve: EllipticCurve) -> FixedForm {
        switch curve {
        case .p256: p256
        case .p384: p384
        case .p521: p521
        case .secp256k1: secp256k1
        }
    }

    static func of(_ curve: EdwardsCurve) -> FixedForm {
        switch curve {
        case .ed25519: ed25519
        case .ed448: ed448
        }
    }
}
