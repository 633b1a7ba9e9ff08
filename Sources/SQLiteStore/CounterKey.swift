internal import Authenticator
internal import WebAuthnModel

/// A counter of one authenticator's, and where it stands.
struct CounterKey: Hashable, Sendable {
    let authenticator: Int64
    let counter: SignatureCounter

    /// The value that is on the disk; nil when there is no such credential.
    func committed(in database: inout Database) throws(StoreError) -> UInt32? {
        let (statement, id): (SQL, [SQLValue]) =
            switch counter {
            case .credential(let id): (.readSignCount, [.blob(id.bytes)])
            case .device: (.readDeviceSignCount, [])
            }
        return try database.first(statement, [.integer(authenticator)] + id) { (row) throws(StoreError) in
            try row.integer(0, in: 0...UInt32.max)
        }
    }

    /// The value that is on the disk.
    func present(in database: inout Database) throws(StoreError) -> UInt32 {
        guard let value = try committed(in: &database) else { throw .noSuchCredential }
        return value
    }

    /// Puts a value there, within the transaction at hand.
    func commit(_ value: UInt32, in database: inout Database) throws(StoreError) {
        let values: [SQLValue] = [.integer(authenticator), .integer(Int64(value))]
        switch counter {
        case .credential(let id): try database.run(.writeSignCount, values + [.blob(id.bytes)])
        case .device: try database.run(.writeDeviceSignCount, values)
        }
    }
}
