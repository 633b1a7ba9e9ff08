public import Authenticator
internal import Synchronization

/// What went into a copy of a store, or came back from one.
public struct StoreCopy: Hashable, Sendable {
    /// The file, without links.
    public let path: String
    /// How many authenticators are in it.
    public let authenticators: Int
    /// How many credentials they have.
    public let credentials: Int
}

extension SQLiteStore {
    /// Writes the whole store, as it is at one moment, into a file of its own that only its owner can read.
    ///
    /// Others may go on writing meanwhile. The counters are those that were handed out, as far as this process is the
    /// owner; those that another process has leased are at their ceilings. The file is there whole or not at all.
    ///
    /// - Parameter replacing: whether a file that is there already may go; a store at work may not.
    /// - Throws: ``StoreError/badName(_:)`` where no copy can lie, ``StoreError/damaged(_:)`` when the store is not
    ///   whole, ``StoreError/unavailable(_:)`` when the file system does not let the copy be made.
    public func snapshot(to copy: String, replacing: Bool = false) throws(StoreError) -> StoreCopy {
        try settle()
        let destination = try CopyDestination(copy, of: path, replacing: replacing)
        let staging = try StagingFile(beside: copy)
        // It may take minutes, and nobody should have to wait for it.
        var source = try opening.reopen(path)
        try source.run(.vacuumInto, [.text(staging.path)])
        let counts = try Self.inspect(staging)
        try destination.take(staging)
        return StoreCopy(
            path: SystemFile.resolve(copy) ?? copy, authenticators: counts.authenticators,
            credentials: counts.credentials)
    }

    /// Puts what a snapshot has in the place of all that is here, counters included, in one transaction.
    ///
    /// The store must be this process's own. The snapshot is looked at before anything is changed, as a copy that
    /// nobody else can reach; one of an earlier schema is brought up to date there. It is itself left as it is.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` and ``StoreError/newer(schema:supported:)`` for what is no snapshot of a
    ///   store, ``StoreError/badName(_:)`` when it is this very store or the store is not owned, and
    ///   ``StoreError/unavailable(_:)`` when the file system does not let it be read or written.
    public func restore(from snapshot: String) throws(StoreError) -> StoreCopy {
        guard let owner else {
            throw .badName("\(path) is not owned by this process: a store is restored by its owner")
        }
        guard try !SystemFile.isSame(snapshot, path) else {
            throw .badName("\(snapshot) is the store itself; restore it from a snapshot")
        }
        let staging = try StagingFile(beside: path)
        try Self.fill(staging, from: snapshot)
        let counts = try Self.inspect(staging)
        // Nothing that was leased counts any more.
        _ = owner.leases.withLock { $0.end() }
        try withWriter { (database) throws(StoreError) in
            try database.replaceContents(with: try staging.opening.openUnchanged())
        }
        return StoreCopy(
            path: path, authenticators: counts.authenticators, credentials: counts.credentials)
    }

    private static func fill(_ staging: borrowing StagingFile, from snapshot: String) throws(StoreError) {
        var source = try StoreOpening(
            path: snapshot, creation: .never, schema: .current, patience: Self.patience
        ).openUnchanged()
        try source.run(.vacuumInto, [.text(staging.path)])
        // Brings the schema up to date.
        _ = try staging.opening.open()
    }

    /// Looks whether a copy is whole, and counts what it has.
    private static func inspect(
        _ staging: borrowing StagingFile
    ) throws(StoreError) -> (authenticators: Int, credentials: Int) {
        var database = try staging.opening.openUnchanged()
        if let problem = try StoreChecker.fileProblem(&database) {
            throw .damaged("what was to be copied is damaged: \(problem)")
        }
        var counts = (authenticators: 0, credentials: 0)
        for row in try database.rows(.listAuthenticators, [], AuthenticatorRow.init) {
            counts.authenticators += 1
            counts.credentials += row.record.credentialCount
        }
        return counts
    }
}
