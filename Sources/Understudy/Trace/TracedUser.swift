public import CTAP

/// Passes every prompt on and records it with its answer; a PIN is recorded as typed, not what it is.
public struct TracedUser: User {
    private let user: any User
    private let clock: any DeviceClock
    private let sink: any TraceSink

    /// Stands in front of a user.
    public init(user: any User, clock: any DeviceClock, sink: any TraceSink) {
        self.user = user
        self.clock = clock
        self.sink = sink
    }

    /// See `User`.
    public func answer(_ prompt: UserPrompt) async -> Gesture {
        sink.record(TraceEvent(at: clock.now(), .prompt(prompt.description)))
        let gesture = await user.answer(prompt)
        sink.record(TraceEvent(at: clock.now(), .gesture(gesture.description)))
        return gesture
    }
}
