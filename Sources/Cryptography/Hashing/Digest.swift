/// One-shot hashing (FIPS 180-4).
public enum Digest {
    /// The SHA-256 digest, 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, .sha256) }

    /// The digest by the algorithm given, ``HashAlgorithm/digestLength`` bytes.
    public static func hash(_ bytes: [UInt8], _ algorithm: HashAlgorithm) -> [UInt8] {
        var context = HashContext(algorithm)
        context.update(bytes)
        return context.digest()
    }
}
