internal import Authenticator
internal import CSQLite

extension StoreError {
    /// What one of SQLite's result codes means for a store: the one place that knows them.
    ///
    /// - Parameters:
    ///   - code: an extended result code (sqlite.org/rescode.html).
    ///   - message: what SQLite said; it never holds a bound value.
    init(_ code: Int32, _ message: String, path: String) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            self = .busy(Self.busyText(path))
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE,
            SQLITE_FORMAT:
            // Our own statements are right for the schema: one that does not fit shows that the file is not.
            self = .damaged("\(path) is damaged (\(message)); restore a copy, or begin another store")
        case SQLITE_IOERR where code == SQLITE_IOERR | 33 << 8:
            // SQLITE_IOERR_CORRUPTFS, a macro that Swift does not see.
            self = .damaged("\(path) is on a damaged file system (\(message))")
        case SQLITE_FULL: self = .unavailable("\(path) cannot be written: the disk is full")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            self = .unavailable("\(path) cannot be written: \(message)")
        default: self = .unavailable("\(path) cannot be used: \(message)")
        }
    }

    private static func busyText(_ path: String) -> String {
        // The lock of a writer lies on the shared memory; that of somebody who opens or closes, on the file itself.
        let holder = LockHolder.process(of: path + "-shm") ?? LockHolder.process(of: path)
        let who =
            switch holder {
            case SystemFile.processID?: "another part of this program"
            case let process?: "process \(process)"
            case nil: "another process"
            }
        return "\(path) is being written by \(who); try again when that is done"
    }
}
