public import CTAP

/// Passes every command on and records it as the bytes that a transport would carry.
///
/// PIN hashes and tokens are in there only as the PIN/UV auth protocol encrypts them.
public struct TracedDevice: CTAPDevice {
    private let device: any CTAPDevice
    private let clock: any DeviceClock
    private let sink: any TraceSink

    /// Stands in front of a device.
    public init(device: any CTAPDevice, clock: any DeviceClock, sink: any TraceSink) {
        self.device = device
        self.clock = clock
        self.sink = sink
    }

    private func pass<Response: Sendable>(
        _ request: CTAPRequest, encode: (Response) -> [UInt8],
        _ run: () async throws(DeviceFailure) -> Response
    ) async throws(DeviceFailure) -> Response {
        sink.record(TraceEvent(at: clock.now(), .request(request.code, message: request.encoded)))
        do {
            let response = try await run()
            let message = [CTAPStatus.ok.rawValue] + encode(response)
            sink.record(
                TraceEvent(
                    at: clock.now(), .response(request.code, message: message, status: .ok, cause: nil)))
            return response
        } catch {
            sink.record(
                TraceEvent(
                    at: clock.now(),
                    .response(
                        request.code, message: [error.status.rawValue], status: error.status,
                        cause: error.cause?.description)))
            throw error
        }
    }

    /// See `CTAPDevice`.
    public func getInfo() async throws(DeviceFailure) -> GetInfoResponse {
        try await pass(.getInfo, encode: \.encoded) { () throws(DeviceFailure) in try await device.getInfo() }
    }

    /// See `CTAPDevice`.
    public func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse {
        try await pass(.makeCredential(request), encode: \.encoded) { () throws(DeviceFailure) in
            try await device.makeCredential(request)
        }
    }

    /// See `CTAPDevice`.
    public func getAssertion(
        _ request: GetAssertionRequest
    ) async throws(DeviceFailure) -> GetAssertionResponse {
        try await pass(.getAssertion(request), encode: \.encoded) { () throws(DeviceFailure) in
            try await device.getAssertion(request)
        }
    }

    /// See `CTAPDevice`.
    public func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse {
        try await pass(.getNextAssertion, encode: \.encoded) { () throws(DeviceFailure) in
            try await device.getNextAssertion()
        }
    }

    /// See `CTAPDevice`.
    public func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        try await pass(.clientPIN(request), encode: \.encoded) { () throws(DeviceFailure) in
            try await device.clientPIN(request)
        }
    }

    /// See `CTAPDevice`.
    public func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse {
        try await pass(.largeBlobs(request), encode: \.encoded) { () throws(DeviceFailure) in
            try await device.largeBlobs(request)
        }
    }

    /// See `CTAPDevice`.
    public func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse {
        sink.record(TraceEvent(at: clock.now(), .u2fRequest(request)))
        func note(_ message: [UInt8], _ cause: String?) {
            sink.record(
                TraceEvent(at: clock.now(), .u2fResponse(request, message: message, cause: cause)))
        }
        do {
            let response = try await device.u2f(request)
            note(response.encoded, nil)
            return response
        } catch {
            note(U2FStatusWord(error).bytes, error.cause?.description)
            throw error
        }
    }

    /// See `CTAPDevice`.
    public func reset() async throws(DeviceFailure) {
        try await pass(.reset, encode: { _ in [] }) { () throws(DeviceFailure) in try await device.reset() }
    }

    /// See `CTAPDevice`.
    public func selection() async throws(DeviceFailure) {
        try await pass(.selection, encode: { _ in [] }) { () throws(DeviceFailure) in
            try await device.selection()
        }
    }
}
