internal import Glibc

/// What the disk does by itself: one page written over and synchronised.
final class Disk: Sendable {
    private let file: Int32

    /// In that folder.
    init(in folder: Folder) throws {
        file = open("\(folder.path)/page", O_RDWR | O_CREAT, 0o600)
        guard file >= 0 else { throw BenchError.system("open", errno) }
        try write()
    }

    deinit { close(file) }

    /// One write and one sync.
    func write() throws {
        let page = [UInt8](repeating: 7, count: 4096)
        guard pwrite(file, page, page.count, 0) == page.count, fdatasync(file) == 0 else {
            throw BenchError.system("fdatasync", errno)
        }
    }
}
