public import CTAP
internal import Synchronization

extension VirtualAuthenticator {
    /// How long after power-up a reset is allowed (CTAP 2.2 §6.6).
    static let resetWindow: Int64 = 10_000

    /// authenticatorReset: removes all credentials and the PIN; model and attestation identity stay.
    public func reset() async throws(DeviceFailure) {
        try beginCommand()
        let poweredUpAt = session.withLock { $0.poweredUpAt }
        guard environment.clock.now() - poweredUpAt <= Self.resetWindow else {
            throw DeviceFailure(.notAllowed, .tooLate)
        }
        try await requirePresence(.reset)
        try storing { () throws(StoreError) in try environment.store.reset() }
        session.withLock { session in
            session.token = nil
            session.pendingLargeBlobs = nil
            session.keyAgreement = [:]
            session.consecutiveMisses = 0
        }
    }
}
