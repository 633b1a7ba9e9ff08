import Synchronization
import WebAuthnClient

/// What a client decided, in order.
final class DecisionLog: Sendable {
    private let decisions = Mutex<[Decision]>([])
    func add(_ decision: Decision) { decisions.withLock { $0.append(decision) } }
    var all: [Decision] { decisions.withLock { $0 } }
}
