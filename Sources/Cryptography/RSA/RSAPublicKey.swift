import COpenSSL

/// An RSA public key within bounds that make a signature check cheap and worth something.
public struct RSAPublicKey: Hashable, Sendable {
    /// The modulus n, big-endian, no leading zeros.
    public let modulus: [UInt8]
    /// The public exponent e, big-endian, no leading zeros.
    public let exponent: [UInt8]

    /// The sizes of modulus that are taken, in bits.
    public static let bitCounts = 2048...8192

    /// Takes modulus and exponent; the bounds are checked here, before anything is raised to any power.
    ///
    /// - Throws: ``CryptographyError/rsaNotMinimal``, ``CryptographyError/rsaModulusSize(bits:)``,
    ///   ``CryptographyError/rsaModulusEven``, ``CryptographyError/rsaExponent(_:)``.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        guard let first = modulus.first, let last = modulus.last, let top = exponent.first, first != 0,
            top != 0
        else { throw .rsaNotMinimal }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard Self.bitCounts.contains(bits) else { throw .rsaModulusSize(bits: bits) }
        guard last & 1 == 1 else { throw .rsaModulusEven }
        guard exponent.count <= 8, let lowest = exponent.last, lowest & 1 == 1, exponent != [1] else {
            throw .rsaExponent(exponent)
        }
        self.modulus = modulus
        self.exponent = exponent
    }

    /// Length of the modulus in bits.
    public var bitCount: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

    /// Whether the PKCS #1 v1.5 signature is right (RFC 8017 section 8.2.2).
    func isValidPKCS1(
        _ signature: [UInt8], forDigest digest: [UInt8], _ algorithm: HashAlgorithm
    ) throws(CryptographyError) -> Bool {
        guard signature.count == modulus.count else { return false }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try RSAHandle(self)
        return RSA_verify(
            algorithm.identifier, digest, UInt32(clamping: digest.count), signature,
            UInt32(clamping: signature.count), key.pointer) == 1
    }

    /// Whether the PSS signature is right (RFC 8017 section 8.1.2), its salt exactly as long as the digest.
    func isValidPSS(
        _ signature: [UInt8], forDigest digest: [UInt8], _ algorithm: HashAlgorithm
    ) throws(CryptographyError) -> Bool {
        guard signature.count == modulus.count else { return false }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try RSAHandle(self)
        let encoded = [UInt8](unsafeUninitializedCapacity: modulus.count) { buffer, initialized in
            let written = RSA_public_decrypt(
                Int32(clamping: signature.count), signature, buffer.baseAddress, key.pointer, RSA_NO_PADDING)
            initialized = max(0, Int(written))
        }
        // The signature was not below the modulus.
        guard encoded.count == modulus.count else { return false }
        return RSA_verify_PKCS1_PSS_mgf1(
            key.pointer, digest, algorithm.method, algorithm.method, encoded,
            Int32(clamping: algorithm.digestLength)) == 1
    }
}

extension HashAlgorithm {
    /// OpenSSL's number for the algorithm.
    var identifier: Int32 {
        switch self {
        case .sha1: NID_sha1
        case .sha256: NID_sha256
        case .sha384: NID_sha384
        case .sha512: NID_sha512
        }
    }

    /// OpenSSL's table for the algorithm; static, nothing to free.
    var method: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}
