/// A private key of any kind that signs here.
public enum PrivateKey: Sendable {
    /// A scalar on a Weierstrass curve.
    case ec(ECPrivateKey)
    /// An Edwards private key.
    case edwards(EdwardsPrivateKey)
    /// RSA's primes and exponents.
    case rsa(RSAPrivateKey)

    /// The public half.
    public var publicKey: PublicKey {
        switch self {
        case .ec(let key): .ec(key.publicKey)
        case .edwards(let key): .edwards(key.publicKey)
        case .rsa(let key): .rsa(key.publicKey)
        }
    }

    /// Signs the message.
    ///
    /// - Throws: ``CryptographyError/schemeMismatch(_:)`` when this kind of key has no such scheme.
    public func signature(
        for message: [UInt8], scheme: SignatureScheme, nonce: NonceGeneration = .random
    ) throws(CryptographyError) -> [UInt8] {
        switch (self, scheme) {
        case (.ec(let key), .ecdsa(let hash)):
            try key.signature(forDigest: Digest.hash(message, hash), hash, nonce: nonce)
        case (.edwards(let key), .eddsa):
            try key.signature(for: message)
        case (.rsa(let key), .rsaPKCS1(let hash)):
            try key.pkcs1Signature(forDigest: Digest.hash(message, hash), hash)
        case (.rsa(let key), .rsaPSS(let hash)):
            try key.pssSignature(forDigest: Digest.hash(message, hash), hash, nonce: nonce)
        default:
            throw .schemeMismatch(scheme)
        }
    }
}
