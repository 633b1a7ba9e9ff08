public import WebAuthnModel

/// One authenticator or credential that two stores do not have alike.
public struct StoreDifference: Hashable, Sendable {
    /// How it differs.
    public enum Kind: Hashable, Sendable {
        /// The other store does not have it.
        case onlyHere
        /// Only the other store has it.
        case onlyThere
        /// Both have it, with these members changed; there is at least one.
        case changed([Change])
    }

    /// A member that differs.
    public struct Change: Hashable, Sendable {
        /// Its name, as JSON has it.
        public let name: String
        /// What it is in the two stores; nil where that is nobody's business, for it is a key or a PIN, or just long.
        public let values: Values?
    }

    /// A value here, and what it is there.
    public struct Values: Hashable, Sendable {
        /// In the one store.
        public let here: Value
        /// In the other.
        public let there: Value
    }

    /// The value of a member.
    public enum Value: Hashable, Sendable {
        /// There is none.
        case absent
        /// A number.
        case number(Int)
        /// Yes or no.
        case flag(Bool)
        /// Text.
        case text(String)
        /// Bytes, which JSON has in base64url.
        case bytes([UInt8])
    }

    /// The name of the authenticator.
    public let authenticator: String
    /// The credential; nil where the authenticator itself differs.
    public let credential: CredentialID?
    /// How it differs.
    public let kind: Kind
}

/// The members of two things of one kind, compared.
struct Changes {
    private(set) var found: [StoreDifference.Change] = []

    mutating func compare(_ name: String, _ here: StoreDifference.Value, _ there: StoreDifference.Value) {
        guard here != there else { return }
        found.append(.init(name: name, values: .init(here: here, there: there)))
    }

    /// Says that something differs, and nothing more.
    mutating func compareSilently<Value: Equatable>(_ name: String, _ here: Value, _ there: Value) {
        guard here != there else { return }
        found.append(.init(name: name, values: nil))
    }
}

extension StoreDifference.Value {
    static func optional(_ text: String?) -> Self { text.map(Self.text) ?? .absent }
}
