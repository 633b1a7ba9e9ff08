import Bytes
import COpenSSL

extension ECPrivateKey {
    /// Signs a digest (FIPS 186-5 section 6.4); the result is DER.
    ///
    /// No low-s normalisation: WebAuthn asks for none.
    func signature(
        forDigest digest: [UInt8], _ algorithm: HashAlgorithm, nonce: NonceGeneration
    ) throws(CryptographyError) -> [UInt8] {
        let prepared = try Curve.named(curve)
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try CurveKey(privateScalar: scalar.exposedBytes, on: prepared)
        switch nonce {
        case .random:
            return try Self.sign(digest, with: key, inverse: nil, r: nil)
        case .deterministic:
            let setup = try DeterministicNonce(
                digest: digest, algorithm, scalar: scalar.exposedBytes, on: prepared)
            return try Self.sign(digest, with: key, inverse: setup.inverse.pointer, r: setup.r.pointer)
        }
    }

    private static func sign(
        _ digest: [UInt8], with key: borrowing CurveKey, inverse: OpaquePointer?, r: OpaquePointer?
    ) throws(CryptographyError) -> [UInt8] {
        // Two integers of 67 bytes and three headers: the longest, of P-521, has 139 bytes.
        let capacity = 144
        let signer = key.pointer
        let signature = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            var length: UInt32 = 0
            let status = ECDSA_sign_ex(
                0, digest, Int32(clamping: digest.count), buffer.baseAddress, &length, inverse, r, signer)
            initialized = status == 1 ? Int(length) : 0
        }
        guard !signature.isEmpty else { throw ErrorQueue.failure("ECDSA_sign_ex") }
        return signature
    }
}

extension ECPublicKey {
    /// Whether the DER signature is right (FIPS 186-5 section 6.4.2); anything but strict DER with r and s
    /// in 1..<n is refused before OpenSSL sees it.
    func isValid(_ signature: [UInt8], forDigest digest: [UInt8]) throws(CryptographyError) -> Bool {
        guard case .strict = ECDSASignatureShape(of: signature, curve: curve) else { return false }
        let prepared = try Curve.named(curve)
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try CurveKey(publicPoint: uncompressedPoint, on: prepared)
        return ECDSA_verify(
            0, digest, Int32(clamping: digest.count), signature, Int32(clamping: signature.count), key.pointer
        )
            == 1
    }
}
