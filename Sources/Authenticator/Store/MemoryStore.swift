internal import CTAP
internal import Synchronization
public import WebAuthnModel

/// A store that lives as long as the process.
public final class MemoryStore: CredentialStore {
    private struct Contents {
        var credentials: [[UInt8]: StoredCredential] = [:]
        /// IDs of discoverable credentials by RP ID, oldest first.
        var discoverable: [String: [[UInt8]]] = [:]
        var state = AuthenticatorState()
        var operation: UInt64 = 0
    }

    private let contents = Mutex(Contents())

    /// An empty store.
    public init() {}

    /// See ``CredentialStore``.
    public func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential? {
        contents.withLock { contents in
            contents.credentials[id].flatMap { $0.credential.rpID == rpID ? $0 : nil }
        }
    }

    /// See ``CredentialStore``.
    public func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential] {
        contents.withLock { contents in
            (contents.discoverable[rpID] ?? []).reversed().compactMap { contents.credentials[$0] }
        }
    }

    /// See ``CredentialStore``.
    public func discoverableCount() throws(StoreError) -> Int {
        contents.withLock { $0.discoverable.values.reduce(0) { $0 + $1.count } }
    }

    /// See ``CredentialStore``.
    public func save(_ credential: Credential, signCount: UInt32) throws(StoreError) {
        contents.withLock { contents in
            Self.remove(credential.id.bytes, from: &contents)
            if credential.isDiscoverable {
                let replaced = (contents.discoverable[credential.rpID] ?? []).first {
                    contents.credentials[$0]?.credential.user.id == credential.user.id
                }
                if let replaced { Self.remove(replaced, from: &contents) }
                contents.discoverable[credential.rpID, default: []].append(credential.id.bytes)
            }
            contents.credentials[credential.id.bytes] = StoredCredential(
                credential: credential, signCount: signCount)
        }
    }

    /// See ``CredentialStore``.
    public func nextSignCount(of id: CredentialID, step: UInt32) throws(StoreError) -> UInt32 {
        try contents.withLock { (contents) throws(StoreError) in
            guard let current = contents.credentials[id.bytes]?.signCount else { throw .noSuchCredential }
            let (next, overflow) = current.addingReportingOverflow(step)
            guard !overflow else { throw .counterExhausted }
            contents.credentials[id.bytes]?.signCount = next
            return next
        }
    }

    /// See ``CredentialStore``.
    public func delete(_ id: CredentialID) throws(StoreError) -> Bool {
        contents.withLock { contents in
            let existed = contents.credentials[id.bytes] != nil
            Self.remove(id.bytes, from: &contents)
            return existed
        }
    }

    /// See ``CredentialStore``.
    public func credentials(after id: CredentialID?, limit: Int) throws(StoreError) -> [StoredCredential] {
        contents.withLock { contents in
            contents.credentials.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .filter { entry in id.map { $0.bytes.lexicographicallyPrecedes(entry.key) } ?? true }
                .prefix(max(0, limit)).map(\.value)
        }
    }

    /// See ``CredentialStore``.
    public func state() throws(StoreError) -> AuthenticatorState { contents.withLock { $0.state } }

    /// See ``CredentialStore``.
    public func updateState<Result>(
        _ change: (inout AuthenticatorState) -> Result
    ) throws(StoreError) -> Result {
        var outcome: Result?
        contents.withLock { contents in outcome = change(&contents.state) }
        guard let outcome else { throw .unavailable("the state was not changed") }
        return outcome
    }

    /// See ``CredentialStore``.
    public func nextOperation() throws(StoreError) -> UInt64 {
        contents.withLock { contents in
            contents.operation += 1
            return contents.operation
        }
    }

    /// See ``CredentialStore``.
    public func reset() throws(StoreError) {
        contents.withLock { contents in
            contents.credentials = [:]
            contents.discoverable = [:]
            let attestation = contents.state.attestation
            contents.state = AuthenticatorState()
            contents.state.attestation = attestation
        }
    }

    private static func remove(_ id: [UInt8], from contents: inout Contents) {
        guard let old = contents.credentials.removeValue(forKey: id) else { return }
        contents.discoverable[old.credential.rpID]?.removeAll { $0 == id }
    }
}
