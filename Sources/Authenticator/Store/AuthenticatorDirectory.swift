/// The authenticators that a store keeps, by name.
public protocol AuthenticatorDirectory: Sendable {
    /// All of them, in the order of their names.
    func authenticators() throws(StoreError) -> [AuthenticatorRecord]
    /// The one with this name; nil when there is none.
    func authenticator(named name: String) throws(StoreError) -> KeptAuthenticator?
    /// The one with this name, made when there is none.
    ///
    /// - Throws: ``StoreError/otherProfile(authenticator:kept:asked:)`` when it is another model,
    ///   ``StoreError/badName(_:)`` when no authenticator can have that name.
    func authenticator(named name: String, profile: KeptProfile) throws(StoreError) -> KeptAuthenticator
    /// Looks at everything that is kept and says what is wrong with it; changes nothing.
    func check() throws(StoreError) -> StoreCheck
}

/// A profile as a store keeps it beside an authenticator: a device does not change its model when a file changes.
public struct KeptProfile: Hashable, Sendable {
    /// The profile's name.
    public var name: String
    /// The whole document, as text.
    public var document: String
    /// Whether it came from the catalogue; one of the same name is then the same model, whatever its version.
    public var isBuiltIn: Bool

    /// Takes the members.
    public init(name: String, document: String, isBuiltIn: Bool) {
        self.name = name
        self.document = document
        self.isBuiltIn = isBuiltIn
    }

    /// Whether an authenticator with this profile can go on when the other one is asked for.
    public func isSameModel(as other: KeptProfile) -> Bool {
        guard name == other.name else { return false }
        return isBuiltIn && other.isBuiltIn || document == other.document
    }
}

/// What a store says about one of its authenticators.
public struct AuthenticatorRecord: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its model.
    public var profile: KeptProfile
    /// Whether anything in it came from a seed, so that anyone who knows the seed can make it again.
    public var isSeeded: Bool
    /// How many credentials it has.
    public var credentialCount: Int
    /// How many of them are discoverable.
    public var discoverableCount: Int

    /// Takes the members.
    public init(
        name: String, profile: KeptProfile, isSeeded: Bool, credentialCount: Int, discoverableCount: Int
    ) {
        self.name = name
        self.profile = profile
        self.isSeeded = isSeeded
        self.credentialCount = credentialCount
        self.discoverableCount = discoverableCount
    }

    /// The longest name, in UTF-8 bytes.
    public static let maximumNameLength = 128

    /// Throws when no authenticator can have that name.
    public static func checkName(_ name: String) throws(StoreError) {
        guard !name.isEmpty else { throw .badName("the name of an authenticator is empty") }
        guard name.utf8.count <= maximumNameLength else {
            throw .badName("the name of an authenticator has more than \(maximumNameLength) bytes")
        }
        // Names are shown on terminals and in listings, a line each.
        guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .badName("the name of an authenticator has a control character in it")
        }
    }
}

/// An authenticator that is kept, and where its credentials are.
public struct KeptAuthenticator: Sendable {
    /// What the store says about it, at the time it was asked.
    public let record: AuthenticatorRecord
    /// Its credentials and its state.
    public let credentials: any CredentialStore
    /// Whether it was made just now.
    public let isNew: Bool

    /// Takes the members.
    public init(record: AuthenticatorRecord, credentials: any CredentialStore, isNew: Bool) {
        self.record = record
        self.credentials = credentials
        self.isNew = isNew
    }
}

/// What a look at everything in a store has found.
public struct StoreCheck: Hashable, Sendable {
    /// How many authenticators were looked at.
    public var authenticators = 0
    /// How many credentials were looked at.
    public var credentials = 0
    /// What is wrong, one sentence each; empty for a store that is whole.
    public var problems: [String] = []

    /// Nothing looked at, nothing found.
    public init() {}
}
