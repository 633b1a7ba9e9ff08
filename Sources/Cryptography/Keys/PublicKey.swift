/// A public key of any kind that is checked here.
public enum PublicKey: Hashable, Sendable {
    /// A point on a Weierstrass curve.
    case ec(ECPublicKey)
    /// A point on an Edwards curve.
    case edwards(EdwardsPublicKey)
    /// An RSA modulus and exponent.
    case rsa(RSAPublicKey)

    /// Whether the signature over the message is right.
    ///
    /// A signature of the wrong form is simply not right; ``ECDSASignatureShape`` says what its form is.
    ///
    /// - Throws: ``CryptographyError/schemeMismatch(_:)`` when this kind of key has no such scheme.
    public func isValidSignature(
        _ signature: [UInt8], for message: [UInt8], scheme: SignatureScheme
    ) throws(CryptographyError) -> Bool {
        switch (self, scheme) {
        case (.ec(let key), .ecdsa(let hash)):
            try key.isValid(signature, forDigest: Digest.hash(message, hash))
        case (.edwards(let key), .eddsa):
            try key.isValid(signature, for: message)
        case (.rsa(let key), .rsaPKCS1(let hash)):
            try key.isValidPKCS1(signature, forDigest: Digest.hash(message, hash), hash)
        case (.rsa(let key), .rsaPSS(let hash)):
            try key.isValidPSS(signature, forDigest: Digest.hash(message, hash), hash)
        default:
            throw .schemeMismatch(scheme)
        }
    }
}
