import COpenSSL

/// An owned EC_POINT.
struct CurvePoint: ~Copyable {
    let pointer: OpaquePointer

    /// The point at infinity.
    init(on curve: Curve) throws(CryptographyError) {
        guard let pointer = EC_POINT_new(curve.group.pointer) else {
            throw ErrorQueue.failure("EC_POINT_new")
        }
        self.pointer = pointer
    }

    /// Reads an encoded point; OpenSSL checks that it is on the curve.
    init(_ encoded: [UInt8], on curve: Curve) throws(CryptographyError) {
        let point = try CurvePoint(on: curve)
        guard EC_POINT_oct2point(curve.group.pointer, point.pointer, encoded, encoded.count, nil) == 1 else {
            throw .notOnCurve(curve.name)
        }
        self = point
    }

    /// The generator times a scalar.
    init(generatorTimes scalar: borrowing BigNumber, on curve: Curve) throws(CryptographyError) {
        let point = try CurvePoint(on: curve)
        guard EC_POINT_mul(curve.group.pointer, point.pointer, scalar.pointer, nil, nil, nil) == 1 else {
            throw ErrorQueue.failure("EC_POINT_mul")
        }
        self = point
    }

    deinit { EC_POINT_clear_free(pointer) }

    /// 0x04, x, y.
    func uncompressed(on curve: Curve) throws(CryptographyError) -> [UInt8] {
        let length = 1 + 2 * curve.name.coordinateLength
        let encoded = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            initialized = EC_POINT_point2oct(
                curve.group.pointer, pointer, POINT_CONVERSION_UNCOMPRESSED, buffer.baseAddress, length, nil)
        }
        // Infinity is written as one byte.
        guard encoded.count == length else { throw .pointAtInfinity(curve.name) }
        return encoded
    }
}

/// An owned EC_KEY: what OpenSSL's ECDSA and ECDH take.
struct CurveKey: ~Copyable {
    let pointer: OpaquePointer

    private init() throws(CryptographyError) {
        guard let pointer = EC_KEY_new() else { throw ErrorQueue.failure("EC_KEY_new") }
        self.pointer = pointer
    }

    private func setCurve(_ curve: Curve) throws(CryptographyError) {
        guard EC_KEY_set_group(pointer, curve.group.pointer) == 1 else {
            throw ErrorQueue.failure("EC_KEY_set_group")
        }
    }

    /// A private key; its point is not computed, since signing and agreeing do without it.
    init(privateScalar: [UInt8], on curve: Curve) throws(CryptographyError) {
        let key = try CurveKey()
        try key.setCurve(curve)
        let scalar = try BigNumber(privateScalar)
        guard EC_KEY_set_private_key(key.pointer, scalar.pointer) == 1 else {
            throw ErrorQueue.failure("EC_KEY_set_private_key")
        }
        self = key
    }

    /// A public key.
    init(publicPoint: [UInt8], on curve: Curve) throws(CryptographyError) {
        let key = try CurveKey()
        try key.setCurve(curve)
        let point = try CurvePoint(publicPoint, on: curve)
        guard EC_KEY_set_public_key(key.pointer, point.pointer) == 1 else {
            throw ErrorQueue.failure("EC_KEY_set_public_key")
        }
        self = key
    }

    deinit { EC_KEY_free(pointer) }
}
