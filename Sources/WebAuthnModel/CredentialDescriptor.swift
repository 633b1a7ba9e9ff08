/// Words for how a client may reach an authenticator (§5.8.4); unknown ones pass through.
public struct AuthenticatorTransport: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A removable USB device.
    public static let usb = AuthenticatorTransport(rawValue: "usb")
    /// Near-field communication.
    public static let nfc = AuthenticatorTransport(rawValue: "nfc")
    /// Bluetooth Low Energy.
    public static let ble = AuthenticatorTransport(rawValue: "ble")
    /// A smart card over ISO 7816.
    public static let smartCard = AuthenticatorTransport(rawValue: "smart-card")
    /// A phone beside the client.
    public static let hybrid = AuthenticatorTransport(rawValue: "hybrid")
    /// An authenticator of the client device itself.
    public static let `internal` = AuthenticatorTransport(rawValue: "internal")
}

/// Whether an authenticator belongs to the client device (§5.4.5).
public enum AuthenticatorAttachment: String, Hashable, Sendable, CaseIterable {
    /// Part of the client device.
    case platform
    /// Can move between client devices.
    case crossPlatform = "cross-platform"
}

/// Names one credential in an allow or exclude list (§5.8.3).
public struct PublicKeyCredentialDescriptor: Hashable, Sendable {
    /// `public-key`; a client ignores descriptors of other types.
    public var type: String
    /// The credential ID as the server sent it; any bytes.
    public var id: [UInt8]
    /// Hints how to reach its authenticator.
    public var transports: [AuthenticatorTransport]

    /// Takes the members as they are.
    public init(type: String = "public-key", id: [UInt8], transports: [AuthenticatorTransport] = []) {
        self.type = type
        self.id = id
        self.transports = transports
    }
}
