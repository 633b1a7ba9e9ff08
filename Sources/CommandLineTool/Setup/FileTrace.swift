import Glibc
import Synchronization
import Understudy

/// Writes trace events to a file, a JSON object a line; `-` is standard error.
final class FileTrace: TraceSink {
    private let descriptor: Int32
    /// Whether a line could not be written, which is told once.
    private let hasFailed = Mutex(false)

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
        // A full disk must not change the ceremony that is being watched.
        guard !Terminal.write(event.json + [UInt8(ascii: "\n")], to: descriptor) else { return }
        let reason = String(cString: strerror(errno))
        let isFirst = hasFailed.withLock { failed in
            defer { failed = true }
            return !failed
        }
        if isFirst { Terminal.say(Words.note(Words.traceIncomplete(reason))) }
    }
}
