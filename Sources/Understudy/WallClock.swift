public import CTAP
internal import Glibc
internal import Synchronization

/// The machine's clock, or one that was set and stands still; either moves when a wait is simulated.
public final class WallClock: DeviceClock {
    /// Nil where the machine's clock runs.
    private let start: Int64?
    private let skipped = Mutex<Int64>(0)

    /// Runs with the machine, or stands at the given time: milliseconds since 1970.
    public init(standingAt milliseconds: Int64? = nil) { start = milliseconds }

    /// Milliseconds since 1970.
    public func now() -> Int64 {
        let base = start ?? Self.machineTime()
        return base &+ skipped.withLock { $0 }
    }

    /// Moves the clock forward; time never passes for real.
    public func advance(milliseconds: Int64) { skipped.withLock { $0 &+= milliseconds } }

    private static func machineTime() -> Int64 {
        var time = timespec()
        // Cannot fail: the clock exists on every Linux, and the pointer is our own.
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
