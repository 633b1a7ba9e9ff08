internal import Authenticator

/// What the first bytes of a file say about it, before SQLite looks at the rest (sqlite.org/fileformat2.html#the_database_header).
///
/// A file that is not a store is told apart here, where nothing has touched it yet: SQLite would write a log beside it.
struct StoreHeader: Equatable {
    /// Bytes in the header.
    static let length: Int64 = 100

    /// Whether the file asks to be written through a write-ahead log.
    let hasWriteAheadLog: Bool
    /// The number of the schema, as far as the log does not say otherwise.
    let schema: Int

    private static let magic = Array("SQLite format 3\0".utf8)

    /// Throws ``StoreError/damaged(_:)`` for what is no store of ours.
    init(_ bytes: [UInt8], path: String) throws(StoreError) {
        guard bytes.starts(with: Self.magic) || Self.magic.starts(with: bytes) else {
            throw .damaged("\(path) is not a credential store, nor any other SQLite database")
        }
        guard bytes.count == Self.length else {
            throw .damaged("\(path) is cut short: it has only \(bytes.count) bytes")
        }
        let pageSize = UInt16(bytes[16]) << 8 | UInt16(bytes[17])
        guard pageSize == 1 || pageSize >= 512 && pageSize.nonzeroBitCount == 1,
            (1...2).contains(bytes[18]), bytes[18] == bytes[19]
        else { throw .damaged("\(path) is damaged: its header makes no sense") }
        let application = Self.number(bytes, at: 68)
        guard application == Schema.applicationID else {
            throw .damaged(
                "\(path) is a SQLite database of another program (application ID \(application)),"
                    + " not a credential store")
        }
        hasWriteAheadLog = bytes[18] == 2
        schema = Int(Int32(bitPattern: Self.number(bytes, at: 60)))
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
