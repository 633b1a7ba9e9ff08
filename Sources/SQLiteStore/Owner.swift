internal import Authenticator
internal import Synchronization

/// What the one owner of a store has beyond what everybody has: leases, and connections that only read.
final class Owner: Sendable {
    let leases: Mutex<Leases>
    private let readers: [Reader]
    private let turn = Atomic(0)
    private let lock: LockFile

    /// A connection of its own, so that nobody who reads waits for a sync.
    private final class Reader: Sendable {
        let database: Mutex<Database>
        init(_ database: consuming sending Database) { self.database = Mutex(database) }
    }

    /// How long to wait for an owner that is about to go, in milliseconds.
    private static let patience: Int32 = 250

    /// Throws ``StoreError/busy(_:)`` when the store has an owner.
    init(of path: String, lease: UInt32, _ opening: StoreOpening) throws(StoreError) {
        lock = try Self.lock(path, patience: min(opening.patience, Self.patience))
        leases = Mutex(Leases(length: lease))
        var readers: [Reader] = []
        for _ in 0..<min(8, SystemFile.processorCount) { readers.append(Reader(try opening.reopen(path))) }
        self.readers = readers
    }

    private static func lock(_ path: String, patience: Int32) throws(StoreError) -> LockFile {
        var waited: Int32 = 0
        while true {
            switch try LockFile.lock(path + "-owner") {
            case .locked(let lock): return lock
            case .held(let holder):
                guard waited < patience else {
                    let who =
                        switch holder.process {
                        case SystemFile.processID?: "another part of this program"
                        case let process?: "process \(process)"
                        case nil: "another process"
                        }
                    throw .busy("\(path) is owned by \(who); end that first, or use another store")
                }
                SystemFile.sleep(milliseconds: 10)
                waited += 10
            }
        }
    }

    /// Reads on whichever connection is free.
    func read<Value: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        for reader in readers {
            let found = try reader.database.withLockIfAvailable { (database) throws(StoreError) in
                try body(&database)
            }
            if let found { return found }
        }
        let next = turn.wrappingAdd(1, ordering: .relaxed).newValue
        return try readers[Int(next.magnitude % UInt(readers.count))].database
            .withLock { (database) throws(StoreError) in try body(&database) }
    }
}
