import COpenSSL

/// The numbers of a key, from p, q and e (RFC 8017 section 3).
struct RSAArithmetic: ~Copyable {
    let p: BigNumber
    let q: BigNumber
    let n: BigNumber
    let d: BigNumber
    let dp: BigNumber
    let dq: BigNumber
    let coefficient: BigNumber

    init(p pBytes: [UInt8], q qBytes: [UInt8], e eBytes: [UInt8]) throws(CryptographyError) {
        let context = try BigNumberContext()
        let p = try Self.secret(BigNumber(pBytes))
        let q = try Self.secret(BigNumber(qBytes))
        let e = try BigNumber(eBytes)
        let n = try BigNumber()
        guard BN_mul(n.pointer, p.pointer, q.pointer, context.pointer) == 1 else {
            throw ErrorQueue.failure("BN_mul")
        }
        // A factor of 1 would make the group trivial, equal factors have no coefficient.
        guard p.bitCount > 1, q.bitCount > 1, BN_cmp(p.pointer, q.pointer) != 0 else { throw .rsaFactors }
        let pLess = try Self.secret(Self.decrement(p))
        let qLess = try Self.secret(Self.decrement(q))
        let multiple = try Self.secret(Self.leastCommonMultiple(pLess, qLess, context))
        let d = try Self.secret(Self.inverse(of: e, modulo: multiple, context))
        let dp = try Self.remainder(d, modulo: pLess, context)
        let dq = try Self.remainder(d, modulo: qLess, context)
        let coefficient = try Self.inverse(of: q, modulo: p, context)
        self.dp = dp
        self.dq = dq
        self.coefficient = coefficient
        self.p = p
        self.q = q
        self.n = n
        self.d = d
    }

    /// Marks a number so that OpenSSL's arithmetic on it takes no short cuts that show in its timing.
    private static func secret(_ number: consuming BigNumber) -> BigNumber {
        BN_set_flags(number.pointer, BN_FLG_CONSTTIME)
        return number
    }

    private static func decrement(_ number: borrowing BigNumber) throws(CryptographyError) -> BigNumber {
        let result = try BigNumber()
        guard BN_copy(result.pointer, number.pointer) != nil, BN_sub_word(result.pointer, 1) == 1 else {
            throw ErrorQueue.failure("BN_sub_word")
        }
        return result
    }

    private static func leastCommonMultiple(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber, _ context: borrowing BigNumberContext
    ) throws(CryptographyError) -> BigNumber {
        let divisor = try BigNumber()
        let product = try BigNumber()
        let result = try BigNumber()
        guard BN_gcd(divisor.pointer, a.pointer, b.pointer, context.pointer) == 1,
            BN_mul(product.pointer, a.pointer, b.pointer, context.pointer) == 1,
            BN_div(result.pointer, nil, product.pointer, divisor.pointer, context.pointer) == 1
        else { throw ErrorQueue.failure("BN_gcd") }
        return result
    }

    /// Throws ``CryptographyError/rsaFactors`` when there is no inverse.
    private static func inverse(
        of a: borrowing BigNumber, modulo m: borrowing BigNumber, _ context: borrowing BigNumberContext
    ) throws(CryptographyError) -> BigNumber {
        let result = try BigNumber()
        guard BN_mod_inverse(result.pointer, a.pointer, m.pointer, context.pointer) != nil else {
            throw .rsaFactors
        }
        return result
    }

    private static func remainder(
        _ a: borrowing BigNumber, modulo m: borrowing BigNumber, _ context: borrowing BigNumberContext
    ) throws(CryptographyError) -> BigNumber {
        let result = try BigNumber()
        guard BN_div(nil, result.pointer, a.pointer, m.pointer, context.pointer) == 1 else {
            throw ErrorQueue.failure("BN_div")
        }
        return result
    }
}
