import Bytes
import COpenSSL

/// An owned RSA key of OpenSSL's low level.
struct RSAHandle: ~Copyable {
    let pointer: OpaquePointer

    private init() throws(CryptographyError) {
        guard let pointer = RSA_new() else { throw ErrorQueue.failure("RSA_new") }
        self.pointer = pointer
    }

    init(_ key: RSAPublicKey) throws(CryptographyError) {
        let handle = try RSAHandle()
        let modulus = try BigNumber(key.modulus)
        let exponent = try BigNumber(key.exponent)
        // The set0 functions take the numbers over; with fresh numbers that are not null they do not fail.
        RSA_set0_key(handle.pointer, modulus.release(), exponent.release(), nil)
        self = handle
    }

    init(_ key: RSAPrivateKey) throws(CryptographyError) {
        let handle = try RSAHandle()
        let modulus = try BigNumber(key.publicKey.modulus)
        let exponent = try BigNumber(key.publicKey.exponent)
        let d = try BigNumber(key.privateExponent.exposedBytes)
        let p = try BigNumber(key.firstPrime.exposedBytes)
        let q = try BigNumber(key.secondPrime.exposedBytes)
        let dp = try BigNumber(key.firstExponent.exposedBytes)
        let dq = try BigNumber(key.secondExponent.exposedBytes)
        let inverse = try BigNumber(key.coefficient.exposedBytes)
        RSA_set0_key(handle.pointer, modulus.release(), exponent.release(), d.release())
        RSA_set0_factors(handle.pointer, p.release(), q.release())
        RSA_set0_crt_params(handle.pointer, dp.release(), dq.release(), inverse.release())
        self = handle
    }

    deinit { RSA_free(pointer) }
}
