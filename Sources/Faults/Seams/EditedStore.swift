internal import Authenticator
internal import WebAuthnModel

/// Loses or changes what goes into a store and what comes out of it.
struct EditedStore: CredentialStore {
    let base: any CredentialStore
    let saved: [Planted<@Sendable (inout [StoredCredential]) -> Void>]
    let counts: [Planted<@Sendable (inout UInt32) -> Void>]
    let log: PlantingLog

    func save(_ credentials: [StoredCredential]) throws(StoreError) {
        var credentials = credentials
        for planted in saved {
            let before = credentials.count
            planted.edit(&credentials)
            if credentials.count != before { log.note(planted.id) }
        }
        try base.save(credentials)
    }

    func next(
        _ counter: SignatureCounter, step: UInt32, floor: UInt32
    ) throws(StoreError) -> UInt32 {
        var count = try base.next(counter, step: step, floor: floor)
        log.apply(counts, to: &count)
        return count
    }

    func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential? {
        try base.credential(id: id, rpID: rpID)
    }
    func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential] {
        try base.discoverableCredentials(rpID: rpID)
    }
    func discoverableCount() throws(StoreError) -> Int { try base.discoverableCount() }
    func deviceSignCount() throws(StoreError) -> UInt32 { try base.deviceSignCount() }
    func delete(_ id: CredentialID) throws(StoreError) -> Bool { try base.delete(id) }
    func summary(of id: CredentialID) throws(StoreError) -> CredentialSummary? {
        try base.summary(of: id)
    }
    func summaries(after id: CredentialID?, limit: Int) throws(StoreError) -> [CredentialSummary] {
        try base.summaries(after: id, limit: limit)
    }
    func state() throws(StoreError) -> AuthenticatorState { try base.state() }
    func updateState<Result>(
        _ change: (inout AuthenticatorState) -> Result
    ) throws(StoreError) -> Result { try base.updateState(change) }
    func nextOperation() throws(StoreError) -> UInt64 { try base.nextOperation() }
    func largeBlobs() throws(StoreError) -> [UInt8]? { try base.largeBlobs() }
    func setLargeBlobs(_ array: [UInt8]) throws(StoreError) { try base.setLargeBlobs(array) }
    func reset() throws(StoreError) { try base.reset() }
}
