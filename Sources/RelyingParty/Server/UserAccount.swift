public import Cryptography
internal import WebAuthnModel

/// An account of the relying party's, as a registration names it (WebAuthn Level 3 §5.4.3).
public struct UserAccount: Hashable, Sendable {
    /// The user handle: 1 to 64 bytes that say nothing of the user and never change.
    public let id: [UInt8]
    /// The name by which the user knows the account.
    public let name: String
    /// The name for other people.
    public let displayName: String

    /// Takes an account.
    ///
    /// - Throws: ``RelyingPartyError/userIDLength(_:)``; ``RelyingPartyError/userIDIsAddress`` for an e-mail address,
    ///   which authenticators would show to whoever holds them (§14.6.1).
    public init(id: [UInt8], name: String, displayName: String) throws(RelyingPartyError) {
        guard (1...UserHandle.maximumLength).contains(id.count) else { throw .userIDLength(id.count) }
        guard !Self.isAddress(id) else { throw .userIDIsAddress }
        self.id = id
        self.name = name
        self.displayName = displayName
    }

    /// A user handle for a new account: 32 random bytes.
    ///
    /// - Throws: ``RelyingPartyError/randomUnavailable``.
    public static func newID(from random: any RandomSource) throws(RelyingPartyError) -> [UInt8] {
        try random.draw(32, for: .choice)
    }

    /// Whether bytes read as something like `name@host.example`.
    private static func isAddress(_ id: [UInt8]) -> Bool {
        guard let text = String(validating: id, as: UTF8.self) else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let dot = parts[1].firstIndex(of: ".") else {
            return false
        }
        return dot != parts[1].startIndex && text.allSatisfy { !$0.isWhitespace && $0.isASCII }
    }
}

extension RandomSource {
    /// Bytes of a source that comes from outside this room.
    func draw(_ count: Int, for purpose: RandomPurpose) throws(RelyingPartyError) -> [UInt8] {
        guard let drawn = try? bytes(count, for: purpose), drawn.count == count else {
            throw .randomUnavailable
        }
        return drawn
    }
}
