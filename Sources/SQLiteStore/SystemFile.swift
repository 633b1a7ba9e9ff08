internal import Authenticator

#if os(Linux)
internal import Glibc
#else
internal import Darwin
#endif

/// What a store needs of the file system.
enum SystemFile {
    /// What is at a path, links followed.
    enum Kind: Equatable {
        case absent
        case regular(size: Int64, device: UInt64, inode: UInt64)
        case folder
        case other
    }

    /// Throws when the path cannot even be looked at.
    static func kind(of path: String) throws(StoreError) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            guard code == ENOENT else { throw problem("cannot be looked at", path, code) }
            return .absent
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return .regular(
                size: Int64(status.st_size), device: UInt64(truncatingIfNeeded: status.st_dev),
                inode: UInt64(status.st_ino))
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Bytes in the file; nil when there is none.
    static func size(of path: String) -> Int64? {
        if let kind = try? kind(of: path), case .regular(let size, _, _) = kind { size } else { nil }
    }

    /// Makes an empty file that only its owner can read, unless something is there; a link is never followed.
    static func createPrivate(_ path: String) throws(StoreError) {
        let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let code = errno
            guard code == EEXIST else { throw problem("cannot be made", path, code) }
            return
        }
        // SQLite gives the files beside it the same mode.
        fchmod(file, 0o600)
        close(file)
    }

    /// Takes all rights from everybody but the owner.
    static func makePrivate(_ path: String) { _ = chmod(path, 0o600) }

    /// Makes the folder of a path and those above it, as far as they are missing, for their owner alone.
    static func createFolder(of path: String) throws(StoreError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        if mkdir(folder, 0o700) == 0 { return }
        let code = errno
        switch code {
        case EEXIST: return
        case ENOENT:
            try createFolder(of: folder)
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw problem("cannot be made", folder, errno)
            }
        default: throw problem("cannot be made", folder, code)
        }
    }

    /// The path without links and relative parts; nil when nothing is there.
    static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether the path itself is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether both paths lead to one file.
    static func isSame(_ one: String, _ other: String) throws(StoreError) -> Bool {
        guard case .regular(_, let device, let inode) = try kind(of: one),
            case .regular(_, let otherDevice, let otherInode) = try kind(of: other)
        else { return false }
        return device == otherDevice && inode == otherInode
    }

    static func remove(_ path: String) { _ = unlink(path) }

    /// Gives a file another name, which another file may have had.
    static func move(_ path: String, to other: String) throws(StoreError) {
        guard rename(path, other) == 0 else { throw problem("cannot be made", other, errno) }
    }

    /// Gives a file one more name; false when there is something of that name.
    static func addName(to path: String, _ other: String) throws(StoreError) -> Bool {
        guard link(path, other) != 0 else { return true }
        let code = errno
        guard code == EEXIST else { throw problem("cannot be made", other, code) }
        return false
    }

    /// Waits until a file that no connection has open is on the disk.
    static func synchronize(_ path: String) throws(StoreError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw problem("cannot be opened", path, errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw problem("cannot be written", path, errno) }
    }

    /// Waits until the names in the folder of a path are on the disk.
    static func synchronizeFolder(of path: String) throws(StoreError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        try synchronize(folder)
    }

    /// The beginning of a file, up to a megabyte; nothing when it cannot be read.
    static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while bytes.count < 1 << 20 {
            let count = read(file, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }

    /// Processors that can be used, at least one.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// This process.
    static var processID: Int { Int(getpid()) }

    /// Says what the system said about a path.
    static func problem(_ what: String, _ path: String, _ code: Int32) -> StoreError {
        .unavailable("\(path) \(what): \(String(cString: strerror(code)))")
    }
}
