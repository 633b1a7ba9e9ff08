internal import Authenticator

/// A private file beside another, in which a copy is made whole before it takes its place; it goes with the value.
struct StagingFile: ~Copyable {
    let path: String

    init(beside other: String) throws(StoreError) {
        // The process ID keeps two of them apart; what a killed one left is not needed any more.
        path = "\(other)-copy-\(SystemFile.processID)"
        SystemFile.remove(path)
        try SystemFile.createPrivate(path)
    }

    deinit {
        for end in ["", "-wal", "-shm", "-journal"] { SystemFile.remove(path + end) }
    }

    var opening: StoreOpening {
        StoreOpening(path: path, creation: .never, schema: .current, patience: SQLiteStore.patience)
    }
}

/// Where a copy of a store may be put.
struct CopyDestination {
    private let path: String
    private let replacing: Bool

    /// Throws ``StoreError/badName(_:)`` where no copy can lie.
    init(_ path: String, of store: String, replacing: Bool) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .badName("the path of a copy is empty or has a zero byte in it")
        }
        guard !SystemFile.isLink(path) else { throw .badName("\(path) is a link; name the file itself") }
        switch try SystemFile.kind(of: path) {
        case .absent: break
        case .folder: throw .badName("\(path) is a folder; name a file")
        case .other: throw .badName("\(path) is not a file")
        case .regular:
            for end in ["", "-wal", "-shm", "-owner"] where try SystemFile.isSame(path, store + end) {
                throw .badName("\(path) is the store itself")
            }
            guard replacing else { throw Self.isThere(path) }
        }
        // A log that stays behind would be taken for that of the copy.
        for end in ["-wal", "-journal", "-owner"] where try SystemFile.kind(of: path + end) != .absent {
            throw .badName(
                "\(path) is a store at work, or what a crash left of one: \(path + end) is beside it")
        }
        self.path = path
        self.replacing = replacing
    }

    /// Gives the copy its name, once all of it is on the disk.
    func take(_ staging: borrowing StagingFile) throws(StoreError) {
        try SystemFile.synchronize(staging.path)
        if replacing {
            try SystemFile.move(staging.path, to: path)
        } else if try !SystemFile.addName(to: staging.path, path) {
            throw Self.isThere(path)
        }
        try SystemFile.synchronizeFolder(of: path)
    }

    private static func isThere(_ path: String) -> StoreError { .badName("\(path) is there already") }
}
