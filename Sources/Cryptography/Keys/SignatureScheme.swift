/// How a signature is made from a message.
public enum SignatureScheme: Hashable, Sendable {
    /// ECDSA over the digest of the message, in DER (FIPS 186-5 section 6).
    case ecdsa(HashAlgorithm)
    /// Ed25519 or Ed448 over the message itself, without a context (RFC 8032).
    case eddsa
    /// RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
    case rsaPKCS1(HashAlgorithm)
    /// RSASSA-PSS, MGF1 with the same hash and a salt as long as its digest (RFC 8017 section 8.1, RFC 8230).
    case rsaPSS(HashAlgorithm)
}

/// Where the random part of a signature comes from: ECDSA's nonce, PSS's salt.
public enum NonceGeneration: Hashable, Sendable {
    /// From the system's random generator.
    case random
    /// From the key and the message: RFC 6979 for ECDSA, an HMAC for PSS. The same signature every time.
    case deterministic
}
