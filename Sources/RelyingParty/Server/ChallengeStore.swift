internal import Synchronization

/// Where a server keeps the ceremonies that it has begun.
///
/// Each is handed out once: what replays an answer finds nothing.
public protocol ChallengeStore: Sendable {
    /// Keeps a ceremony.
    ///
    /// - Throws: ``RelyingPartyError/store(_:)``.
    func keep(_ ceremony: PendingCeremony) async throws(RelyingPartyError)

    /// Hands a ceremony out and forgets it, in one step; nil when there is none of that name.
    ///
    /// - Throws: ``RelyingPartyError/store(_:)``.
    func take(_ id: String) async throws(RelyingPartyError) -> PendingCeremony?
}

/// Ceremonies in memory, for a server of one process.
public final class MemoryChallengeStore: ChallengeStore {
    private struct State {
        var ceremonies: [String: PendingCeremony] = [:]
        /// In the order in which they were begun; names that were taken are still in it.
        var order: ArraySlice<String> = []
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// An empty store.
    ///
    /// - Parameter capacity: the most ceremonies; to begin one more, the oldest is forgotten.
    public init(capacity: Int = 10_000) { self.capacity = max(1, capacity) }

    /// Keeps a ceremony.
    public func keep(_ ceremony: PendingCeremony) async throws(RelyingPartyError) {
        state.withLock { state in
            while state.ceremonies.count >= capacity, let oldest = state.order.popFirst() {
                state.ceremonies[oldest] = nil
            }
            state.ceremonies[ceremony.id] = ceremony
            state.order.append(ceremony.id)
            if state.order.count > 2 * capacity {
                state.order = state.order.filter { state.ceremonies[$0] != nil }[...]
            }
        }
    }

    /// Hands a ceremony out and forgets it.
    public func take(_ id: String) async throws(RelyingPartyError) -> PendingCeremony? {
        state.withLock { $0.ceremonies.removeValue(forKey: id) }
    }
}
