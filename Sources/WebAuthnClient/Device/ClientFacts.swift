public import WebAuthnModel

/// What a client knows of its device from the way it reaches it.
public struct ClientFacts: Hashable, Sendable {
    /// Whether the device belongs to the client's machine.
    public let attachment: AuthenticatorAttachment
    /// How the device can be reached, sorted and without duplicates as `getTransports()` gives them (§5.2.1.1);
    /// empty where the client does not know and getInfo is asked.
    public let transports: [AuthenticatorTransport]
    /// Whether every credential that the device makes is discoverable, asked or not.
    public let isAlwaysDiscoverable: Bool

    /// Sorts the transports and drops duplicates.
    public init(
        attachment: AuthenticatorAttachment, transports: [AuthenticatorTransport] = [],
        isAlwaysDiscoverable: Bool = false
    ) {
        self.attachment = attachment
        self.transports = Self.canonical(transports)
        self.isAlwaysDiscoverable = isAlwaysDiscoverable
    }

    /// Lexicographical order of the words' bytes, without duplicates.
    static func canonical(_ transports: [AuthenticatorTransport]) -> [AuthenticatorTransport] {
        guard transports.count > 1 else { return transports }
        return Set(transports).sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    }
}
