internal import CTAP

extension VirtualAuthenticator {
    /// How long a device waits for a touch; a `timeout` gesture moves the clock by it.
    static let userActionTimeout: Int64 = 30_000

    /// Asks for a touch.
    func requirePresence(_ occasion: UserPrompt.Occasion) async throws(DeviceFailure) {
        switch await environment.user.answer(.presence(occasion)) {
        case .approve, .verify, .failVerification, .pin, .select: return
        case let refusal: throw self.refusal(refusal)
        }
    }

    /// Asks for a touch by which the device verifies its user.
    func requireVerification(_ occasion: UserPrompt.Occasion) async throws(DeviceFailure) {
        let left = try storing { () throws(StoreError) in try environment.store.state().uvRetries }
        guard left > 0 else { throw DeviceFailure(.uvBlocked, .notVerified(retriesLeft: 0)) }
        switch await environment.user.answer(.verification(occasion)) {
        case .verify, .pin, .select:
            if left < AuthenticatorState.maximumUVRetries {
                try storing { () throws(StoreError) in
                    try environment.store.updateState { $0.uvRetries = AuthenticatorState.maximumUVRetries }
                }
            }
        case .approve: throw DeviceFailure(.uvInvalid, .notVerified(retriesLeft: left))
        case .failVerification:
            let left = try storing { () throws(StoreError) in
                try environment.store.updateState { state in
                    state.uvRetries = max(0, state.uvRetries - 1)
                    return state.uvRetries
                }
            }
            throw DeviceFailure(left == 0 ? .uvBlocked : .uvInvalid, .notVerified(retriesLeft: left))
        case let refusal: throw self.refusal(refusal)
        }
    }

    private func refusal(_ gesture: Gesture) -> DeviceFailure {
        switch gesture {
        case .cancel: return DeviceFailure(.keepaliveCancel, .userCancelled)
        case .abort: return DeviceFailure(.keepaliveCancel, .aborted)
        case .timeout:
            environment.clock.advance(milliseconds: Self.userActionTimeout)
            return DeviceFailure(.userActionTimeout, .userTimeout)
        default: return DeviceFailure(.operationDenied, .userDenied)
        }
    }

    /// Maps what a store throws, at the one edge where it leaves the device.
    func storing<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(DeviceFailure) -> Result {
        do { return try body() } catch { throw DeviceFailure(.other, .store(error.description)) }
    }
}
