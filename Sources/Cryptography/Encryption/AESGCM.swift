import COpenSSL

/// AES-256 in Galois/Counter Mode with a nonce of 12 bytes and a tag of 16 (NIST SP 800-38D), as CTAP's large blobs
/// use it.
public enum AESGCM {
    /// Bytes in a nonce.
    public static let nonceLength = 12
    /// Bytes in a tag.
    public static let tagLength = 16

    /// The ciphertext with the tag behind it.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)`` unless the key has 32 bytes and the nonce 12.
    public static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        let context = try begin(key, nonce, data, encrypting: 1)
        let ciphertext = try update(context, plaintext)
        var none: Int32 = 0
        var tag = [UInt8](repeating: 0, count: tagLength)
        guard EVP_CipherFinal_ex(context.pointer, nil, &none) == 1,
            EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), &tag) == 1
        else { throw ErrorQueue.failure("EVP_CipherFinal_ex") }
        return ciphertext + tag
    }

    /// The plaintext; nil where the tag does not fit.
    ///
    /// - Throws: as ``seal(_:key:nonce:authenticating:)`` does.
    public static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) throws(CryptographyError) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        let context = try begin(key, nonce, data, encrypting: 0)
        let plaintext = try update(context, Array(sealed.dropLast(tagLength)))
        var tag = Array(sealed.suffix(tagLength))
        var none: Int32 = 0
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        guard EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1 else {
            throw ErrorQueue.failure("EVP_CIPHER_CTX_ctrl")
        }
        return EVP_CipherFinal_ex(context.pointer, nil, &none) == 1 ? plaintext : nil
    }

    private static func begin(
        _ key: [UInt8], _ nonce: [UInt8], _ data: [UInt8], encrypting: Int32
    ) throws(CryptographyError) -> CipherContext {
        guard key.count == 32 else { throw .wrongLength(of: .key, expected: 32, actual: key.count) }
        guard nonce.count == nonceLength else {
            throw .wrongLength(of: .initializationVector, expected: nonceLength, actual: nonce.count)
        }
        guard let count = Int32(exactly: data.count) else {
            throw ErrorQueue.failure("EVP_CipherUpdate")
        }
        let context = try CipherContext()
        var written: Int32 = 0
        guard EVP_CipherInit_ex(context.pointer, EVP_aes_256_gcm(), nil, key, nonce, encrypting) == 1,
            EVP_CipherUpdate(context.pointer, nil, &written, data, count) == 1
        else { throw ErrorQueue.failure("EVP_CipherInit_ex") }
        return context
    }

    private static func update(
        _ context: borrowing CipherContext, _ input: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard let count = Int32(exactly: input.count) else { throw ErrorQueue.failure("EVP_CipherUpdate") }
        var output = [UInt8](repeating: 0, count: input.count)
        var written: Int32 = 0
        guard EVP_CipherUpdate(context.pointer, &output, &written, input, count) == 1,
            Int(written) == input.count
        else { throw ErrorQueue.failure("EVP_CipherUpdate") }
        return output
    }
}
