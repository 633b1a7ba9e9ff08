public import Bytes
import COpenSSL

/// A private key on a Weierstrass curve, with its public key.
public struct ECPrivateKey: Sendable {
    /// The private scalar, ``EllipticCurve/coordinateLength`` bytes, in 1..<n.
    public let scalar: Secret
    /// The public half.
    public let publicKey: ECPublicKey
    /// The curve.
    public var curve: EllipticCurve { publicKey.curve }

    /// Makes a key from its scalar and computes the point.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)``,
    ///   ``CryptographyError/scalarOutOfRange(_:)``.
    public init(curve: EllipticCurve, scalar: [UInt8]) throws(CryptographyError) {
        let prepared = try Self.check(scalar, on: curve)
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let point = try CurvePoint(generatorTimes: BigNumber(scalar), on: prepared)
        publicKey = ECPublicKey(vouchedPoint: try point.uncompressed(on: prepared), on: curve)
        self.scalar = Secret(scalar)
    }

    /// Makes a key from both halves without computing anything: the caller vouches that they belong together.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)``,
    ///   ``CryptographyError/scalarOutOfRange(_:)``.
    public init(
        curve: EllipticCurve, scalar: [UInt8], storedPublicKey: ECPublicKey
    ) throws(CryptographyError) {
        guard storedPublicKey.curve == curve else { throw .curveMismatch(curve, storedPublicKey.curve) }
        _ = try Self.check(scalar, on: curve)
        self.scalar = Secret(scalar)
        publicKey = storedPublicKey
    }

    /// Draws a key: `coordinateLength` bytes at a time, until they are in 1..<n as they stand.
    ///
    /// The seven bits by which 66 bytes exceed P-521 are cleared; a draw in range has none of them set.
    public static func generate(
        _ curve: EllipticCurve, random: some RandomSource, purpose: RandomPurpose = .credentialKey
    ) throws(CryptographyError) -> ECPrivateKey {
        let prepared = try Curve.named(curve)
        // At worst, for P-256, a draw fails once in 2^32: a source that fails so often is broken.
        for _ in 0..<64 {
            var drawn = try random.checkedBytes(curve.coordinateLength, for: purpose)
            if curve == .p521, let first = drawn.first { drawn[0] = first & 1 }
            if prepared.isPrivateScalar(drawn) { return try ECPrivateKey(curve: curve, scalar: drawn) }
        }
        throw .randomUnavailable
    }

    private static func check(
        _ scalar: [UInt8], on curve: EllipticCurve
    ) throws(CryptographyError) -> Curve {
        guard scalar.count == curve.coordinateLength else {
            throw .wrongLength(of: .scalar, expected: curve.coordinateLength, actual: scalar.count)
        }
        let prepared = try Curve.named(curve)
        guard prepared.isPrivateScalar(scalar) else { throw .scalarOutOfRange(curve) }
        return prepared
    }

    /// Elliptic-curve Diffie-Hellman (SEC 1 section 3.3.1): the x coordinate of the shared point,
    /// `coordinateLength` bytes.
    ///
    /// - Throws: ``CryptographyError/curveMismatch(_:_:)``.
    public func sharedSecret(with peer: ECPublicKey) throws(CryptographyError) -> [UInt8] {
        guard peer.curve == curve else { throw .curveMismatch(curve, peer.curve) }
        let prepared = try Curve.named(curve)
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let key = try CurveKey(privateScalar: scalar.exposedBytes, on: prepared)
        let point = try CurvePoint(peer.uncompressedPoint, on: prepared)
        let length = curve.coordinateLength
        let secret = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            let written = ECDH_compute_key(buffer.baseAddress, length, point.pointer, key.pointer, nil)
            initialized = max(0, Int(written))
        }
        guard secret.count == length else { throw ErrorQueue.failure("ECDH_compute_key") }
        return secret
    }
}
