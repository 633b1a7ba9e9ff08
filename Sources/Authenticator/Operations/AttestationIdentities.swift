public import CTAP

extension VirtualAuthenticator {
    /// What the device attests with, made now if it has attested nothing yet: one identity for each authority of the
    /// model, none for a model without certificates.
    ///
    /// No command of CTAP: who gives a model to a server needs its roots before the first credential.
    public func attestationIdentities() throws(DeviceFailure) -> [AuthenticatorState.AttestationIdentity] {
        let chance = try chance()
        do { return try makers.attester.identities(with: tools(chance)) } catch { throw DeviceFailure(error) }
    }
}
