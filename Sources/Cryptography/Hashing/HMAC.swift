/// Keyed-hash message authentication (RFC 2104).
public enum HMAC {
    /// The whole code, ``HashAlgorithm/digestLength`` bytes; CTAP truncates it where it says so.
    ///
    /// Compare with `constantTimeEqual`.
    public static func authenticationCode(
        for message: [UInt8], key: [UInt8], using algorithm: HashAlgorithm = .sha256
    ) -> [UInt8] {
        HMACKey(key, algorithm).authenticationCode(message)
    }
}

/// A key made ready: both pads are already hashed.
struct HMACKey {
    private var inner: HashContext
    private var outer: HashContext

    init(_ key: [UInt8], _ algorithm: HashAlgorithm) {
        var block = key.count > algorithm.blockLength ? Digest.hash(key, algorithm) : key
        block.append(contentsOf: repeatElement(0, count: algorithm.blockLength - block.count))
        inner = HashContext(algorithm)
        inner.update(block.map { $0 ^ 0x36 })
        outer = HashContext(algorithm)
        outer.update(block.map { $0 ^ 0x5C })
    }

    func authenticationCode(_ message: [UInt8]...) -> [UInt8] {
        var inner = inner
        for part in message { inner.update(part) }
        var outer = outer
        outer.update(inner.digest())
        return outer.digest()
    }
}
