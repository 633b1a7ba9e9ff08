extension SQLiteStore {
    /// Where a store is when nobody says: `understudy/credentials.sqlite` in the user's data directory, by the
    /// XDG Base Directory Specification; nil when the environment names neither that nor a home.
    public static func standardPath(environment: [String: String]) -> String? {
        // The specification wants a relative path to be ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return "\(data)/understudy/credentials.sqlite"
        }
        if let home = environment["HOME"], !home.isEmpty {
            return "\(home)/.local/share/understudy/credentials.sqlite"
        }
        return nil
    }
}
