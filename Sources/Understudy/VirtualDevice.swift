public import Authenticator
internal import Bytes
internal import CTAP
internal import Cryptography
public import Faults
public import WebAuthnClient
public import WebAuthnModel

/// An authenticator of some model with the client in front of it: options in, response out.
///
/// A value around one powered-up device. It can be used for any number of ceremonies, one at a time for each
/// caller that scripts its user.
public struct VirtualDevice: Sendable {
    /// The device.
    public let authenticator: VirtualAuthenticator
    /// The client; its parts can be replaced.
    public var client: WebAuthnClient
    /// What is made wrong in each ceremony; nil for an honest device.
    private let plan: FaultPlan?

    /// Powers up a device of this model and puts a client in front of it.
    ///
    /// - Parameters:
    ///   - faults: What device and client get wrong, on purpose, in each ceremony.
    ///   - trace: Gets every CTAP message, prompt and decision, and each fault when it takes effect.
    public init(
        profile: AuthenticatorProfile, environment: Environment, makers: Makers? = nil,
        faults: [PlannedFault] = [], trace: (any TraceSink)? = nil
    ) {
        var environment = environment
        var makers = makers
        plan = faults.isEmpty ? nil : Self.plan(faults, environment.clock, trace)
        if let plan {
            makers = plan.decorate(makers ?? Makers(profile: profile))
            environment.store = plan.decorate(environment.store)
        }
        if let trace {
            environment.user = TracedUser(user: environment.user, clock: environment.clock, sink: trace)
        }
        authenticator = VirtualAuthenticator(profile: profile, environment: environment, makers: makers)
        let store = environment.store
        let clock = environment.clock
        let device: any CTAPDevice =
            if let trace { TracedDevice(device: authenticator, clock: clock, sink: trace) } else {
                authenticator
            }
        client = WebAuthnClient(
            device: device,
            facts: ClientFacts(
                attachment: profile.attachment, transports: profile.transports,
                isAlwaysDiscoverable: profile.discoverable == .always),
            user: environment.user, clock: clock, rememberedPIN: { Self.rememberedPIN(store) })
        if let trace {
            client.trace = { trace.record(TraceEvent(at: clock.now(), .decision($0.description))) }
        }
        if let plan { client = plan.decorate(client) }
    }

    private static func plan(
        _ faults: [PlannedFault], _ clock: any DeviceClock, _ trace: (any TraceSink)?
    ) -> FaultPlan {
        FaultPlan(faults) { planted in
            trace?.record(
                TraceEvent(at: clock.now(), .fault(planted.description, story: planted.fault.story)))
        }
    }

    /// A store that cannot be read is reported by the device, which reads it next.
    private static func rememberedPIN(_ store: any CredentialStore) -> String? {
        guard let pin = try? store.state().pin else { return nil }
        return String(decoding: pin.remembered.exposedBytes, as: UTF8.self)
    }

    /// A registration: `RegistrationResponseJSON`, compact.
    public func create(
        _ options: CreationOptions, in caller: CallerContext
    ) async throws(CeremonyFailure) -> [UInt8] {
        try plant(in: FaultSituation(creating: options, on: authenticator.profile))
        let client = try prepared()
        let response: [UInt8]
        do { response = try await client.create(options, in: caller) } catch { throw CeremonyFailure(error) }
        try harvest()
        return response
    }

    /// An authentication: `AuthenticationResponseJSON`, compact.
    public func get(
        _ options: RequestOptions, in caller: CallerContext
    ) async throws(CeremonyFailure) -> [UInt8] {
        try plant(in: FaultSituation(gettingOn: authenticator.profile))
        let client = try prepared()
        let response: [UInt8]
        do { response = try await client.get(options, in: caller) } catch { throw CeremonyFailure(error) }
        try harvest()
        return response
    }

    /// Lets the faults begin a ceremony, if there are any and they make sense in it.
    private func plant(in situation: @autoclosure () -> FaultSituation) throws(CeremonyFailure) {
        guard let plan else { return }
        do { try plan.begin(situation()) } catch { throw .fault(error) }
    }

    /// Whether each fault took effect: a response without it would be taken for one that has it.
    private func harvest() throws(CeremonyFailure) {
        guard let plan else { return }
        do { try plan.end() } catch { throw .fault(error) }
    }

    /// The client with random bytes for one ceremony: those of a seeded run follow from the seed too.
    private func prepared() throws(CeremonyFailure) -> WebAuthnClient {
        let environment = authenticator.environment
        if case .system = environment.randomness { return client }
        var client = client
        do {
            client.random = try environment.randomness.forOperation(of: environment.store).source
        } catch { throw .store(error.description) }
        return client
    }
}

/// Why there is no response.
public enum CeremonyFailure: Error, Hashable, Sendable {
    /// What the page's promise is rejected with.
    case rejected(ClientError)
    /// The store failed; no page would ever see this.
    case store(String)
    /// A fault that was asked for was not planted.
    case fault(FaultError)

    init(_ error: ClientError) {
        if case .store(let failure)? = error.deviceFailure?.cause {
            self = .store(failure)
        } else {
            self = .rejected(error)
        }
    }
}

extension CeremonyFailure: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .rejected(let error): error.description
        case .store(let text): text
        case .fault(let error): error.description
        }
    }
}
