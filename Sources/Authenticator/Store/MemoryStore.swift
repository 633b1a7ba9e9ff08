internal import CTAP
internal import Synchronization
public import WebAuthnModel

/// A store that lives as long as the process.
public final class MemoryStore: CredentialStore {
    private struct Entry {
        var stored: StoredCredential
        /// Tells which of two credentials of the same time was saved last.
        let sequence: UInt64
    }

    private struct Contents {
        var credentials: [CredentialID: Entry] = [:]
        /// IDs of discoverable credentials by RP ID and user handle.
        var accounts: [String: [[UInt8]: CredentialID]] = [:]
        var discoverableCount = 0
        var sequence: UInt64 = 0
        var state = AuthenticatorState()
        var largeBlobs: [UInt8]?
        var operation: UInt64 = 0
        var deviceSignCount: UInt32 = 0
        var isSeeded = false
    }

    private let contents = Mutex(Contents())

    /// An empty store.
    public init() {}

    /// See ``CredentialStore``.
    public func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential? {
        guard let id = CredentialID(id) else { return nil }
        return contents.withLock { contents in
            contents.credentials[id].flatMap { $0.stored.credential.rpID == rpID ? $0.stored : nil }
        }
    }

    /// See ``CredentialStore``.
    public func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential] {
        let found = contents.withLock { contents in
            (contents.accounts[rpID] ?? [:]).values.compactMap { contents.credentials[$0] }
        }
        return
            found
            .sorted {
                ($0.stored.credential.createdAt, $0.sequence) > ($1.stored.credential.createdAt, $1.sequence)
            }
            .map(\.stored)
    }

    /// See ``CredentialStore``.
    public func discoverableCount() throws(StoreError) -> Int {
        contents.withLock { $0.discoverableCount }
    }

    /// See ``CredentialStore``.
    public func save(_ credentials: [StoredCredential]) throws(StoreError) {
        contents.withLock { contents in
            for stored in credentials { Self.insert(stored, into: &contents) }
        }
    }

    private static func insert(_ stored: StoredCredential, into contents: inout Contents) {
        let credential = stored.credential
        remove(credential.id, from: &contents)
        if credential.isDiscoverable {
            let replaced = contents.accounts[credential.rpID, default: [:]]
                .updateValue(credential.id, forKey: credential.user.id)
            if let replaced {
                contents.credentials[replaced] = nil
            } else {
                contents.discoverableCount += 1
            }
        }
        contents.sequence += 1
        contents.credentials[credential.id] = Entry(stored: stored, sequence: contents.sequence)
        if credential.isSeeded { contents.isSeeded = true }
    }

    /// See ``CredentialStore``.
    public func next(
        _ counter: SignatureCounter, step: UInt32, floor: UInt32
    ) throws(StoreError) -> UInt32 {
        try contents.withLock { (contents) throws(StoreError) in
            switch counter {
            case .device: return try Self.raise(&contents.deviceSignCount, step, floor)
            case .credential(let id):
                guard let place = contents.credentials.index(forKey: id) else { throw .noSuchCredential }
                return try Self.raise(&contents.credentials.values[place].stored.signCount, step, floor)
            }
        }
    }

    /// See ``CredentialStore``.
    public func deviceSignCount() throws(StoreError) -> UInt32 { contents.withLock { $0.deviceSignCount } }

    private static func raise(
        _ count: inout UInt32, _ step: UInt32, _ floor: UInt32
    ) throws(StoreError) -> UInt32 {
        let (next, overflow) = count.addingReportingOverflow(max(1, step))
        guard !overflow else { throw .counterExhausted }
        count = max(next, floor)
        return count
    }

    /// See ``CredentialStore``.
    public func delete(_ id: CredentialID) throws(StoreError) -> Bool {
        contents.withLock { contents in Self.remove(id, from: &contents) }
    }

    /// See ``CredentialStore``.
    public func summary(of id: CredentialID) throws(StoreError) -> CredentialSummary? {
        contents.withLock { contents in contents.credentials[id].map { CredentialSummary($0.stored) } }
    }

    /// See ``CredentialStore``.
    public func summaries(after id: CredentialID?, limit: Int) throws(StoreError) -> [CredentialSummary] {
        contents.withLock { contents in
            contents.credentials.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
                .drop { entry in id.map { !$0.bytes.lexicographicallyPrecedes(entry.key.bytes) } ?? false }
                .prefix(max(0, limit)).map { CredentialSummary($0.value.stored) }
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
            contents.isSeeded = true
            return contents.operation
        }
    }

    /// See ``CredentialStore``.
    public func largeBlobs() throws(StoreError) -> [UInt8]? { contents.withLock { $0.largeBlobs } }

    /// See ``CredentialStore``.
    public func setLargeBlobs(_ array: [UInt8]) throws(StoreError) {
        contents.withLock { $0.largeBlobs = array }
    }

    /// See ``CredentialStore``.
    public func reset() throws(StoreError) {
        contents.withLock { contents in
            contents.credentials = [:]
            contents.accounts = [:]
            contents.discoverableCount = 0
            contents.largeBlobs = nil
            let attestation = contents.state.attestation
            contents.state = AuthenticatorState()
            contents.state.attestation = attestation
        }
    }

    /// What a directory says about the store.
    func tally() -> (credentials: Int, discoverable: Int, isSeeded: Bool) {
        contents.withLock { ($0.credentials.count, $0.discoverableCount, $0.isSeeded) }
    }

    @discardableResult
    private static func remove(_ id: CredentialID, from contents: inout Contents) -> Bool {
        guard let old = contents.credentials.removeValue(forKey: id)?.stored.credential else { return false }
        if old.isDiscoverable {
            contents.accounts[old.rpID]?[old.user.id] = nil
            if contents.accounts[old.rpID]?.isEmpty == true { contents.accounts[old.rpID] = nil }
            contents.discoverableCount -= 1
        }
        return true
    }
}
