/// EMSA-PSS (RFC 8017 section 9.1.1), written here because OpenSSL's draws the salt itself and a seeded run
/// must not depend on that.
enum PSSEncoding {
    /// The encoded message, `bitCount` bits in as few bytes as hold them.
    static func encode(
        _ digest: [UInt8], salt: [UInt8], _ algorithm: HashAlgorithm, bitCount: Int
    ) -> [UInt8] {
        let length = (bitCount + 7) / 8
        let hash = Digest.hash([UInt8](repeating: 0, count: 8) + digest + salt, algorithm)
        let zeros = length - salt.count - hash.count - 2  // positive: a modulus has 2048 bits or more
        let block = [UInt8](repeating: 0, count: zeros) + [1] + salt
        var masked = zip(block, mask(hash, count: block.count, algorithm)).map { $0 ^ $1 }
        masked[0] &= 0xFF >> UInt8(length * 8 - bitCount)
        return masked + hash + [0xBC]
    }

    /// MGF1 (appendix B.2.1).
    private static func mask(_ seed: [UInt8], count: Int, _ algorithm: HashAlgorithm) -> [UInt8] {
        var output: [UInt8] = []
        var counter: UInt32 = 0
        while output.count < count {
            let number = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
            output += Digest.hash(seed + number, algorithm)
            counter += 1
        }
        return output
    }
}
