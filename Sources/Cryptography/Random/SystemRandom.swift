import COpenSSL

/// OpenSSL's random generator, seeded by the operating system.
public struct SystemRandom: RandomSource {
    /// There is nothing to set.
    public init() {}

    /// Unpredictable bytes; the purpose does not matter.
    public func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] {
        guard count > 0 else { return [] }
        guard let length = Int32(exactly: count) else { throw .randomUnavailable }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        let drawn = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = RAND_priv_bytes(buffer.baseAddress, length) == 1 ? count : 0
        }
        guard drawn.count == count else { throw .randomUnavailable }
        return drawn
    }
}
