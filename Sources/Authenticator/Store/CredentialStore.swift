public import WebAuthnModel

/// Where one authenticator keeps its credentials and its state.
///
/// Whatever a call returned from is kept: a store on disk has it on disk by then.
public protocol CredentialStore: Sendable {
    /// The credential with this ID, if it belongs to the RP.
    func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential?
    /// The RP's discoverable credentials, newest first by ``Credential/createdAt``; of the same time, the
    /// last one saved comes first.
    func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential]
    /// How many discoverable credentials there are in all.
    func discoverableCount() throws(StoreError) -> Int
    /// Keeps new credentials, all or none. One with the same ID is replaced, and a discoverable one also takes the
    /// place of the discoverable one for the same RP and user handle.
    func save(_ credentials: [StoredCredential]) throws(StoreError)
    /// Raises a counter by `step`, which is at least 1, or to `floor` where that is more, and returns it: no value is
    /// ever returned twice, and none that is lower than one returned before.
    func next(
        _ counter: SignatureCounter, step: UInt32, floor: UInt32
    ) throws(StoreError) -> UInt32
    /// Where the device's own counter stands: the highest value that was handed out, or that may have been.
    func deviceSignCount() throws(StoreError) -> UInt32
    /// Removes a credential; false when there was none.
    func delete(_ id: CredentialID) throws(StoreError) -> Bool
    /// The credential with this ID, of whichever RP, without its key.
    func summary(of id: CredentialID) throws(StoreError) -> CredentialSummary?
    /// Credentials without their keys in the order of their IDs, after the given one, at most `limit`.
    func summaries(after id: CredentialID?, limit: Int) throws(StoreError) -> [CredentialSummary]
    /// The authenticator's state.
    func state() throws(StoreError) -> AuthenticatorState
    /// Changes the state as one step that nobody can come between.
    func updateState<Result>(
        _ change: (inout AuthenticatorState) -> Result
    ) throws(StoreError) -> Result
    /// The number of the next operation, from 1; only seeded runs count them.
    func nextOperation() throws(StoreError) -> UInt64
    /// The serialized large-blob array; nil where none was ever written.
    func largeBlobs() throws(StoreError) -> [UInt8]?
    /// Keeps the serialized large-blob array in the place of the one before.
    func setLargeBlobs(_ array: [UInt8]) throws(StoreError)
    /// Removes all credentials, large blobs and the PIN; the attestation identity, the device's counter and the
    /// operation number stay.
    func reset() throws(StoreError)
}

/// What counts signatures.
public enum SignatureCounter: Hashable, Sendable {
    /// A credential's own counter.
    case credential(CredentialID)
    /// The one of a device that has no others; zero when new.
    case device
}

extension CredentialStore {
    /// Raises the credential's counter by `step`; see ``next(_:step:floor:)``.
    public func nextSignCount(of id: CredentialID, step: UInt32) throws(StoreError) -> UInt32 {
        try next(.credential(id), step: step, floor: 0)
    }

    /// Keeps one new credential; see ``save(_:)``.
    public func save(_ credential: Credential, signCount: UInt32) throws(StoreError) {
        try save([StoredCredential(credential: credential, signCount: signCount)])
    }
}
