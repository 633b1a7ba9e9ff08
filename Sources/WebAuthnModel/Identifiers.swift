public import Bytes
internal import Cryptography

/// A credential ID that a store or a server may hold: 1 to 1023 bytes (WebAuthn Level 3 §7.1 step 25).
///
/// The wire types hold any bytes; only a value of this type went through the check.
public struct CredentialID: Hashable, Sendable {
    /// The longest credential ID that a relying party accepts.
    public static let maximumLength = 1023
    /// The bytes, 1 to 1023 of them.
    public let bytes: [UInt8]

    /// Nil when the bytes are none or more than ``maximumLength``.
    public init?(_ bytes: [UInt8]) {
        guard (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Hashes all bytes at once; an array would hash them one by one.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension CredentialID: CustomStringConvertible {
    /// Base64url, as in `PublicKeyCredential.id`.
    public var description: String { Base64URL.encode(bytes) }
}

/// A user handle: 1 to 64 bytes, opaque (WebAuthn Level 3 §5.4.3).
public struct UserHandle: Hashable, Sendable {
    /// The longest user handle.
    public static let maximumLength = 64
    /// The bytes, 1 to 64 of them.
    public let bytes: [UInt8]

    /// Nil when the bytes are none or more than ``maximumLength``.
    public init?(_ bytes: [UInt8]) {
        guard (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }
}

extension UserHandle: CustomStringConvertible {
    /// Base64url, as in `AuthenticatorAssertionResponse.userHandle`.
    public var description: String { Base64URL.encode(bytes) }
}

/// The SHA-256 of an RP ID: the first 32 bytes of authenticator data (§6.1).
public struct RPIDHash: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Hashes the RP ID's UTF-8 bytes.
    public init(of rpID: String) { bytes = Digest.sha256(Array(rpID.utf8)) }

    /// Nil when there are not exactly 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

/// The SHA-256 of the serialised client data: what the authenticator signs beside its own data (§5.8.1).
public struct ClientDataHash: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Hashes the bytes exactly as they are sent.
    public init(of clientDataJSON: [UInt8]) { bytes = Digest.sha256(clientDataJSON) }

    /// Nil when there are not exactly 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

/// The model identifier of an authenticator: 16 bytes, written like a UUID (§6.5.1).
public struct AAGUID: Hashable, Sendable {
    /// The 16 bytes.
    public let bytes: FixedBytes<16>

    /// All bytes zero: no model is claimed.
    public static let zero = AAGUID(FixedBytes())

    /// Takes 16 bytes.
    public init(_ bytes: FixedBytes<16>) { self.bytes = bytes }

    /// Nil when there are not exactly 16 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard let bytes = FixedBytes<16>(bytes) else { return nil }
        self.bytes = bytes
    }

    /// Reads the UUID form (8-4-4-4-12 digits, either case) or 32 hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        guard groups == [8, 4, 4, 4, 12] || groups == [32] else { return nil }
        guard let decoded = try? Hex.decode(text.filter { $0 != "-" }) else { return nil }
        self.init(decoded)
    }
}

extension AAGUID: CustomStringConvertible {
    /// The UUID form, lower case.
    public var description: String {
        var text = Array(Hex.encode(bytes.bytes).utf8)
        // From the end, so that the places before stay where they are.
        for place in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: text, as: UTF8.self)
    }
}
