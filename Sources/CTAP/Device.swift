/// The one way by which a client reaches an authenticator, in process or over a transport.
///
/// In process a failure carries its cause; over a transport only the status byte arrives.
public protocol CTAPDevice: Sendable {
    /// authenticatorGetInfo (CTAP 2.2 §6.4).
    func getInfo() async throws(DeviceFailure) -> GetInfoResponse
    /// authenticatorMakeCredential (§6.1).
    func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse
    /// authenticatorGetAssertion (§6.2).
    func getAssertion(_ request: GetAssertionRequest) async throws(DeviceFailure) -> GetAssertionResponse
    /// authenticatorGetNextAssertion (§6.3).
    func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse
    /// authenticatorClientPIN (§6.5).
    func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse
    /// authenticatorLargeBlobs (§6.10).
    func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse
    /// A message of CTAP1 (§10; FIDO U2F Raw Message Formats v1.2).
    func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse
    /// authenticatorReset (§6.6).
    func reset() async throws(DeviceFailure)
    /// authenticatorSelection (§6.9).
    func selection() async throws(DeviceFailure)
}
