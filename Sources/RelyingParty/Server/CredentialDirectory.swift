internal import Synchronization

/// Where a server keeps the credentials of its users.
public protocol CredentialDirectory: Sendable {
    /// The record of an ID, whoever owns it.
    ///
    /// - Throws: ``RelyingPartyError/store(_:)``.
    func credential(_ id: [UInt8]) async throws(RelyingPartyError) -> CredentialRecord?

    /// The records of a user.
    ///
    /// - Throws: ``RelyingPartyError/store(_:)``.
    func credentials(ofUser handle: [UInt8]) async throws(RelyingPartyError) -> [CredentialRecord]

    /// Keeps a new record, unless its ID is known already, to whichever user: then nothing is changed and the answer
    /// is false (§7.1 step 26).
    ///
    /// - Throws: ``RelyingPartyError/store(_:)``.
    func add(_ record: CredentialRecord) async throws(RelyingPartyError) -> Bool

    /// Replaces the record of an ID; one that was removed meanwhile must not come back.
    ///
    /// - Throws: ``RelyingPartyError/store(_:)``.
    func update(_ record: CredentialRecord) async throws(RelyingPartyError)
}

/// Credentials in memory, for tests and demonstrations.
public final class MemoryCredentialDirectory: CredentialDirectory {
    private let records = Mutex<[[UInt8]: CredentialRecord]>([:])

    /// An empty directory.
    public init() {}

    /// The record of an ID.
    public func credential(_ id: [UInt8]) async throws(RelyingPartyError) -> CredentialRecord? {
        records.withLock { $0[id] }
    }

    /// The records of a user, in no certain order.
    public func credentials(ofUser handle: [UInt8]) async throws(RelyingPartyError) -> [CredentialRecord] {
        records.withLock { $0.values.filter { $0.userHandle == handle } }
    }

    /// Keeps a new record.
    public func add(_ record: CredentialRecord) async throws(RelyingPartyError) -> Bool {
        records.withLock { records in
            guard records[record.id] == nil else { return false }
            records[record.id] = record
            return true
        }
    }

    /// Replaces a record, if there is one.
    public func update(_ record: CredentialRecord) async throws(RelyingPartyError) {
        records.withLock { records in
            if let place = records.index(forKey: record.id) { records.values[place] = record }
        }
    }
}
