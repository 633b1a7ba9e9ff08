public import Bytes
import COpenSSL

/// A private key on an Edwards curve: any bytes of the right length (RFC 8032 sections 5.1.5 and 5.2.5).
public struct EdwardsPrivateKey: Sendable {
    /// The private key itself, ``EdwardsCurve/keyLength`` bytes.
    public let seed: Secret
    /// The public half.
    public let publicKey: EdwardsPublicKey
    /// The curve.
    public var curve: EdwardsCurve { publicKey.curve }

    /// Takes the private key and computes the public one.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)``.
    public init(curve: EdwardsCurve, seed: [UInt8]) throws(CryptographyError) {
        guard seed.count == curve.keyLength else {
            throw .wrongLength(of: .seed, expected: curve.keyLength, actual: seed.count)
        }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try EnvelopeKey(privateSeed: seed, curve: curve)
        var length = curve.keyLength
        let point = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            initialized =
                EVP_PKEY_get_raw_public_key(key.pointer, buffer.baseAddress, &length) == 1 ? length : 0
        }
        guard point.count == curve.keyLength else { throw ErrorQueue.failure("EVP_PKEY_get_raw_public_key") }
        self.seed = Secret(seed)
        publicKey = EdwardsPublicKey(vouched: point, curve: curve)
    }

    /// Takes both halves without computing anything: the caller vouches that they belong together.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)``.
    public init(seed: [UInt8], storedPublicKey: EdwardsPublicKey) throws(CryptographyError) {
        let expected = storedPublicKey.curve.keyLength
        guard seed.count == expected else {
            throw .wrongLength(of: .seed, expected: expected, actual: seed.count)
        }
        self.seed = Secret(seed)
        publicKey = storedPublicKey
    }

    /// Draws a key.
    public static func generate(
        _ curve: EdwardsCurve, random: some RandomSource, purpose: RandomPurpose = .credentialKey
    ) throws(CryptographyError) -> EdwardsPrivateKey {
        try EdwardsPrivateKey(curve: curve, seed: random.checkedBytes(curve.keyLength, for: purpose))
    }

    func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try EnvelopeKey(privateSeed: seed.exposedBytes, curve: curve)
        let context = try EnvelopeContext()
        guard EVP_DigestSignInit(context.pointer, nil, nil, nil, key.pointer) == 1 else {
            throw ErrorQueue.failure("EVP_DigestSignInit")
        }
        var length = curve.signatureLength
        let signature = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            let status = EVP_DigestSign(context.pointer, buffer.baseAddress, &length, message, message.count)
            initialized = status == 1 ? length : 0
        }
        guard signature.count == curve.signatureLength else { throw ErrorQueue.failure("EVP_DigestSign") }
        return signature
    }
}
