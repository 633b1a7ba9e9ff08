import COpenSSL

/// A hash under way, as a value: a copy goes on from the same state.
///
/// The low-level functions are used because they allocate nothing, fetch nothing and cannot fail.
struct HashContext {
    private enum State {
        case sha1(SHA_CTX)
        case sha256(SHA256_CTX)
        case sha384(SHA512_CTX)
        case sha512(SHA512_CTX)
    }

    private var state: State

    init(_ algorithm: HashAlgorithm) {
        switch algorithm {
        case .sha1:
            var context = SHA_CTX()
            SHA1_Init(&context)
            state = .sha1(context)
        case .sha256:
            var context = SHA256_CTX()
            SHA256_Init(&context)
            state = .sha256(context)
        case .sha384:
            var context = SHA512_CTX()
            SHA384_Init(&context)
            state = .sha384(context)
        case .sha512:
            var context = SHA512_CTX()
            SHA512_Init(&context)
            state = .sha512(context)
        }
    }

    mutating func update(_ bytes: [UInt8]) {
        switch state {
        case .sha1(var context):
            SHA1_Update(&context, bytes, bytes.count)
            state = .sha1(context)
        case .sha256(var context):
            SHA256_Update(&context, bytes, bytes.count)
            state = .sha256(context)
        case .sha384(var context):
            SHA384_Update(&context, bytes, bytes.count)
            state = .sha384(context)
        case .sha512(var context):
            SHA512_Update(&context, bytes, bytes.count)
            state = .sha512(context)
        }
    }

    /// The digest of everything so far; the context itself stays where it is.
    func digest() -> [UInt8] {
        switch state {
        case .sha1(var context): Self.bytes(20) { SHA1_Final($0, &context) }
        case .sha256(var context): Self.bytes(32) { SHA256_Final($0, &context) }
        case .sha384(var context): Self.bytes(48) { SHA384_Final($0, &context) }
        case .sha512(var context): Self.bytes(64) { SHA512_Final($0, &context) }
        }
    }

    private static func bytes(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>?) -> Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            _ = write(buffer.baseAddress)
            initialized = count
        }
    }
}
