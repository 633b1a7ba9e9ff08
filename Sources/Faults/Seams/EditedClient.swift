internal import CTAP
internal import JSON
internal import WebAuthnClient
internal import WebAuthnModel

/// Changes client data, as parts and then as bytes.
struct EditedClientData: ClientDataBuilder {
    let base: any ClientDataBuilder
    let parts: [Planted<@Sendable (inout CollectedClientData) -> Void>]
    let bytes: [Planted<@Sendable (inout [UInt8]) -> Void>]
    let log: PlantingLog

    func build(_ data: CollectedClientData) -> [UInt8] {
        var data = data
        log.apply(parts, to: &data)
        var built = base.build(data)
        log.apply(bytes, to: &built)
        return built
    }
}

/// Changes the response: it alone reads the JSON and writes it again.
struct EditedEnvelope: ResponseEnvelopeMaker {
    let base: any ResponseEnvelopeMaker
    let values: [Planted<@Sendable (inout JSONValue) -> Void>]
    let bytes: [Planted<@Sendable (inout [UInt8]) -> Void>]
    let log: PlantingLog

    func make(_ response: [UInt8], of ceremony: ClientDataType) -> [UInt8] {
        var made = base.make(response, of: ceremony)
        // What cannot be read is left as it is, and the plan tells that nothing was changed.
        if !values.isEmpty, var value = try? JSONValue(parsing: made) {
            log.apply(values, to: &value)
            made = value.serialised()
        }
        log.apply(bytes, to: &made)
        return made
    }
}

/// Stands between client and device, and changes what is asked.
struct EditedDevice: CTAPDevice {
    let base: any CTAPDevice
    let creations: [Planted<@Sendable (inout MakeCredentialRequest) -> Void>]
    let assertions: [Planted<@Sendable (inout GetAssertionRequest) -> Void>]
    let log: PlantingLog

    func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse {
        var request = request
        log.apply(creations, to: &request)
        return try await base.makeCredential(request)
    }

    func getAssertion(_ request: GetAssertionRequest) async throws(DeviceFailure) -> GetAssertionResponse {
        var request = request
        log.apply(assertions, to: &request)
        return try await base.getAssertion(request)
    }

    func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse {
        try await base.getNextAssertion()
    }

    func getInfo() async throws(DeviceFailure) -> GetInfoResponse { try await base.getInfo() }
    func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        try await base.clientPIN(request)
    }
    func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse {
        try await base.largeBlobs(request)
    }
    func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse {
        try await base.u2f(request)
    }
    func reset() async throws(DeviceFailure) { try await base.reset() }
    func selection() async throws(DeviceFailure) { try await base.selection() }
}
