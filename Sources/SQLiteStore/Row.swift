internal import Authenticator
internal import CSQLite

/// The row that a statement stands on; good until the statement moves on.
///
/// What is in a column is checked, for a damaged file can hold anything.
struct Row {
    private let statement: OpaquePointer
    private let path: String

    init(_ statement: OpaquePointer, of path: String) {
        self.statement = statement
        self.path = path
    }

    func integer(_ column: Int32) throws(StoreError) -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else {
            throw wrong(column, "is not a number")
        }
        return sqlite3_column_int64(statement, column)
    }

    func integer<Number: FixedWidthInteger>(
        _ column: Int32, in range: ClosedRange<Number>
    ) throws(StoreError) -> Number {
        guard let number = Number(exactly: try integer(column)), range.contains(number) else {
            throw wrong(column, "is out of range")
        }
        return number
    }

    func flag(_ column: Int32) throws(StoreError) -> Bool { try integer(column, in: 0...1) == 1 }

    func optionalText(_ column: Int32) throws(StoreError) -> String? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return nil
        case SQLITE_TEXT:
            // The bytes belong to SQLite until the statement moves on: they are copied here.
            let text = sqlite3_column_text(statement, column)
            let bytes = UnsafeBufferPointer(
                start: text, count: Int(sqlite3_column_bytes(statement, column)))
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw wrong(column, "is not UTF-8")
            }
            return text
        default: throw wrong(column, "is not text")
        }
    }

    func text(_ column: Int32) throws(StoreError) -> String {
        guard let text = try optionalText(column) else { throw wrong(column, "is missing") }
        return text
    }

    func optionalBlob(_ column: Int32) throws(StoreError) -> [UInt8]? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            // The pointer has to be asked for before the length, and is nil for an empty one.
            let bytes = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
        default: throw wrong(column, "is not binary")
        }
    }

    func blob(_ column: Int32) throws(StoreError) -> [UInt8] {
        guard let blob = try optionalBlob(column) else { throw wrong(column, "is missing") }
        return blob
    }

    /// What to throw when a column holds what nobody wrote there; never says what it holds.
    func wrong(_ column: Int32, _ what: String) -> StoreError {
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "\(column)"
        return .damaged("\(path) is damaged: a \(name) \(what); restore a copy, or begin another store")
    }
}
