/// Files that a verb writes for others to read: all of them or, if one is there already and may not be replaced, none.
struct FileExport {
    private(set) var files: [(path: String, bytes: [UInt8])] = []

    mutating func add(_ path: String, _ bytes: [UInt8]) { files.append((path, bytes)) }

    func write(replacing: Bool) throws(CommandFailure) {
        if !replacing, let file = files.first(where: { Files.exists($0.path) }) {
            throw .badInput(Words.fileExists(file.path))
        }
        for file in files { try Files.write(file.bytes, to: file.path, replacing: replacing) }
    }
}
