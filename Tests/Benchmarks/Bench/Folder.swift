internal import Glibc
internal import Understudy

/// A folder for the stores of one run, on the disk that the package is on.
final class Folder: Sendable {
    let path: String

    /// Makes it under `.build` of the current folder.
    init() throws {
        var template = Array(".build/bench-stores-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchError.system("mkdtemp", errno) }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// Removes it with all that is in it; there are no folders in it.
    func remove() {
        if let listing = opendir(path) {
            while let entry = readdir(listing) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                unlink("\(path)/\(name)")
            }
            closedir(listing)
        }
        rmdir(path)
    }

    /// A party whose credentials are in a new SQLite file.
    func party(_ ownership: StoreOwnership) async throws -> Party {
        let file = ownership == .shared ? "shared" : "owned"
        let store = try SQLiteStore(path: "\(path)/\(file).sqlite", ownership: ownership)
        let kept = KeptProfile(name: "security-key", document: "{}", isBuiltIn: true)
        return try await Party(store: try store.authenticator(named: "default", profile: kept).credentials) {
            _ in
            nil
        }
    }

    /// Writes a file.
    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { throw BenchError.system("fopen", errno) }
        defer { fclose(stream) }
        guard fputs(text, stream) >= 0 else { throw BenchError.system("fputs", errno) }
        return file
    }
}
