internal import Synchronization

/// Named authenticators that live as long as the process.
public final class MemoryDirectory: AuthenticatorDirectory {
    private struct Entry {
        let profile: KeptProfile
        let store = MemoryStore()
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// An empty directory.
    public init() {}

    /// See ``AuthenticatorDirectory``.
    public func authenticators() throws(StoreError) -> [AuthenticatorRecord] {
        // In the order of the bytes, like a store on disk.
        entries.withLock { $0 }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { Self.record($0.key, $0.value) }
    }

    /// See ``AuthenticatorDirectory``.
    public func authenticator(named name: String) throws(StoreError) -> KeptAuthenticator? {
        guard let entry = entries.withLock({ $0[name] }) else { return nil }
        return KeptAuthenticator(
            record: Self.record(name, entry), credentials: entry.store, isNew: false)
    }

    /// See ``AuthenticatorDirectory``.
    public func authenticator(
        named name: String, profile: KeptProfile
    ) throws(StoreError) -> KeptAuthenticator {
        try AuthenticatorRecord.checkName(name)
        let (entry, isNew) = entries.withLock { entries in
            if let known = entries[name] { return (known, false) }
            let made = Entry(profile: profile)
            entries[name] = made
            return (made, true)
        }
        guard entry.profile.isSameModel(as: profile) else {
            throw .otherProfile(authenticator: name, kept: entry.profile.name, asked: profile.name)
        }
        return KeptAuthenticator(
            record: Self.record(name, entry), credentials: entry.store, isNew: isNew)
    }

    /// See ``AuthenticatorDirectory``; memory is taken to be whole.
    public func check() throws(StoreError) -> StoreCheck {
        var check = StoreCheck()
        for record in try authenticators() {
            check.authenticators += 1
            check.credentials += record.credentialCount
        }
        return check
    }

    private static func record(_ name: String, _ entry: Entry) -> AuthenticatorRecord {
        let tally = entry.store.tally()
        return AuthenticatorRecord(
            name: name, profile: entry.profile, isSeeded: tally.isSeeded,
            credentialCount: tally.credentials, discoverableCount: tally.discoverable)
    }
}
