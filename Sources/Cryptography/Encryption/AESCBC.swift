import COpenSSL

/// AES-256 in CBC mode without padding (NIST SP 800-38A), as CTAP's PIN/UV protocols use it.
///
/// It hides, it does not authenticate: CTAP checks the MAC apart.
public enum AESCBC {
    /// Encrypts whole blocks of 16 bytes.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)`` unless the key has 32 bytes and the
    ///   vector 16, ``CryptographyError/notWholeBlocks(count:)``.
    public static func encrypt(
        _ plaintext: [UInt8], key: [UInt8], iv: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        try run(plaintext, key: key, iv: iv, encrypting: 1)
    }

    /// Decrypts whole blocks of 16 bytes; throws as ``encrypt(_:key:iv:)`` does.
    public static func decrypt(
        _ ciphertext: [UInt8], key: [UInt8], iv: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        try run(ciphertext, key: key, iv: iv, encrypting: 0)
    }

    private static func run(
        _ input: [UInt8], key: [UInt8], iv: [UInt8], encrypting: Int32
    ) throws(CryptographyError) -> [UInt8] {
        guard key.count == 32 else { throw .wrongLength(of: .key, expected: 32, actual: key.count) }
        guard iv.count == 16 else {
            throw .wrongLength(of: .initializationVector, expected: 16, actual: iv.count)
        }
        guard input.count % 16 == 0, let count = Int32(exactly: input.count) else {
            throw .notWholeBlocks(count: input.count)
        }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let context = try CipherContext()
        guard EVP_CipherInit_ex(context.pointer, EVP_aes_256_cbc(), nil, key, iv, encrypting) == 1,
            EVP_CIPHER_CTX_set_padding(context.pointer, 0) == 1
        else { throw ErrorQueue.failure("EVP_CipherInit_ex") }
        var written: Int32 = 0
        // Without padding the update alone yields as many bytes as it takes; no final call is needed.
        let output = [UInt8](unsafeUninitializedCapacity: input.count) { buffer, initialized in
            guard EVP_CipherUpdate(context.pointer, buffer.baseAddress, &written, input, count) == 1 else {
                return
            }
            initialized = Int(written)
        }
        guard output.count == input.count else { throw ErrorQueue.failure("EVP_CipherUpdate") }
        return output
    }
}

/// An owned EVP_CIPHER_CTX.
struct CipherContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = EVP_CIPHER_CTX_new() else { throw ErrorQueue.failure("EVP_CIPHER_CTX_new") }
        self.pointer = pointer
    }

    deinit { EVP_CIPHER_CTX_free(pointer) }
}
