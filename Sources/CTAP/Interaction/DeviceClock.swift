/// A clock that a simulated wait can move: the device and its client look at the same one.
public protocol DeviceClock: Sendable {
    /// Milliseconds since 1970.
    func now() -> Int64
    /// Moves the clock forward, as if that much time had passed.
    func advance(milliseconds: Int64)
}
