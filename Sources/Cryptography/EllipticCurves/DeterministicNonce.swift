import COpenSSL

/// The two numbers that an ECDSA signature takes from its nonce k, with k chosen by RFC 6979.
///
/// The same key and digest give the same signature, so that a seeded run repeats byte for byte.
struct DeterministicNonce: ~Copyable {
    /// k⁻¹ mod n.
    let inverse: BigNumber
    /// The x coordinate of k·G, mod n.
    let r: BigNumber

    init(
        digest: [UInt8], _ algorithm: HashAlgorithm, scalar: [UInt8], on curve: Curve
    ) throws(CryptographyError) {
        let context = try BigNumberContext()
        guard let order = EC_GROUP_get0_order(curve.group.pointer) else {
            throw ErrorQueue.failure("EC_GROUP_get0_order")
        }
        let reduced = try Self.reduce(digest, curve: curve, order: order, context: context)
        var candidates = NonceCandidates(scalar: scalar, reducedDigest: reduced, algorithm, curve: curve)
        while true {
            let nonce = try BigNumber(candidates.next())
            BN_set_flags(nonce.pointer, BN_FLG_CONSTTIME)
            let point = try CurvePoint(generatorTimes: nonce, on: curve)
            let r = try BigNumber()
            guard
                EC_POINT_get_affine_coordinates(
                    curve.group.pointer, point.pointer, r.pointer, nil, context.pointer) == 1,
                BN_nnmod(r.pointer, r.pointer, order, context.pointer) == 1
            else { throw ErrorQueue.failure("EC_POINT_get_affine_coordinates") }
            if BN_is_zero(r.pointer) == 1 { continue }
            let inverse = try Self.invert(nonce, curve: curve, order: order, context: context)
            self.inverse = inverse
            self.r = r
            return
        }
    }

    /// bits2octets of section 2.3.4: the digest's leftmost bits as a number, mod n.
    private static func reduce(
        _ digest: [UInt8], curve: Curve, order: OpaquePointer, context: borrowing BigNumberContext
    ) throws(CryptographyError) -> [UInt8] {
        let number = try BigNumber(digest)
        let excess = digest.count * 8 - curve.orderBits
        if excess > 0, BN_rshift(number.pointer, number.pointer, Int32(clamping: excess)) != 1 {
            throw ErrorQueue.failure("BN_rshift")
        }
        guard BN_nnmod(number.pointer, number.pointer, order, context.pointer) == 1 else {
            throw ErrorQueue.failure("BN_nnmod")
        }
        return BigNumber.bytes(of: number.pointer, count: curve.order.count)
    }

    /// k to the power n − 2, which is its inverse since n is prime, and takes the same time for every k.
    private static func invert(
        _ nonce: borrowing BigNumber, curve: Curve, order: OpaquePointer, context: borrowing BigNumberContext
    ) throws(CryptographyError) -> BigNumber {
        let inverse = try BigNumber()
        let exponent = try BigNumber(curve.order)
        guard BN_sub_word(exponent.pointer, 2) == 1,
            BN_mod_exp_mont_consttime(
                inverse.pointer, nonce.pointer, exponent.pointer, order, context.pointer,
                EC_GROUP_get_mont_data(curve.group.pointer)) == 1
        else { throw ErrorQueue.failure("BN_mod_exp_mont_consttime") }
        return inverse
    }
}

/// The sequence of candidates for k: RFC 6979 section 3.2, by its letters.
private struct NonceCandidates {
    private let curve: Curve
    private let algorithm: HashAlgorithm
    private var key: [UInt8]
    private var value: [UInt8]
    private var isFirst = true

    init(scalar: [UInt8], reducedDigest: [UInt8], _ algorithm: HashAlgorithm, curve: Curve) {
        self.curve = curve
        self.algorithm = algorithm
        value = [UInt8](repeating: 1, count: algorithm.digestLength)  // b
        key = [UInt8](repeating: 0, count: algorithm.digestLength)  // c
        for separator: UInt8 in [0, 1] {  // d to g
            key = HMACKey(key, algorithm).authenticationCode(value, [separator], scalar, reducedDigest)
            value = HMACKey(key, algorithm).authenticationCode(value)
        }
    }

    /// The next candidate in 1..<n (step h).
    mutating func next() -> [UInt8] {
        while true {
            if !isFirst {
                key = HMACKey(key, algorithm).authenticationCode(value, [0])
                value = HMACKey(key, algorithm).authenticationCode(value)
            }
            isFirst = false
            let hmac = HMACKey(key, algorithm)
            var bits: [UInt8] = []
            while bits.count < curve.order.count {
                value = hmac.authenticationCode(value)
                bits += value
            }
            let candidate = leftmostBits(bits.prefix(curve.order.count))
            if curve.isPrivateScalar(candidate) { return candidate }
        }
    }

    /// bits2int: drops the bits by which whole bytes exceed the order: seven for P-521, else none.
    private func leftmostBits(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let excess = UInt8(clamping: bytes.count * 8 - curve.orderBits)
        guard excess > 0 else { return Array(bytes) }
        var carried: UInt8 = 0
        return bytes.map { byte in
            defer { carried = byte << (8 - excess) }
            return byte >> excess | carried
        }
    }
}
