public import WebAuthnModel

/// Why a store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// Somebody else holds it; who, if that is known, and what to do.
    case busy(String)
    /// It is not a store, or not a whole one; it was left untouched.
    case damaged(String)
    /// It was written by a later version.
    case newer(schema: Int, supported: Int)
    /// It cannot be opened, read or written.
    case unavailable(String)
    /// No credential has that ID.
    case noSuchCredential
    /// Every value of a signature counter was handed out.
    case counterExhausted
}

extension StoreError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .busy(let text), .damaged(let text), .unavailable(let text): text
        case .newer(let schema, let supported):
            "the store has schema \(schema); this version reads up to \(supported)"
        case .noSuchCredential: "no credential has that ID"
        case .counterExhausted: "the credential's signature counter has reached its last value"
        }
    }
}

/// Where one authenticator keeps its credentials and its state.
///
/// Whatever a call returned from is kept: a store on disk has it on disk by then.
public protocol CredentialStore: Sendable {
    /// The credential with this ID, if it belongs to the RP.
    func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential?
    /// The RP's discoverable credentials, newest first.
    func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential]
    /// How many discoverable credentials there are in all.
    func discoverableCount() throws(StoreError) -> Int
    /// Keeps a new credential; a discoverable one takes the place of the one for the same RP and user handle.
    func save(_ credential: Credential, signCount: UInt32) throws(StoreError)
    /// Raises the credential's counter by `step` and returns it: no value is ever returned twice.
    func nextSignCount(of id: CredentialID, step: UInt32) throws(StoreError) -> UInt32
    /// Removes a credential; false when there was none.
    func delete(_ id: CredentialID) throws(StoreError) -> Bool
    /// Credentials in the order of their IDs, after the given one, at most `limit`.
    func credentials(after id: CredentialID?, limit: Int) throws(StoreError) -> [StoredCredential]
    /// The authenticator's state.
    func state() throws(StoreError) -> AuthenticatorState
    /// Changes the state as one step that nobody can come between.
    func updateState<Result>(
        _ change: (inout AuthenticatorState) -> Result
    ) throws(StoreError) -> Result
    /// The number of the next operation, from 1; only seeded runs count them.
    func nextOperation() throws(StoreError) -> UInt64
    /// Removes all credentials and the PIN; the attestation identity and the operation number stay.
    func reset() throws(StoreError)
}
