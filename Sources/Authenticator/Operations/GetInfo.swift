public import CTAP

extension VirtualAuthenticator {
    /// authenticatorGetInfo (CTAP 2.2 §6.4): what works here of what the model claims, at this moment.
    public func getInfo() async throws(DeviceFailure) -> GetInfoResponse {
        try beginCommand()
        return makers.info.make(try currentInfo())
    }

    func currentInfo() throws(DeviceFailure) -> GetInfoResponse {
        var info = newDeviceInfo
        switch profile.userVerification {
        case .clientPIN(let minimumLength):
            let state = try storing { () throws(StoreError) in try environment.store.state() }
            info.options["clientPin"] = state.pin != nil
            if info.minPINLength != nil { info.minPINLength = minimumLength }
        case .builtIn, .none: break
        }
        if let capacity = profile.discoverable.capacity, capacity > 0,
            profile.claims.remainingDiscoverableCredentials != nil
        {
            let count = try storing { () throws(StoreError) in try environment.store.discoverableCount() }
            info.remainingDiscoverableCredentials = max(0, capacity - count)
        }
        return info
    }
}
