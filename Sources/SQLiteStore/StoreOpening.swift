internal import Authenticator
internal import Synchronization

/// Makes a file if it has to, looks whether it is a store, and brings it to this version's schema.
struct StoreOpening {
    let path: String
    let creation: StoreCreation
    let schema: Schema
    let patience: Int32
    let health = Health()

    /// One file at a time in this process: a descriptor that is closed ends the locks of every connection that the
    /// process has on the same file (fcntl(2)), and making a file needs one for a moment.
    private static let making = Mutex(())

    /// Finds the file's true name, which those of its neighbours begin with; makes the file.
    func locate() throws(StoreError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .unavailable("the store's path is empty or has a zero byte in it")
        }
        switch try SystemFile.kind(of: path) {
        case .regular(let size, _, _):
            // SQLite takes a file of one byte for an empty one.
            guard size != 1 else { throw .damaged("\(path) is cut short: it has only 1 byte") }
        case .folder: throw .damaged("\(path) is a folder, not a credential store")
        case .other: throw .damaged("\(path) is not a file, and so not a credential store")
        case .absent:
            guard creation != .never else { throw .unavailable("there is no credential store at \(path)") }
            if creation == .fileAndFolders { try SystemFile.createFolder(of: path) }
            try SystemFile.createPrivate(path)
        }
        guard let resolved = SystemFile.resolve(path) else {
            throw .unavailable("\(path) is a link to nothing; no store is made through a link")
        }
        return resolved
    }

    /// Where the file is, and a connection that is ready for use.
    func open() throws(StoreError) -> Database {
        var database = try Self.making.withLock { (_) throws(StoreError) in
            try Database(opening: try locate(), patience: patience, health: health)
        }
        guard !database.isReadOnly else {
            throw .unavailable("\(database.path) cannot be written by this user")
        }
        try prepare(&database)
        return database
    }

    /// A further connection to a file that ``open()`` has seen to.
    func reopen(_ resolved: String) throws(StoreError) -> Database {
        var database = try Database(opening: resolved, patience: patience, health: health)
        try database.execute(Self.settings)
        return database
    }

    /// A connection to a store that is only read: neither its schema nor its way of being written is changed.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` for what is no store, ``StoreError/newer(schema:supported:)``.
    func openUnchanged() throws(StoreError) -> Database {
        var database = try Self.making.withLock { (_) throws(StoreError) in
            try Database(opening: try locate(), patience: patience, health: health)
        }
        let (bytes, size) = try database.header()
        guard size > 0 else {
            throw .damaged("\(database.path) is empty: there is no credential store in it")
        }
        try checkVersion(try StoreHeader(bytes, path: database.path).schema)
        try database.execute(Self.settings)
        return database
    }

    // FULL: a commit is on the disk when it returns. Sorting stays in memory, for rows have keys in them.
    private static let settings = """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY
        """

    private func prepare(_ database: inout Database) throws(StoreError) {
        let (bytes, size) = try database.header()
        var hasWriteAheadLog = false
        if size == 0 {
            // SQLite throws away a log beside an empty file; it may be all that is left of a store.
            guard SystemFile.size(of: database.path + "-wal") ?? 0 == 0 else {
                throw .damaged(
                    "\(database.path) is empty, but the log beside it (\(database.path)-wal) is not;"
                        + " restore a copy, or take both away")
            }
            SystemFile.makePrivate(database.path)
        } else {
            let header = try StoreHeader(bytes, path: database.path)
            try checkVersion(header.schema)
            hasWriteAheadLog = header.hasWriteAheadLog
        }
        try database.execute(Self.settings)
        if try version(of: &database) != schema.version { try migrate(&database) }
        // The log comes last: until then the header in the file itself says whose it is.
        if !hasWriteAheadLog { try switchToWriteAheadLog(&database) }
    }

    private func checkVersion(_ version: Int) throws(StoreError) {
        guard version <= schema.version else { throw .newer(schema: version, supported: schema.version) }
    }

    func version(of database: inout Database) throws(StoreError) -> Int {
        let version = try database.first(.userVersion) { (row) throws(StoreError) in
            try row.integer(0, in: 0...Int(Int32.max))
        }
        return version ?? 0
    }

    /// Takes the steps that the file lacks, as one transaction; another process may have been first.
    private func migrate(_ database: inout Database) throws(StoreError) {
        try database.transaction(.exclusive) { (database) throws(StoreError) in
            let version = try version(of: &database)
            do throws(StoreError) { try checkVersion(version) } catch {
                database.note(error)
                throw error
            }
            guard version < schema.version else { return }
            for step in schema.steps[version...] { try database.execute(step) }
            try database.execute(
                "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(schema.version)")
        }
    }

    /// SQLite does not wait by itself for those who still read in the old mode.
    private func switchToWriteAheadLog(_ database: inout Database) throws(StoreError) {
        var waited: Int32 = 0
        while true {
            do throws(StoreError) {
                let mode = try database.first(.writeAheadLog) { (row) throws(StoreError) in try row.text(0) }
                guard mode == "wal" else {
                    throw StoreError.unavailable("\(database.path): this file system has no write-ahead logs")
                }
                return
            } catch {
                guard case .busy = error, waited < patience else { throw error }
                SystemFile.sleep(milliseconds: 10)
                waited += 10
            }
        }
    }
}
