import Glibc
import Understudy

/// Writes trace events to a file, a JSON object a line; `-` is standard error.
final class FileTrace: TraceSink {
    private let descriptor: Int32

    init(path: String) throws(CommandFailure) {
        guard path != "-" else {
            descriptor = STDERR_FILENO
            return
        }
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .badInput(Words.cannotWrite(path, String(cString: strerror(errno))))
        }
    }

    deinit { if descriptor != STDERR_FILENO { close(descriptor) } }

    func record(_ event: TraceEvent) {
        let line = event.json + [UInt8(ascii: "\n")]
        // A full disk must not change the ceremony that is being watched.
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, line.count) }
    }
}
