internal import Synchronization

/// A clock that stands still until a test turns it.
public final class TestClock: Sendable {
    private let milliseconds: Mutex<Int64>

    /// Starts at 2026-01-01T00:00:00Z unless told otherwise.
    public init(milliseconds: Int64 = 1_767_225_600_000) { self.milliseconds = Mutex(milliseconds) }

    /// Milliseconds since 1970.
    public func now() -> Int64 { milliseconds.withLock { $0 } }
    /// Turns it forward.
    public func advance(milliseconds step: Int64) { milliseconds.withLock { $0 += step } }
}
