import COpenSSL

/// An owned BIGNUM, wiped when it goes.
struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = BN_new() else { throw ErrorQueue.failure("BN_new") }
        self.pointer = pointer
    }

    /// Reads an unsigned big-endian number of any length.
    init(_ bytes: some Collection<UInt8>) throws(CryptographyError) {
        let bytes = Array(bytes)
        guard let pointer = BN_bin2bn(bytes, Int32(clamping: bytes.count), nil) else {
            throw ErrorQueue.failure("BN_bin2bn")
        }
        self.pointer = pointer
    }

    deinit { BN_clear_free(pointer) }

    /// Gives the number to a structure that will free it itself (OpenSSL's `set0` functions).
    consuming func release() -> OpaquePointer {
        let pointer = pointer
        discard self
        return pointer
    }

    var bitCount: Int { Int(BN_num_bits(pointer)) }

    /// Big-endian without leading zeros.
    var minimalBytes: [UInt8] { BigNumber.bytes(of: pointer, count: (bitCount + 7) / 8) }

    /// Big-endian, padded on the left to `count` bytes; `count` must hold the number.
    static func bytes(of number: OpaquePointer, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // -1 (too long) never happens for what callers pass; no bytes are claimed then.
            let written = BN_bn2binpad(number, buffer.baseAddress, Int32(clamping: count))
            initialized = max(0, Int(written))
        }
    }
}

/// An owned BN_CTX: scratch space for one conversation.
struct BigNumberContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = BN_CTX_secure_new() else { throw ErrorQueue.failure("BN_CTX_secure_new") }
        self.pointer = pointer
    }

    deinit { BN_CTX_free(pointer) }
}
