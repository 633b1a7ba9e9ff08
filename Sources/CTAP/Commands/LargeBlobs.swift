internal import CBOR
internal import Cryptography

/// authenticatorLargeBlobs, the request (CTAP 2.2 §6.10).
public struct LargeBlobsRequest: Hashable, Sendable {
    /// Key 1: how many bytes to read.
    public var get: Int?
    /// Key 2: a fragment to write.
    public var set: [UInt8]?
    /// Key 3: where to read or write.
    public var offset: Int
    /// Key 4: the length of all fragments; in the first one only.
    public var length: Int?
    /// Keys 5 and 6.
    public var authorization: PINUVAuthParameters?

    /// Takes the members.
    public init(
        get: Int? = nil, set: [UInt8]? = nil, offset: Int, length: Int? = nil,
        authorization: PINUVAuthParameters? = nil
    ) {
        self.get = get
        self.set = set
        self.offset = offset
        self.length = length
        self.authorization = authorization
    }

    /// What pinUvAuthParam is over: 32 bytes FF, the command and a zero byte, the offset as four bytes with the least
    /// significant first, and the fragment's SHA-256.
    public static func signedBytes(offset: Int, fragment: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0xFF, count: 32) + [CommandCode.largeBlobs.rawValue, 0]
            + (0..<4).map { UInt8(truncatingIfNeeded: offset >> ($0 * 8)) } + Digest.sha256(fragment)
    }

    /// Canonical CBOR, without the command byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, get.map { CBORValue(integer: $0) })
        map.add(2, set.map(CBORValue.bytes))
        map.add(3, CBORValue(integer: offset))
        map.add(4, length.map { CBORValue(integer: $0) })
        map.add(5, authorization.map { .bytes($0.parameter) })
        map.add(6, authorization?.protocolNumber.map { CBORValue(integer: $0) })
        return map.encoded
    }

    /// Decodes the body of a request.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 4)
        self.init(
            get: try map.unsigned(1), set: try map.bytes(2), offset: try map.required(3, map.unsigned(3)),
            length: try map.unsigned(4),
            authorization: try PINUVAuthParameters(map, parameter: 5, protocolNumber: 6))
    }
}

/// authenticatorLargeBlobs, the response.
public struct LargeBlobsResponse: Hashable, Sendable {
    /// Key 1: what was read; nil after a write.
    public var config: [UInt8]?

    /// Takes the member.
    public init(config: [UInt8]? = nil) { self.config = config }

    /// Canonical CBOR, without the status byte; no bytes at all after a write.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, config.map(CBORValue.bytes))
        return map.isEmpty ? [] : map.encoded
    }

    /// Decodes the body of a response.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        guard !body.isEmpty else {
            self.init()
            return
        }
        self.init(config: try MessageMap(decoding: body, maximumDepth: 4).bytes(1))
    }
}
