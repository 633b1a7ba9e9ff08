public import Bytes
public import Cryptography

/// PIN/UV auth protocols one and two (CTAP 2.2 §6.5.6, §6.5.7): how both sides derive, encrypt and authenticate.
public enum PINUVAuthProtocol: Int, Hashable, Sendable, CaseIterable {
    /// SHA-256 of the shared point, AES-256-CBC with a zero IV, MACs cut to 16 bytes.
    case one = 1
    /// HKDF into two keys, AES-256-CBC with a random IV, whole MACs.
    case two = 2

    /// What platform and authenticator share after ECDH: 32 bytes in protocol one, 64 in two.
    public func sharedSecret(
        _ privateKey: ECPrivateKey, with peer: ECPublicKey
    ) throws(CryptographyError) -> Secret {
        let z = try privateKey.sharedSecret(with: peer)
        switch self {
        case .one: return Secret(Digest.sha256(z))
        case .two:
            let salt = [UInt8](repeating: 0, count: 32)
            let keys = ["CTAP2 HMAC key", "CTAP2 AES key"].map {
                HKDF.deriveKey(inputKeyMaterial: z, salt: salt, info: Array($0.utf8), count: 32)
            }
            return Secret(keys[0] + keys[1])
        }
    }

    /// Encrypts whole blocks; protocol two puts its random IV in front.
    public func encrypt(
        _ plaintext: [UInt8], key secret: Secret, random: any RandomSource
    ) throws(CryptographyError) -> [UInt8] {
        let key = secret.exposedBytes
        switch self {
        case .one: return try AESCBC.encrypt(plaintext, key: key, iv: Self.zeroIV)
        case .two:
            let iv = try random.bytes(16, for: .initializationVector)
            return iv + (try AESCBC.encrypt(plaintext, key: Array(key.suffix(32)), iv: iv))
        }
    }

    /// Decrypts; nil when the length cannot be a ciphertext of this protocol.
    public func decrypt(_ ciphertext: [UInt8], key secret: Secret) -> [UInt8]? {
        let key = secret.exposedBytes
        switch self {
        case .one:
            guard ciphertext.count % 16 == 0 else { return nil }
            return try? AESCBC.decrypt(ciphertext, key: key, iv: Self.zeroIV)
        case .two:
            guard ciphertext.count >= 16, ciphertext.count % 16 == 0 else { return nil }
            return try? AESCBC.decrypt(
                Array(ciphertext.dropFirst(16)), key: Array(key.suffix(32)), iv: Array(ciphertext.prefix(16)))
        }
    }

    /// The MAC over a message, with a shared secret or a token as key.
    public func authenticate(_ message: [UInt8], key secret: Secret) -> [UInt8] {
        let key = secret.exposedBytes
        return switch self {
        case .one: Array(HMAC.authenticationCode(for: message, key: key).prefix(16))
        case .two: HMAC.authenticationCode(for: message, key: Array(key.prefix(32)))
        }
    }

    /// Whether the MAC fits, in constant time.
    public func verify(_ mac: [UInt8], over message: [UInt8], key: Secret) -> Bool {
        constantTimeEqual(authenticate(message, key: key), mac)
    }

    private static let zeroIV = [UInt8](repeating: 0, count: 16)
}

/// How a PIN is prepared before it is encrypted or compared (§6.5.1).
public enum PIN {
    /// The longest PIN, in bytes of UTF-8.
    public static let maximumBytes = 63

    /// Zero-padded to 64 bytes; nil for a PIN that is too long.
    public static func padded(_ pin: String) -> [UInt8]? {
        let bytes = Array(pin.utf8)
        guard bytes.count <= maximumBytes else { return nil }
        return bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
    }

    /// The first 16 bytes of the PIN's SHA-256.
    public static func hash(_ pin: [UInt8]) -> [UInt8] { Array(Digest.sha256(pin).prefix(16)) }
}
