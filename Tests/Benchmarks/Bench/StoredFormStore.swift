internal import Understudy

/// A store in memory that keeps its credentials' keys as a store on a disk does: as bytes, read at each use.
final class StoredFormStore: CredentialStore {
    private let memory = MemoryStore()
    private let key: [UInt8]

    /// Keeps the one credential.
    init(_ credential: StoredCredential) throws(StoreError) {
        key = credential.credential.key.storedForm
        try memory.save([credential])
    }

    private func read(_ stored: StoredCredential) throws(StoreError) -> StoredCredential {
        var stored = stored
        do { stored.credential.key = try PrivateKey(storedForm: key) } catch {
            throw .damaged(error.description)
        }
        return stored
    }

    func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential? {
        guard let stored = try memory.credential(id: id, rpID: rpID) else { return nil }
        return try read(stored)
    }
    func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential] {
        try memory.discoverableCredentials(rpID: rpID).map(read)
    }
    func discoverableCount() throws(StoreError) -> Int { try memory.discoverableCount() }
    func save(_ credentials: [StoredCredential]) throws(StoreError) { try memory.save(credentials) }
    func next(
        _ counter: SignatureCounter, step: UInt32, floor: UInt32
    ) throws(StoreError) -> UInt32 {
        try memory.next(counter, step: step, floor: floor)
    }
    func deviceSignCount() throws(StoreError) -> UInt32 { try memory.deviceSignCount() }
    func delete(_ id: CredentialID) throws(StoreError) -> Bool { try memory.delete(id) }
    func summary(of id: CredentialID) throws(StoreError) -> CredentialSummary? { try memory.summary(of: id) }
    func summaries(after id: CredentialID?, limit: Int) throws(StoreError) -> [CredentialSummary] {
        try memory.summaries(after: id, limit: limit)
    }
    func state() throws(StoreError) -> AuthenticatorState { try memory.state() }
    func updateState<Result>(_ change: (inout AuthenticatorState) -> Result) throws(StoreError) -> Result {
        try memory.updateState(change)
    }
    func nextOperation() throws(StoreError) -> UInt64 { try memory.nextOperation() }
    func largeBlobs() throws(StoreError) -> [UInt8]? { try memory.largeBlobs() }
    func setLargeBlobs(_ array: [UInt8]) throws(StoreError) { try memory.setLargeBlobs(array) }
    func reset() throws(StoreError) { try memory.reset() }
}
