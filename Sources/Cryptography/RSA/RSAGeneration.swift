import COpenSSL

extension RSAPrivateKey {
    /// Draws a key with a modulus of `bits` bits and the exponent 65537 (after FIPS 186-5 appendix A.1.3).
    ///
    /// Each prime is the first one at or above a drawn odd number, so that the key is a function of the
    /// draws and a seeded source gives the same key every time.
    ///
    /// - Parameter bits: 2048…8192, a multiple of 16.
    /// - Throws: ``CryptographyError/rsaModulusSize(bits:)``, ``CryptographyError/randomUnavailable``.
    public static func generate(
        bits: Int = 2048, random: some RandomSource, purpose: RandomPurpose = .credentialKey
    ) throws(CryptographyError) -> RSAPrivateKey {
        guard RSAPublicKey.bitCounts.contains(bits), bits % 16 == 0 else { throw .rsaModulusSize(bits: bits) }
        let first = try prime(bits: bits / 2, random, purpose)
        let second = try prime(bits: bits / 2, random, purpose)
        // The primes must differ in their first 100 bits; a source that draws the same twice is broken.
        guard first.prefix(12) != second.prefix(12) else { throw .randomUnavailable }
        return try RSAPrivateKey(firstPrime: first, secondPrime: second)
    }

    private static func prime(
        bits: Int, _ random: some RandomSource, _ purpose: RandomPurpose
    ) throws(CryptographyError) -> [UInt8] {
        var drawn = try random.checkedBytes(bits / 8, for: purpose)
        // Two top bits set: the product of two such numbers has all its bits. Odd, since primes are.
        drawn[0] |= 0xC0
        drawn[drawn.count - 1] |= 1
        return try firstPrime(atOrAbove: drawn, bits: bits)
    }

    private static func firstPrime(
        atOrAbove start: [UInt8], bits: Int
    ) throws(CryptographyError) -> [UInt8] {
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let context = try BigNumberContext()
        let candidate = try BigNumber(start)
        while candidate.bitCount == bits {
            // p − 1 must be no multiple of e; e is prime, so that is all an inverse of e needs.
            if BN_mod_word(candidate.pointer, 65537) != 1 {
                switch BN_check_prime(candidate.pointer, context.pointer, nil) {
                case 1: return candidate.minimalBytes
                case 0: break
                default: throw ErrorQueue.failure("BN_check_prime")
                }
            }
            guard BN_add_word(candidate.pointer, 2) == 1 else { throw ErrorQueue.failure("BN_add_word") }
        }
        // Only a source that draws nothing but ones starts so near to the end of the size.
        throw .randomUnavailable
    }
}
