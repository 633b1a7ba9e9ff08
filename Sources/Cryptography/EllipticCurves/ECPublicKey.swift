/// A public key on a Weierstrass curve: a point that was checked to lie on it.
public struct ECPublicKey: Hashable, Sendable {
    /// The curve.
    public let curve: EllipticCurve
    /// The point in the uncompressed form of SEC 1 section 2.3.3: 0x04, x, y.
    public let uncompressedPoint: [UInt8]

    /// The x coordinate, ``EllipticCurve/coordinateLength`` bytes.
    public var x: [UInt8] { Array(uncompressedPoint[1..<1 + curve.coordinateLength]) }
    /// The y coordinate, ``EllipticCurve/coordinateLength`` bytes.
    public var y: [UInt8] { Array(uncompressedPoint[(1 + curve.coordinateLength)...]) }

    /// Makes a key from its coordinates, big-endian and of full length.
    ///
    /// - Throws: ``CryptographyError/wrongLength(of:expected:actual:)``,
    ///   ``CryptographyError/pointAtInfinity(_:)`` for (0, 0),
    ///   ``CryptographyError/coordinateOutOfRange(_:)``, ``CryptographyError/notOnCurve(_:)``.
    public init(curve: EllipticCurve, x: [UInt8], y: [UInt8]) throws(CryptographyError) {
        for coordinate in [x, y] where coordinate.count != curve.coordinateLength {
            throw .wrongLength(of: .coordinate, expected: curve.coordinateLength, actual: coordinate.count)
        }
        guard !isZero(x) || !isZero(y) else { throw .pointAtInfinity(curve) }
        let prepared = try Curve.named(curve)
        guard isBelow(x, prepared.prime), isBelow(y, prepared.prime) else {
            throw .coordinateOutOfRange(curve)
        }
        var point: [UInt8] = []
        point.reserveCapacity(1 + 2 * curve.coordinateLength)
        point.append(4)
        point += x
        point += y
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        _ = try CurvePoint(point, on: prepared)
        self.init(vouchedPoint: point, on: curve)
    }

    /// Makes a key from 0x04, x, y, as X.509 and U2F write it.
    ///
    /// - Throws: as ``init(curve:x:y:)``, and ``CryptographyError/notUncompressed(_:form:)`` for a
    ///   compressed or hybrid point.
    public init(curve: EllipticCurve, uncompressedPoint point: [UInt8]) throws(CryptographyError) {
        let length = 1 + 2 * curve.coordinateLength
        guard let form = point.first else {
            throw .wrongLength(of: .point, expected: length, actual: 0)
        }
        guard form != 0 || point.count != 1 else { throw .pointAtInfinity(curve) }
        guard form == 4 else { throw .notUncompressed(curve, form: form) }
        guard point.count == length else {
            throw .wrongLength(of: .point, expected: length, actual: point.count)
        }
        let middle = 1 + curve.coordinateLength
        try self.init(curve: curve, x: Array(point[1..<middle]), y: Array(point[middle...]))
    }

    /// A point that was just computed, or was checked when it was stored.
    init(vouchedPoint: [UInt8], on curve: EllipticCurve) {
        self.curve = curve
        uncompressedPoint = vouchedPoint
    }
}
