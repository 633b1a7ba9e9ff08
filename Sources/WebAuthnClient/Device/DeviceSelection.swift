internal import CTAP
internal import WebAuthnModel

/// Whether the one available authenticator will do, and what it is asked to store (§5.1.3, the step for an
/// authenticator that becomes available).
struct DeviceSelection {
    let facts: ClientFacts
    let criteria: AuthenticatorSelectionCriteria

    /// Asked before a word is exchanged with the device.
    func checkAttachment() throws(ClientError) {
        guard let wanted = criteria.authenticatorAttachment, wanted != facts.attachment else { return }
        throw .attachment(wanted: wanted, actual: facts.attachment)
    }

    /// The effective resident key requirement for credential creation.
    ///
    /// The step only passes a device over that cannot make a discoverable credential; as it is the only one, the
    /// ceremony ends as §5.1.3.1 says, with a ConstraintError.
    func requiresDiscoverable(_ info: GetInfoResponse) throws(ClientError) -> Bool {
        let isCapable = info.option("rk") || facts.isAlwaysDiscoverable
        switch criteria.residentKey {
        case .required:
            guard isCapable else { throw .discoverableUnsupported }
            return true
        case .preferred:
            // A full device makes a server-side one, as browsers have it.
            return isCapable && info.remainingDiscoverableCredentials != 0
        case .discouraged: return false
        }
    }
}
