internal import CBOR

/// The relying party as CTAP carries it (CTAP 2.2 §6.1).
public struct RelyingPartyEntity: Hashable, Sendable {
    /// The RP ID.
    public var id: String
    /// The name for people.
    public var name: String?

    /// Takes the members.
    public init(id: String, name: String? = nil) {
        self.id = id
        self.name = name
    }

    var cbor: CBORValue {
        var map = MessageMapBuilder()
        map.add("id", .text(id))
        map.add("name", name.map(CBORValue.text))
        return map.cbor
    }
}

/// The account as CTAP carries it.
public struct UserEntity: Hashable, Sendable {
    /// The user handle, 1 to 64 bytes.
    public var id: [UInt8]
    /// The account's name.
    public var name: String?
    /// The person's name.
    public var displayName: String?

    /// Takes the members.
    public init(id: [UInt8], name: String? = nil, displayName: String? = nil) {
        self.id = id
        self.name = name
        self.displayName = displayName
    }

    init(_ map: MessageMap) throws(CTAPError) {
        self.init(
            id: try map.required("id", map.bytes("id")), name: try map.text("name"),
            displayName: try map.text("displayName"))
    }

    var cbor: CBORValue {
        var map = MessageMapBuilder()
        map.add("id", .bytes(id))
        map.add("name", name.map(CBORValue.text))
        map.add("displayName", displayName.map(CBORValue.text))
        return map.cbor
    }
}
