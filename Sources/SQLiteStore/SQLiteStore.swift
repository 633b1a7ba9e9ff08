public import Authenticator
internal import Synchronization

/// Named authenticators in a SQLite file that only its owner can read.
///
/// A call that returned is on the disk. Processes side by side wait for each other's transactions, up to five seconds. A
/// file that is damaged, of another program or of a later version is left as it is.
///
/// At rest a store is one file; at work there are `-wal` and `-shm` beside it, and `-owner` as long as it has one.
public final class SQLiteStore: AuthenticatorDirectory {
    /// How long to wait for somebody else's transaction, in milliseconds.
    static let patience: Int32 = 5000

    /// The file, without links.
    public let path: String
    let opening: StoreOpening
    private let writer: Mutex<Database>
    let owner: Owner?

    /// Opens the store at the path.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` and ``StoreError/newer(schema:supported:)`` for what is no store of this
    ///   version, ``StoreError/busy(_:)`` when it stays locked or has an owner already, and
    ///   ``StoreError/unavailable(_:)`` when the file system does not let it be opened or made.
    public convenience init(
        path: String, ownership: StoreOwnership = .shared, creation: StoreCreation = .file
    ) throws(StoreError) {
        try self.init(
            path: path, ownership: ownership, creation: creation, schema: .current, patience: Self.patience)
    }

    /// Opens it with a schema and a patience in milliseconds of a test's own.
    package init(
        path: String, ownership: StoreOwnership, creation: StoreCreation, schema: Schema, patience: Int32
    ) throws(StoreError) {
        let opening = StoreOpening(path: path, creation: creation, schema: schema, patience: patience)
        let database = try opening.open()
        self.path = database.path
        self.opening = opening
        switch ownership {
        case .shared: owner = nil
        case .owner(let lease): owner = try Owner(of: database.path, lease: lease, opening)
        }
        writer = Mutex(database)
    }

    deinit {
        // Without it the counters go on above their ceilings, as after a crash.
        try? settle()
    }

    /// Gives back the counter values that an owner has leased and not handed out.
    ///
    /// A store that goes does so by itself; a process that ends without letting go of its store should call it.
    public func settle() throws(StoreError) {
        guard let owner, !opening.health.isDamaged else { return }
        try write { (database) throws(StoreError) in
            for rest in owner.leases.withLock({ $0.end() }) {
                guard try rest.key.committed(in: &database) == rest.ceiling else { continue }
                try rest.key.commit(rest.last, in: &database)
            }
        }
    }

    /// Reads; an owner does it beside whoever writes.
    func read<Value: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard let owner else {
            return try writer.withLock { (database) throws(StoreError) in try body(&database) }
        }
        return try owner.read(body)
    }

    /// Runs one transaction that may write.
    func write<Value: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try withWriter { (database) throws(StoreError) in try database.transaction(.write, body) }
    }

    /// Lends the connection that writes.
    func withWriter<Value: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try writer.withLock { (database) throws(StoreError) in try body(&database) }
    }
}

extension SQLiteStore {
    /// See ``AuthenticatorDirectory``.
    public func authenticators() throws(StoreError) -> [AuthenticatorRecord] {
        try read { (database) throws(StoreError) in
            try database.rows(.listAuthenticators) { (row) throws(StoreError) in
                try AuthenticatorRow(row).record
            }
        }
    }

    /// See ``AuthenticatorDirectory``.
    public func authenticator(named name: String) throws(StoreError) -> KeptAuthenticator? {
        let found = try read { (database) throws(StoreError) in try Self.find(name, in: &database) }
        return found.map { kept($0, isNew: false) }
    }

    /// See ``AuthenticatorDirectory``.
    public func authenticator(
        named name: String, profile: KeptProfile
    ) throws(StoreError) -> KeptAuthenticator {
        try AuthenticatorRecord.checkName(name)
        let known = try read { (database) throws(StoreError) in try Self.find(name, in: &database) }
        // Nearly always it is there, and then nothing needs to be locked.
        var isNew = false
        let row: AuthenticatorRow
        if let known {
            row = known
        } else {
            (row, isNew) = try write { (database) throws(StoreError) in
                // Another process may have been first.
                if let known = try Self.find(name, in: &database) { return (known, false) }
                return (try Self.make(name, profile, in: &database), true)
            }
        }
        guard row.record.profile.isSameModel(as: profile) else {
            throw .otherProfile(
                authenticator: name, kept: row.record.profile.name, asked: profile.name)
        }
        return kept(row, isNew: isNew)
    }

    /// See ``AuthenticatorDirectory``: SQLite's own check of all pages and indexes, and then every row by what it means.
    public func check() throws(StoreError) -> StoreCheck {
        // It may take minutes, and nobody should have to wait for it.
        var database = try opening.reopen(path)
        return try StoreChecker.check(&database)
    }

    private func kept(_ row: AuthenticatorRow, isNew: Bool) -> KeptAuthenticator {
        KeptAuthenticator(
            record: row.record, credentials: SQLiteCredentialStore(store: self, authenticator: row.id),
            isNew: isNew)
    }

    private static func find(
        _ name: String, in database: inout Database
    ) throws(StoreError) -> AuthenticatorRow? {
        try database.first(.findAuthenticator, [.text(name)]) { (row) throws(StoreError) in
            try AuthenticatorRow(row)
        }
    }

    private static func make(
        _ name: String, _ profile: KeptProfile, in database: inout Database
    ) throws(StoreError) -> AuthenticatorRow {
        let id = try database.first(
            .insertAuthenticator,
            [.text(name), .text(profile.name), .text(profile.document), .flag(profile.isBuiltIn)]
        ) { (row) throws(StoreError) in try row.integer(0) }
        guard let id else { throw .unavailable("\(database.path): the authenticator was not kept") }
        let state = AuthenticatorState()
        try database.run(
            .insertState,
            [.integer(id), .integer(Int64(state.pinRetries)), .integer(Int64(state.uvRetries))])
        return AuthenticatorRow(
            id: id,
            record: AuthenticatorRecord(
                name: name, profile: profile, isSeeded: false, credentialCount: 0, discoverableCount: 0))
    }
}

/// An authenticator as a row of the table.
struct AuthenticatorRow: Sendable {
    let id: Int64
    let record: AuthenticatorRecord

    init(id: Int64, record: AuthenticatorRecord) {
        self.id = id
        self.record = record
    }

    init(_ row: Row) throws(StoreError) {
        id = try row.integer(0)
        record = AuthenticatorRecord(
            name: try row.text(1),
            profile: KeptProfile(
                name: try row.text(2), document: try row.text(3), isBuiltIn: try row.flag(4)),
            isSeeded: try row.flag(5), credentialCount: try row.integer(6, in: 0...Int.max),
            discoverableCount: try row.integer(7, in: 0...Int.max))
    }
}
