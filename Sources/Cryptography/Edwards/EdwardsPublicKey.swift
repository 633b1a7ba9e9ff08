import COpenSSL

/// A public key on an Edwards curve: the encoded point of RFC 8032, its length checked and nothing else.
public struct EdwardsPublicKey: Hashable, Sendable {
    /// The curve.
    public let curve: EdwardsCurve
    /// The encoded point, ``EdwardsCurve/keyLength`` bytes.
    public let bytes: [UInt8]

    /// Takes the encoded point.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)``.
    public init(curve: EdwardsCurve, bytes: [UInt8]) throws(CryptographyError) {
        guard bytes.count == curve.keyLength else {
            throw .wrongLength(of: .publicKey, expected: curve.keyLength, actual: bytes.count)
        }
        self.curve = curve
        self.bytes = bytes
    }

    /// A key that was just computed.
    init(vouched bytes: [UInt8], curve: EdwardsCurve) {
        self.curve = curve
        self.bytes = bytes
    }

    func isValid(_ signature: [UInt8], for message: [UInt8]) throws(CryptographyError) -> Bool {
        guard signature.count == curve.signatureLength else { return false }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try EnvelopeKey(publicBytes: bytes, curve: curve)
        let context = try EnvelopeContext()
        guard EVP_DigestVerifyInit(context.pointer, nil, nil, nil, key.pointer) == 1 else {
            throw ErrorQueue.failure("EVP_DigestVerifyInit")
        }
        return EVP_DigestVerify(context.pointer, signature, signature.count, message, message.count) == 1
    }
}
