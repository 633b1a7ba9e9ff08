import Bytes

/// PrivateKeyInfo, known as PKCS #8 (RFC 5208 §5, RFC 5958 §2), of the keys that sign here: RFC 5915 for named curves,
/// RFC 8410 for the Edwards curves, RFC 8017 for RSA. Not encrypted.
extension PrivateKey {
    /// The key as DER, byte for byte as OpenSSL and Chromium write it: with the point on a Weierstrass curve, without
    /// the public key on an Edwards curve.
    public var privateKeyInfo: [UInt8] {
        let (algorithm, key): ([UInt8], [UInt8]) =
            switch self {
            case .ec(let key):
                (
                    DER.sequence(
                        DER.objectIdentifier(.ecPublicKey), DER.objectIdentifier(key.curve.objectIdentifier)),
                    DER.sequence(
                        DER.integer(1), DER.octetString(key.scalar.exposedBytes),
                        DER.explicit(1, DER.bitString(key.publicKey.uncompressedPoint)))
                )
            case .edwards(let key):
                (
                    DER.sequence(DER.objectIdentifier(key.curve.objectIdentifier)),
                    DER.octetString(key.seed.exposedBytes)
                )
            case .rsa(let key):
                (
                    DER.sequence(DER.objectIdentifier(.rsaEncryption), DER.null()),
                    DER.sequence(
                        of: [DER.integer(0)]
                            + ([key.publicKey.modulus, key.publicKey.exponent] + key.storedComponents)
                            .map { DER.integer(magnitude: $0) })
                )
            }
        return DER.sequence(DER.integer(0), algorithm, DER.octetString(key))
    }

    /// Reads strict DER; a public key that is in it must be that of the private one.
    ///
    /// Attributes are left out. RSA's private exponent is made again from the primes: those modulo λ(n) and modulo
    /// φ(n), which are both written, are the same key.
    ///
    /// - Throws: ``CryptographyError/der(_:)``, ``CryptographyError/unsupportedKey(_:)`` for another algorithm or
    ///   curve, ``CryptographyError/halvesDiffer``, and what the key itself refuses.
    public init(privateKeyInfo bytes: [UInt8]) throws(CryptographyError) {
        var information = try DERReader.readWhole(.sequence, of: bytes).reader
        let version = try information.read(.integer)
        guard try (0...1).contains(version.integer()) else {
            throw .der(.integerOutOfRange(offset: version.offset))
        }
        var algorithm = try information.readSequence()
        let key = try information.read(.octetString)
        _ = try information.readIfPresent(.context(0))
        let publicBits = try information.readIfPresent(.context(1, isConstructed: false))
        try information.finish()

        let name = try algorithm.read(.objectIdentifier).objectIdentifier()
        if name == .ecPublicKey {
            let curve = try Self.curve(&algorithm)
            self = .ec(try Self.ecKey(key, curve))
        } else if name == .rsaEncryption {
            try algorithm.read(.null).null()
            self = .rsa(try Self.rsaKey(key))
        } else if let curve = EdwardsCurve.allCases.first(where: { $0.objectIdentifier == name }) {
            var inner = key.reader
            let seed = Array(try inner.read(.octetString).contents)
            try inner.finish()
            self = .edwards(try EdwardsPrivateKey(curve: curve, seed: seed))
        } else {
            throw .unsupportedKey(name)
        }
        try algorithm.finish()
        if let publicBits {
            let told = try publicBits.wholeBytesOfBitString()
            guard told.elementsEqual(publicKey.rawBytes) else { throw .halvesDiffer }
        }
    }

    private static func curve(_ reader: inout DERReader) throws(CryptographyError) -> EllipticCurve {
        let name = try reader.read(.objectIdentifier).objectIdentifier()
        guard let curve = EllipticCurve.allCases.first(where: { $0.objectIdentifier == name }) else {
            throw .unsupportedKey(name)
        }
        return curve
    }

    /// ECPrivateKey (RFC 5915 §3).
    private static func ecKey(
        _ element: DERElement, _ curve: EllipticCurve
    ) throws(CryptographyError) -> ECPrivateKey {
        var outer = element.reader
        var reader = try outer.readSequence()
        try outer.finish()
        let version = try reader.read(.integer)
        guard try version.integer() == 1 else { throw .der(.integerOutOfRange(offset: version.offset)) }
        let key = try ECPrivateKey(curve: curve, scalar: Array(try reader.read(.octetString).contents))
        if let parameters = try reader.readIfPresent(.context(0)) {
            var inner = parameters.reader
            let other = try Self.curve(&inner)
            guard other == curve else { throw .curveMismatch(curve, other) }
            try inner.finish()
        }
        if let wrapped = try reader.readIfPresent(.context(1)) {
            var inner = wrapped.reader
            let told = try inner.read(.bitString).wholeBytesOfBitString()
            try inner.finish()
            guard told.elementsEqual(key.publicKey.uncompressedPoint) else { throw .halvesDiffer }
        }
        try reader.finish()
        return key
    }

    /// RSAPrivateKey of two primes (RFC 8017 appendix A.1.2).
    private static func rsaKey(_ element: DERElement) throws(CryptographyError) -> RSAPrivateKey {
        var outer = element.reader
        var reader = try outer.readSequence()
        try outer.finish()
        let version = try reader.read(.integer)
        guard try version.integer() == 0 else { throw .der(.integerOutOfRange(offset: version.offset)) }
        var numbers: [[UInt8]] = []
        for _ in 0..<8 { numbers.append(Array(try reader.read(.integer).magnitude())) }
        try reader.finish()
        let key = try RSAPrivateKey(firstPrime: numbers[3], secondPrime: numbers[4], exponent: numbers[1])
        // All but d, the first of them.
        guard numbers[0] == key.publicKey.modulus,
            numbers[3...].elementsEqual(key.storedComponents.dropFirst())
        else { throw .halvesDiffer }
        return key
    }
}

extension PublicKey {
    /// What a BIT STRING of RFC 5958 holds of it.
    fileprivate var rawBytes: [UInt8] {
        switch self {
        case .ec(let key): key.uncompressedPoint
        case .edwards(let key): key.bytes
        case .rsa(let key):
            DER.sequence(DER.integer(magnitude: key.modulus), DER.integer(magnitude: key.exponent))
        }
    }
}
