import Authenticator
import Glibc
import SQLiteStore
import Understudy

/// Which store a verb works with: `--store`, else `UNDERSTUDY_STORE`, else the user's own.
enum StoreChoice {
    static let option = Option(
        name: "--store", value: .file("FILE|:memory:"), help: "Where credentials are kept")

    /// Opens the directory of authenticators.
    static func open(
        _ arguments: Arguments, ownership: StoreOwnership = .shared, creation: StoreCreation? = nil
    ) throws(CommandFailure) -> any AuthenticatorDirectory {
        if isInMemory(arguments) { return MemoryDirectory() }
        let named = named(arguments)
        let path = named ?? standardPath
        guard let path else { throw .environment(Words.noHome) }
        do {
            return try SQLiteStore(
                path: path, ownership: ownership,
                creation: creation ?? (named == nil ? .fileAndFolders : .file))
        } catch { throw .store(error.description) }
    }

    /// Opens the store for what can only be done with a file.
    static func openFile(
        _ arguments: Arguments, ownership: StoreOwnership = .shared, creation: StoreCreation? = nil
    ) throws(CommandFailure) -> SQLiteStore {
        let directory = try open(arguments, ownership: ownership, creation: creation)
        guard let store = directory as? SQLiteStore else { throw .badInput(Words.storeHasNoFile) }
        return store
    }

    /// Whether nothing is kept.
    static func isInMemory(_ arguments: Arguments) -> Bool { named(arguments) == ":memory:" }

    private static func named(_ arguments: Arguments) -> String? {
        arguments.value("--store") ?? environment("UNDERSTUDY_STORE")
    }

    /// Where the user's own store is; nil where the environment names no home.
    static var standardPath: String? {
        var homes: [String: String] = [:]
        for name in ["XDG_DATA_HOME", "HOME"] { homes[name] = environment(name) }
        return SQLiteStore.standardPath(environment: homes)
    }

    /// A variable of the environment that is set and not empty.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

extension CommandFailure {
    /// What the user asked of a store in vain is bad input; all else is the store's own trouble.
    init(_ error: StoreError) {
        switch error {
        case .otherProfile, .badName, .noSuchCredential: self = .badInput(error.description)
        case .busy, .damaged, .newer, .unavailable, .counterExhausted: self = .store(error.description)
        }
    }
}
