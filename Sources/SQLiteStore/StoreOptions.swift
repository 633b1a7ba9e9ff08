/// Whether a process has a store for itself.
public enum StoreOwnership: Hashable, Sendable {
    /// It does not: each counter value is committed by its own, and any number of processes may work side by side.
    case shared
    /// It does, as long as the ``SQLiteStore`` lives: nobody else can own it, and so counters may be leased: a ceiling
    /// of at most `lease` values ahead is committed, and values below it are handed out from memory. A lease of 1
    /// commits each value. Shared processes may still come and go.
    case owner(lease: UInt32)

    /// An owner with the usual lease: a commit for every 128 values, and after a crash a counter jumps by 256 at most.
    public static let owner = StoreOwnership.owner(lease: 256)
}

/// What to do when there is no store yet.
public enum StoreCreation: Hashable, Sendable {
    /// Nothing: that is an error.
    case never
    /// Make the file; its folder must exist.
    case file
    /// Make the file, and the folders above it, for their owner alone.
    case fileAndFolders
}
