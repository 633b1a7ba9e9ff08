internal import JSON

/// The words of `type` in client data (§5.8.1).
public enum ClientDataType: String, Hashable, Sendable {
    /// A registration.
    case create = "webauthn.create"
    /// An authentication.
    case get = "webauthn.get"

    /// The word for a payment that was confirmed (Secure Payment Confirmation), which is a ceremony of its own kind.
    public static let payment = "payment.get"
}

/// What a client attests of the ceremony: `CollectedClientData` before it is serialised (§5.8.1).
public struct CollectedClientData: Hashable, Sendable {
    /// One member beyond those that the specification names; the value is JSON text.
    public struct ExtraMember: Hashable, Sendable {
        /// The member's name.
        public var name: String
        /// The member's value, written as it is.
        public var json: [UInt8]

        /// Takes the name and the value's JSON text.
        public init(name: String, json: [UInt8]) {
            self.name = name
            self.json = json
        }
    }

    /// `webauthn.create` or `webauthn.get`; any text can be written.
    public var type: String
    /// The challenge's bytes.
    public var challenge: [UInt8]
    /// The serialised origin.
    public var origin: String
    /// Whether the caller is not same-origin with its ancestors.
    public var crossOrigin: Bool
    /// The serialised top-level origin, only where `crossOrigin` is true.
    public var topOrigin: String?
    /// Members after the named ones, in order.
    public var extraMembers: [ExtraMember]

    /// Takes the members as they are.
    public init(
        type: String, challenge: [UInt8], origin: String, crossOrigin: Bool, topOrigin: String? = nil,
        extraMembers: [ExtraMember] = []
    ) {
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.crossOrigin = crossOrigin
        self.topOrigin = topOrigin
        self.extraMembers = extraMembers
    }

    /// The serialisation of §5.8.1.1: fixed order, no white space, so that limited verifiers can compare text.
    public var serialized: [UInt8] {
        // CCDToString (§5.8.1.2) escapes control characters always as \u00xx, unlike JSON.stringify.
        var writer = JSONWriter(
            escaping: .numeric, capacity: 120 + challenge.count * 4 / 3 + origin.utf8.count)
        writer.beginObject()
        writer.member("type", type)
        writer.member("challenge", base64URL: challenge)
        writer.member("origin", origin)
        writer.member("crossOrigin", crossOrigin)
        if let topOrigin { writer.member("topOrigin", topOrigin) }
        for member in extraMembers { writer.member(member.name, raw: member.json) }
        writer.endObject()
        return writer.bytes
    }
}
