import Glibc

/// Reads standard input line by line, each line bounded.
struct LineReader {
    /// The longest line: a whole ceremony's options and response fit many times over.
    static let maximumBytes = 4 << 20

    /// One line, or what came instead.
    enum Line {
        /// A line without its line break.
        case text([UInt8])
        /// A line that is longer than ``maximumBytes``; it was passed over.
        case tooLong
    }

    private var buffer: [UInt8] = []
    private var start = 0
    private var ended = false

    /// The next line; nil at the end.
    mutating func next() -> Line? {
        var isTooLong = false
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return isTooLong ? .tooLong : .text(Array(buffer[start..<end]))
            }
            if ended {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return isTooLong ? .tooLong : .text(Array(buffer[start...]))
            }
            if buffer.count - start > Self.maximumBytes { isTooLong = true }
            buffer.removeFirst(isTooLong ? buffer.count : start)
            start = 0
            searched = buffer.count
            fill()
        }
    }

    private mutating func fill() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0, errno == EINTR { return }
        if count <= 0 { ended = true } else { buffer += chunk[..<count] }
    }
}
