/// Key derivation by extract and expand (RFC 5869).
public enum HKDF {
    /// Derives `count` bytes.
    ///
    /// An empty salt means `digestLength` zero bytes (section 2.2).
    ///
    /// - Precondition: `count` is at most 255 × ``HashAlgorithm/digestLength``, the function's own limit
    ///   (section 2.3).
    public static func deriveKey(
        inputKeyMaterial: [UInt8], salt: [UInt8], info: [UInt8], count: Int,
        using algorithm: HashAlgorithm = .sha256
    ) -> [UInt8] {
        precondition(count >= 0 && count <= 255 * algorithm.digestLength, "HKDF yields no more")
        let pseudorandomKey = HMAC.authenticationCode(for: inputKeyMaterial, key: salt, using: algorithm)
        let key = HMACKey(pseudorandomKey, algorithm)
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 0
        while output.count < count {
            counter += 1
            block = key.authenticationCode(block, info, [counter])
            output.append(contentsOf: block.prefix(count - output.count))
        }
        return output
    }
}
