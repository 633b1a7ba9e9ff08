public import Bytes
import COpenSSL

/// An RSA private key with everything that the Chinese remainder theorem needs (RFC 8017 section 3.2), all
/// big-endian without leading zeros.
public struct RSAPrivateKey: Sendable {
    /// The public half.
    public let publicKey: RSAPublicKey
    /// d, the inverse of e modulo the least common multiple of p − 1 and q − 1.
    public let privateExponent: Secret
    /// p.
    public let firstPrime: Secret
    /// q.
    public let secondPrime: Secret
    /// d mod (p − 1).
    public let firstExponent: Secret
    /// d mod (q − 1).
    public let secondExponent: Secret
    /// The inverse of q modulo p.
    public let coefficient: Secret

    /// Makes a key from its two primes and the public exponent; whether they are prime is not checked.
    ///
    /// - Throws: ``CryptographyError/rsaFactors`` when they make no key, and what
    ///   ``RSAPublicKey/init(modulus:exponent:)`` throws.
    public init(
        firstPrime: [UInt8], secondPrime: [UInt8], exponent: [UInt8] = [1, 0, 1]
    ) throws(CryptographyError) {
        guard let pLast = firstPrime.last, let qLast = secondPrime.last, pLast & qLast & 1 == 1,
            firstPrime.count + secondPrime.count <= RSAPublicKey.bitCounts.upperBound / 8 + 1
        else { throw .rsaFactors }
        guard exponent.count <= 8 else { throw .rsaExponent(exponent) }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let numbers = try RSAArithmetic(p: firstPrime, q: secondPrime, e: exponent)
        publicKey = try RSAPublicKey(modulus: numbers.n.minimalBytes, exponent: exponent)
        privateExponent = Secret(numbers.d.minimalBytes)
        self.firstPrime = Secret(numbers.p.minimalBytes)
        self.secondPrime = Secret(numbers.q.minimalBytes)
        firstExponent = Secret(numbers.dp.minimalBytes)
        secondExponent = Secret(numbers.dq.minimalBytes)
        coefficient = Secret(numbers.coefficient.minimalBytes)
    }

    /// Takes what was stored; the caller vouches that it belongs together.
    ///
    /// The lengths are checked all the same: a damaged store must not cost hours of exponentiation.
    init(publicKey: RSAPublicKey, storedComponents: [[UInt8]]) throws(CryptographyError) {
        let lengths = 1...publicKey.modulus.count
        guard storedComponents.count == 6, storedComponents.allSatisfy({ lengths.contains($0.count) }) else {
            throw .rsaFactors
        }
        self.publicKey = publicKey
        privateExponent = Secret(storedComponents[0])
        firstPrime = Secret(storedComponents[1])
        secondPrime = Secret(storedComponents[2])
        firstExponent = Secret(storedComponents[3])
        secondExponent = Secret(storedComponents[4])
        coefficient = Secret(storedComponents[5])
    }

    /// The six private numbers in the order in which they are stored.
    var storedComponents: [[UInt8]] {
        [privateExponent, firstPrime, secondPrime, firstExponent, secondExponent, coefficient]
            .map(\.exposedBytes)
    }

    /// Signs a digest by PKCS #1 v1.5 (RFC 8017 section 8.2.1).
    func pkcs1Signature(
        forDigest digest: [UInt8], _ algorithm: HashAlgorithm
    ) throws(CryptographyError) -> [UInt8] {
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try RSAHandle(self)
        let capacity = publicKey.modulus.count
        let signature = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            var length: UInt32 = 0
            let status = RSA_sign(
                algorithm.identifier, digest, UInt32(clamping: digest.count), buffer.baseAddress, &length,
                key.pointer)
            initialized = status == 1 ? Int(length) : 0
        }
        guard signature.count == capacity else { throw ErrorQueue.failure("RSA_sign") }
        return signature
    }

    /// Signs a digest by PSS (RFC 8017 section 8.1.1).
    func pssSignature(
        forDigest digest: [UInt8], _ algorithm: HashAlgorithm, nonce: NonceGeneration
    ) throws(CryptographyError) -> [UInt8] {
        let salt =
            switch nonce {
            case .random: try SystemRandom().bytes(algorithm.digestLength, for: .choice)
            case .deterministic:
                HMAC.authenticationCode(for: digest, key: privateExponent.exposedBytes, using: algorithm)
            }
        let encoded = PSSEncoding.encode(digest, salt: salt, algorithm, bitCount: publicKey.bitCount - 1)
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try RSAHandle(self)
        // One byte shorter than the modulus when the modulus has 8k + 1 bits.
        let block = [UInt8](repeating: 0, count: publicKey.modulus.count - encoded.count) + encoded
        let signature = [UInt8](unsafeUninitializedCapacity: block.count) { buffer, initialized in
            let written = RSA_private_encrypt(
                Int32(clamping: block.count), block, buffer.baseAddress, key.pointer, RSA_NO_PADDING)
            initialized = max(0, Int(written))
        }
        guard signature.count == block.count else { throw ErrorQueue.failure("RSA_private_encrypt") }
        return signature
    }
}
