import Glibc

/// Files that the user names, read whole and bounded.
enum Files {
    /// The largest file that is read: the corpora of verification cases are the largest things there are.
    static let maximumBytes = 64 << 20

    /// Reads a file, or standard input for `-`.
    static func read(
        _ path: String, maximum: Int = maximumBytes
    ) throws(CommandFailure) -> [UInt8] {
        if path == "-" { return try readAll(STDIN_FILENO, name: Words.standardInput, maximum: maximum) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .badInput(Words.cannotRead(path, reason())) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .badInput(Words.cannotRead(path, reason())) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .badInput(Words.isFolder(path)) }
        return try readAll(descriptor, name: path, maximum: maximum)
    }

    /// The names of the files in a folder, in order; nil when it is none.
    static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { tuple in
                // Safe because d_name is a zero-terminated array within the entry.
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether there is something at the path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Writes a file that anyone may read, or its owner alone; one that is there already only where it may be replaced.
    static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool, isPrivate: Bool = false
    ) throws(CommandFailure) {
        let ifThere = replacing ? O_TRUNC : O_EXCL
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | ifThere, isPrivate ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw .badInput(Words.cannotWrite(path, reason())) }
        defer { close(descriptor) }
        // One that is replaced keeps its mode.
        guard !isPrivate || fchmod(descriptor, 0o600) == 0 else {
            throw .environment(Words.cannotWrite(path, reason()))
        }
        guard Terminal.write(bytes, to: descriptor) else {
            throw .environment(Words.cannotWrite(path, reason()))
        }
    }

    /// Makes a folder, unless it is there; the folder around it must be.
    static func makeFolder(_ path: String) throws(CommandFailure) {
        guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        throw .badInput(Words.cannotWrite(path, reason()))
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func readAll(
        _ descriptor: Int32, name: String, maximum: Int
    ) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .badInput(Words.cannotRead(name, reason())) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= maximum else { throw .badInput(Words.tooLarge(name, maximum)) }
        }
    }
}
