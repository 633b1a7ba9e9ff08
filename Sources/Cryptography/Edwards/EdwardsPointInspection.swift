import COpenSSL

/// What the decoding of RFC 8032 (sections 5.1.3 and 5.2.3) finds out about a key, and OpenSSL does not say.
extension EdwardsPublicKey {
    /// Whether this is the one encoding of its point: y below the prime, and no sign where x is zero.
    ///
    /// Some verifiers take other encodings and some do not; one key must not have two.
    public var isCanonical: Bool {
        let (y, hasSign) = coordinates
        guard isBelow(y, curve.prime) else { return false }
        // x is zero exactly where y is 1 or −1.
        return !hasSign || !(y == curve.one || y == curve.minusOne)
    }

    /// Whether the point's order divides the cofactor: then signatures can be made without any secret.
    ///
    /// Encodings that are not canonical are seen through.
    public var isSmallOrder: Bool { curve.smallOrders.contains(coordinates.y) }

    /// Whether some x belongs to this y: half of all byte strings are no point.
    ///
    /// - Throws: ``CryptographyError/library(function:reason:)`` when OpenSSL has no memory.
    public func isOnCurve() throws(CryptographyError) -> Bool {
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        // x² is (1 − y²) / (a − d·y²). With a = −1 being a square where a is −1, that is a square exactly if
        // (1 − y²)(1 + c·y²) is one, c being d for Ed25519 and −d for Ed448.
        let context = try BigNumberContext()
        let prime = try BigNumber(curve.prime)
        let one = try BigNumber([1])
        let square = try BigNumber(coordinates.y)
        let numerator = try BigNumber()
        let denominator = try BigNumber(curve.coefficient)
        let (p, c) = (prime.pointer, context.pointer)
        guard BN_mod_sqr(square.pointer, square.pointer, p, c) == 1,
            BN_mod_sub(numerator.pointer, one.pointer, square.pointer, p, c) == 1,
            BN_mod_mul(denominator.pointer, denominator.pointer, square.pointer, p, c) == 1,
            BN_mod_add(denominator.pointer, denominator.pointer, one.pointer, p, c) == 1,
            BN_mod_mul(numerator.pointer, numerator.pointer, denominator.pointer, p, c) == 1
        else { throw ErrorQueue.failure("BN_mod_mul") }
        switch BN_kronecker(numerator.pointer, p, c) {
        case 0, 1: return true
        case -1: return false
        default: throw ErrorQueue.failure("BN_kronecker")
        }
    }

    /// y, big-endian, and whether the bit before it, the sign of x, is set.
    private var coordinates: (y: [UInt8], hasSign: Bool) {
        var y = Array(bytes.reversed())
        let hasSign = y[0] & 0x80 != 0
        y[0] &= 0x7F
        return (y, hasSign)
    }
}

/// Numbers modulo the curve's prime, big-endian, as long as a key.
extension EdwardsCurve {
    /// 2^255 − 19, and 2^448 − 2^224 − 1.
    fileprivate var prime: [UInt8] {
        switch self {
        case .ed25519: [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]
        case .ed448:
            [0] + [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 28)
        }
    }

    fileprivate var zero: [UInt8] { [UInt8](repeating: 0, count: keyLength) }
    fileprivate var one: [UInt8] { zero.dropLast() + [1] }
    fileprivate var minusOne: [UInt8] {
        let prime = prime
        return prime.dropLast() + prime.suffix(1).map { $0 - 1 }  // 0xED or 0xFF: nothing to borrow
    }

    /// The prime plus one: 1 in its other encoding.
    fileprivate var primePlusOne: [UInt8] {
        switch self {
        case .ed25519: prime.dropLast() + [0xEE]
        case .ed448: [0] + [UInt8](repeating: 0xFF, count: 28) + [UInt8](repeating: 0, count: 28)
        }
    }

    /// Every encoded y of a point whose order divides the cofactor: of order 4, 1 and 2, the first two also
    /// unreduced; for Ed25519, whose cofactor is eight, the two of order 8 as well.
    fileprivate var smallOrders: [[UInt8]] {
        let common = [zero, one, minusOne, prime, primePlusOne]
        return self == .ed25519 ? common + Self.orderEight : common
    }

    private static let orderEight: [[UInt8]] = [
        [
            0x05, 0xFC, 0x53, 0x6D, 0x88, 0x02, 0x38, 0xB1, 0x39, 0x33, 0xC6, 0xD3, 0x05, 0xAC, 0xDF, 0xD5,
            0xF0, 0x98, 0xEF, 0xF2, 0x89, 0xF4, 0xC3, 0x45, 0xB0, 0x27, 0xB2, 0xC2, 0x8F, 0x95, 0xE8, 0x26,
        ],
        [
            0x7A, 0x03, 0xAC, 0x92, 0x77, 0xFD, 0xC7, 0x4E, 0xC6, 0xCC, 0x39, 0x2C, 0xFA, 0x53, 0x20, 0x2A,
            0x0F, 0x67, 0x10, 0x0D, 0x76, 0x0B, 0x3C, 0xBA, 0x4F, 0xD8, 0x4D, 0x3D, 0x70, 0x6A, 0x17, 0xC7,
        ],
    ]

    /// d = −121665 / 121666, and 39081, which is −d.
    fileprivate var coefficient: [UInt8] {
        switch self {
        case .ed25519:
            [
                0x52, 0x03, 0x6C, 0xEE, 0x2B, 0x6F, 0xFE, 0x73, 0x8C, 0xC7, 0x40, 0x79, 0x77, 0x79, 0xE8,
                0x98,
                0x00, 0x70, 0x0A, 0x4D, 0x41, 0x41, 0xD8, 0xAB, 0x75, 0xEB, 0x4D, 0xCA, 0x13, 0x59, 0x78,
                0xA3,
            ]
        case .ed448: [0x98, 0xA9]
        }
    }
}
