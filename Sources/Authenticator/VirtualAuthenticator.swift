public import CTAP
internal import Synchronization

/// A software authenticator: one model, in one environment, with the session state of one power cycle.
///
/// The parts never change; the session is held for moments only, and nothing is signed, stored or waited
/// for under its lock. One command at a time is the transport's business.
public final class VirtualAuthenticator: CTAPDevice {
    /// The model.
    public let profile: AuthenticatorProfile
    /// The world around it.
    public let environment: Environment
    /// How it makes bytes.
    public let makers: Makers
    let session: Mutex<Session>
    /// What getInfo says of a new device; the state of this one is added when it is asked.
    let newDeviceInfo: GetInfoResponse
    /// The extensions that it has, in the order in which they are processed.
    let extensions: [any AuthenticatorExtension.Type]
    /// Whether it knows CTAP2; a U2F key does not.
    let speaksCTAP2: Bool
    /// Whether it knows U2F.
    let speaksU2F: Bool

    /// Powers up; without makers of the caller's own it is an honest device.
    public init(profile: AuthenticatorProfile, environment: Environment, makers: Makers? = nil) {
        self.profile = profile
        self.environment = environment
        self.makers = makers ?? Makers(profile: profile)
        var info = profile.workingInfo
        if profile.userVerification == .builtIn { info.options["uv"] = true }
        newDeviceInfo = info
        extensions = AuthenticatorExtensions.of(info)
        speaksU2F = info.versions.contains("U2F_V2")
        speaksCTAP2 = info.versions.contains { $0 != "U2F_V2" }
        session = Mutex(Session(poweredUpAt: environment.clock.now()))
    }

    /// What a device without maxMsgSize takes, in bytes (CTAP 2.2 §6.4).
    private static let defaultMessageSize = 1024

    /// Takes a CTAP message and gives the answer with its status byte, as a transport carries them.
    public func process(_ message: [UInt8]) async -> [UInt8] {
        guard message.count <= profile.claims.maxMsgSize ?? Self.defaultMessageSize else {
            return [CTAPStatus.requestTooLarge.rawValue]
        }
        let request: CTAPRequest
        do { request = try CTAPRequest(decoding: message) } catch { return [error.status.rawValue] }
        do { return [CTAPStatus.ok.rawValue] + (try await answer(request)) } catch {
            return [error.status.rawValue]
        }
    }

    private func answer(_ request: CTAPRequest) async throws(DeviceFailure) -> [UInt8] {
        switch request {
        case .makeCredential(let request): return try await makeCredential(request).encoded
        case .getAssertion(let request): return try await getAssertion(request).encoded
        case .getNextAssertion: return try await getNextAssertion().encoded
        case .getInfo: return try await getInfo().encoded
        case .clientPIN(let request): return try await clientPIN(request).encoded
        case .largeBlobs(let request): return try await largeBlobs(request).encoded
        case .reset: try await reset()
        case .selection: try await selection()
        }
        return []
    }

    /// Every command but getNextAssertion forgets the assertions that were pending.
    func beginCommand() throws(DeviceFailure) {
        guard speaksCTAP2 else {
            throw DeviceFailure(.invalidCommand, .option("this model speaks U2F alone"))
        }
        forgetPendingAssertions()
    }

    func forgetPendingAssertions() { session.withLock { $0.pendingAssertions = nil } }
}
