internal import CBOR
internal import WebAuthnModel

/// A CTAP map with integer keys (or a map within one), read member by member with a path for the errors.
struct MessageMap {
    let path: String
    private let value: CBORValue

    /// Decodes a whole message body: a canonical CBOR map, nested at most 4 deep in requests.
    init(decoding bytes: [UInt8], maximumDepth: Int) throws(CTAPError) {
        let decoded: CBORValue
        do { decoded = try CBORDecoder.decode(bytes, maximumDepth: maximumDepth) } catch {
            throw .invalidCBOR(error)
        }
        try self.init(decoded, path: "")
    }

    init(_ value: CBORValue, path: String) throws(CTAPError) {
        guard case .map = value else { throw .unexpectedType(path: path, expected: "a map") }
        self.value = value
        self.path = path
    }

    func path(_ key: CBORValue) -> String {
        let name =
            switch key {
            case .text(let text): text
            default: key.integer.map(String.init) ?? "?"
            }
        return path.isEmpty ? name : path + "." + name
    }

    func optional<T>(
        _ key: CBORValue, _ expected: String, _ read: (CBORValue) -> T?
    ) throws(CTAPError) -> T? {
        guard let member = value[key: key] else { return nil }
        guard let result = read(member) else { throw .unexpectedType(path: path(key), expected: expected) }
        return result
    }

    func required<T>(_ key: CBORValue, _ value: T?) throws(CTAPError) -> T {
        guard let value else { throw .missing(path: path(key)) }
        return value
    }

    func bytes(_ key: CBORValue) throws(CTAPError) -> [UInt8]? {
        try optional(key, "a byte string", \.bytesValue)
    }
    func text(_ key: CBORValue) throws(CTAPError) -> String? { try optional(key, "text", \.textValue) }
    func bool(_ key: CBORValue) throws(CTAPError) -> Bool? { try optional(key, "a boolean", \.boolValue) }
    func integer(_ key: CBORValue) throws(CTAPError) -> Int? { try optional(key, "an integer", \.integer) }

    func unsigned(_ key: CBORValue) throws(CTAPError) -> Int? {
        try optional(key, "an unsigned integer") { value in value.integer.flatMap { $0 >= 0 ? $0 : nil } }
    }
    func map(_ key: CBORValue) throws(CTAPError) -> MessageMap? {
        guard let member = value[key: key] else { return nil }
        return try MessageMap(member, path: path(key))
    }
    func array(_ key: CBORValue) throws(CTAPError) -> [CBORValue]? {
        try optional(key, "an array", \.arrayValue)
    }

    func texts(_ key: CBORValue) throws(CTAPError) -> [String]? {
        guard let items = try array(key) else { return nil }
        var texts: [String] = []
        for item in items {
            guard let text = item.textValue else {
                throw .unexpectedType(path: "\(path(key))[\(texts.count)]", expected: "text")
            }
            texts.append(text)
        }
        return texts
    }

    /// Every element is checked, also those after the first that fits.
    func maps<T>(
        _ key: CBORValue, _ read: (MessageMap) throws(CTAPError) -> T
    ) throws(CTAPError) -> [T]? {
        guard let items = try array(key) else { return nil }
        var values: [T] = []
        for item in items {
            values.append(try read(MessageMap(item, path: "\(path(key))[\(values.count)]")))
        }
        return values
    }

    func descriptors(_ key: CBORValue) throws(CTAPError) -> [PublicKeyCredentialDescriptor]? {
        try maps(key) { (map) throws(CTAPError) in
            PublicKeyCredentialDescriptor(
                type: try map.required("type", map.text("type")),
                id: try map.required("id", map.bytes("id")),
                transports: try map.texts("transports")?.map(AuthenticatorTransport.init(rawValue:)) ?? [])
        }
    }

    func clientDataHash(_ key: CBORValue) throws(CTAPError) -> ClientDataHash {
        guard let hash = ClientDataHash(try required(key, bytes(key))) else {
            throw .invalidValue(path: path(key), expected: "32 bytes")
        }
        return hash
    }
}

extension PublicKeyCredentialDescriptor {
    /// The form of CTAP: the transports are only hints for the client and stay with it.
    var cbor: CBORValue {
        .map([CBORPair(key: "id", value: .bytes(id)), CBORPair(key: "type", value: .text(type))])
    }
}

/// Builds a map of the members that are there.
struct MessageMapBuilder {
    private var pairs: [CBORPair] = []
    mutating func add(_ key: CBORValue, _ value: CBORValue?) {
        if let value { pairs.append(CBORPair(key: key, value: value)) }
    }
    var isEmpty: Bool { pairs.isEmpty }
    var cbor: CBORValue { .map(pairs) }
    var encoded: [UInt8] { CBOREncoder.encode(cbor) }
}
