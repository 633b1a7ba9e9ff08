internal import Synchronization

/// Text that several tasks may add to.
public final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    /// No lines.
    public init() {}
    /// Adds a line.
    public func append(_ line: String) { lines.withLock { $0.append(line) } }
    /// All lines, in the order they were added.
    public var all: [String] { lines.withLock { $0 } }
}
