internal import Authenticator

#if os(Linux)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that is locked as long as this value lives, with the process ID of its owner in it.
///
/// It lies beside the store, because closing a second descriptor of the store itself would end the locks that SQLite
/// holds on it (fcntl(2)).
struct LockFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        // Taken away while the lock is still held: whoever opened it in the meantime sees that it is gone.
        unlink(path)
        close(descriptor)
    }

    /// Who holds a lock.
    struct Holder: Error {
        /// Nil when it cannot be told.
        let process: Int?
    }

    enum Outcome: ~Copyable {
        case locked(LockFile)
        case held(Holder)
    }

    /// Locks the file at the path, or says who has.
    static func lock(_ path: String) throws(StoreError) -> Outcome {
        while true {
            let file = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw SystemFile.problem("cannot be opened", path, errno) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                let holder = Holder(process: process(in: file))
                close(file)
                guard code == EWOULDBLOCK else { throw SystemFile.problem("cannot be locked", path, code) }
                return .held(holder)
            }
            guard isStill(file, at: path) else {
                close(file)
                continue
            }
            ftruncate(file, 0)
            let text = Array("\(SystemFile.processID)\n".utf8)
            _ = pwrite(file, text, text.count, 0)
            return .locked(LockFile(descriptor: file, path: path))
        }
    }

    /// Whether the file that was locked was not taken away between opening and locking.
    private static func isStill(_ file: Int32, at path: String) -> Bool {
        var opened = stat()
        var present = stat()
        guard fstat(file, &opened) == 0, stat(path, &present) == 0 else { return false }
        return opened.st_ino == present.st_ino && opened.st_dev == present.st_dev
    }

    private static func process(in file: Int32) -> Int? {
        var text = [UInt8](repeating: 0, count: 32)
        let count = pread(file, &text, text.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: text.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }
}
