public import CTAP

extension VirtualAuthenticator {
    /// authenticatorSelection (CTAP 2.2 §6.9): a touch, to choose this device among several.
    public func selection() async throws(DeviceFailure) {
        try beginCommand()
        try await requirePresence(.selection)
    }
}
