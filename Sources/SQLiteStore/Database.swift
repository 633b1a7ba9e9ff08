internal import Authenticator
internal import CSQLite
internal import Synchronization

/// A connection to one file, with the statements that were prepared for it.
struct Database: ~Copyable {
    private let handle: OpaquePointer
    /// The file, for error texts.
    let path: String
    private var prepared: [SQL: OpaquePointer] = [:]
    private let health: Health

    /// Opens a file that exists; not a byte of it is read or written.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for somebody else's transaction, in milliseconds.
    ///   - health: what the connections to one file share about it.
    init(opening path: String, patience: Int32, health: Health) throws(StoreError) {
        // One thread at a time is seen to by whoever holds this value.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let connection = opened, code == SQLITE_OK else {
            let message = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw StoreError(code, message, path: path)
        }
        handle = connection
        self.path = path
        self.health = health
        sqlite3_busy_timeout(connection, patience)
        _ = understudy_enable(connection, SQLITE_DBCONFIG_DEFENSIVE)
    }

    deinit {
        for statement in prepared.values { sqlite3_finalize(statement) }
        // The last one to close writes the log back into the file. A damaged file is left as it is, and its log too.
        if health.isDamaged, SystemFile.size(of: path + "-wal") ?? 0 > 0 {
            _ = understudy_enable(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE)
        }
        sqlite3_close_v2(handle)
    }

    /// The first bytes of the file and its size, as they are, with no lock and no look into the log.
    mutating func header() throws(StoreError) -> (bytes: [UInt8], size: Int64) {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        let found = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
        guard found == SQLITE_OK, let file = pointer, let methods = file.pointee.pMethods,
            let fileSize = methods.pointee.xFileSize, let read = methods.pointee.xRead
        else { throw .unavailable("\(path) cannot be used: it has no file") }
        var size: sqlite3_int64 = 0
        try check(fileSize(file, &size))
        let count = min(size, StoreHeader.length)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        if count > 0 { try check(read(file, &bytes, Int32(count), 0)) }
        return (bytes, size)
    }

    /// Whether the file could be opened for reading only.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Runs statements that bring no rows and have no values.
    mutating func execute(_ script: String) throws(StoreError) {
        try check(sqlite3_exec(handle, script, nil, nil, nil))
    }

    /// Runs a statement and reads each of its rows.
    mutating func rows<Value>(
        _ sql: SQL, _ values: [SQLValue] = [], _ read: (Row) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var result: [Value] = []
        try each(sql, values) { (row) throws(StoreError) in result.append(try read(row)) }
        return result
    }

    /// Runs a statement to its end and reads its first row, if there is one.
    mutating func first<Value>(
        _ sql: SQL, _ values: [SQLValue] = [], _ read: (Row) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        var result: Value?
        try each(sql, values) { (row) throws(StoreError) in if result == nil { result = try read(row) } }
        return result
    }

    /// Runs a statement that changes something.
    mutating func run(_ sql: SQL, _ values: [SQLValue] = []) throws(StoreError) {
        try each(sql, values) { (_) throws(StoreError) in }
    }

    /// SQLite's plan for a statement (sqlite.org/eqp.html).
    mutating func plan(of sql: SQL) throws(StoreError) -> [String] {
        var made: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + sql.rawValue, -1, &made, nil))
        guard let statement = made else { return [] }
        defer { sqlite3_finalize(statement) }
        var steps: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW { steps.append(try Row(statement, of: path).text(3)) }
        return steps
    }

    private mutating func each(
        _ sql: SQL, _ values: [SQLValue], _ read: (Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepare(sql)
        // Nothing stays bound, keys least of all, and no read transaction stays open.
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        var index: Int32 = 0
        for value in values {
            index += 1
            try check(Self.bind(value, to: statement, at: index))
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                try check(code)
                return
            }
            do { try read(Row(statement, of: path)) } catch {
                note(error)
                throw error
            }
        }
    }

    private mutating func prepare(_ sql: SQL) throws(StoreError) -> OpaquePointer {
        if let known = prepared[sql] { return known }
        var made: OpaquePointer?
        try check(
            sqlite3_prepare_v3(
                handle, sql.rawValue, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil))
        guard let statement = made else { throw .unavailable("\(path): an empty statement") }
        prepared[sql] = statement
        return statement
    }

    private static func bind(_ value: SQLValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .text(var text):
            // Both copy, so that the pointers need only be good for the call.
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    understudy_bind_text(statement, index, $0.baseAddress, Int32(clamping: $0.count))
                }
            }
        case .blob(let blob):
            return blob.withUnsafeBytes {
                understudy_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count))
            }
        }
    }

    /// All of the body or nothing of it, on disk when this returns; a body that changes nothing costs no sync.
    mutating func transaction<Value>(
        _ mode: TransactionMode, _ body: (inout Database) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try begin(mode)
        let value: Value
        do {
            value = try body(&self)
            try run(.commit)
        } catch {
            // Some errors have rolled back by themselves; then this one says so, and nothing is lost.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
        return value
    }

    private mutating func begin(_ mode: TransactionMode) throws(StoreError) {
        switch mode {
        case .read: try run(.beginRead)
        case .write: try run(.beginWrite)
        case .exclusive: try run(.beginExclusive)
        }
    }

    /// Puts all that the other database has in the place of what is here, in one transaction (sqlite.org/backup.html).
    ///
    /// Whoever has the file open sees all of the old or all of the new; what is here need not be whole.
    mutating func replaceContents(with other: borrowing Database) throws(StoreError) {
        guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
            throw StoreError(sqlite3_errcode(handle), String(cString: sqlite3_errmsg(handle)), path: path)
        }
        // One step for all pages: between two of them others could write.
        sqlite3_backup_step(backup, -1)
        let code = sqlite3_backup_finish(backup)
        guard code == SQLITE_OK else {
            throw StoreError(code, String(cString: sqlite3_errstr(code)), path: path)
        }
    }

    private mutating func check(_ code: Int32) throws(StoreError) {
        guard code != SQLITE_OK else { return }
        let error = StoreError(code, String(cString: sqlite3_errmsg(handle)), path: path)
        note(error)
        throw error
    }

    /// Remembers that the file is not whole, so that closing leaves it alone.
    mutating func note(_ error: StoreError) { health.note(error) }
}

/// What all connections of a store know of its file.
final class Health: Sendable {
    private let damaged = Atomic(false)

    /// Whether anything about the file was wrong; then nobody tidies it up any more.
    var isDamaged: Bool { damaged.load(ordering: .relaxed) }

    func note(_ error: StoreError) {
        switch error {
        case .damaged, .newer: damaged.store(true, ordering: .relaxed)
        default: break
        }
    }
}
