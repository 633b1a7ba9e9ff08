internal import CTAP
internal import WebAuthnModel

/// The device's commands, with its failures as the client's.
extension WebAuthnClient {
    /// getInfo, asked anew in each ceremony: whether a PIN is set may have changed.
    func info(for ceremony: ClientDataType) async throws(ClientError) -> GetInfoResponse {
        do { return try await device.getInfo() } catch { throw .device(error, ceremony) }
    }

    func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(ClientError) -> MakeCredentialResponse {
        do { return try await device.makeCredential(request) } catch { throw .device(error, .create) }
    }

    func getAssertion(_ request: GetAssertionRequest) async throws(ClientError) -> GetAssertionResponse {
        do { return try await device.getAssertion(request) } catch { throw .device(error, .get) }
    }
}
