public import CTAP
public import Cryptography
public import WebAuthnModel

/// What a browser or a platform puts between a page and one authenticator: the ceremonies of WebAuthn Level 3
/// §5.1.3 and §5.1.4.
///
/// A value: it holds nothing that a ceremony changes, and serves any number of them. Anything that may go wrong
/// in one is a ``ClientError``, with the name that a page sees and the cause that it is not told.
public struct WebAuthnClient: Sendable {
    /// The authenticator, in process or at the other end of a transport.
    public var device: any CTAPDevice
    /// What is known of the device from the way it is reached.
    public var facts: ClientFacts
    /// Who answers the client's own dialogs: the PIN, and the choice of an account.
    public var user: any User
    /// The clock that a `timeout` moves; the device's own.
    public var clock: any DeviceClock
    /// Where the keys of PIN/UV key agreements come from.
    public var random: any RandomSource
    /// The PIN that the simulated user would type; nil where it is not known.
    public var rememberedPIN: @Sendable () -> String?
    /// Under which names people register domains.
    public var publicSuffixes: PublicSuffixList
    /// What would be fetched from the RP ID's `/.well-known/webauthn`; nil where nothing was supplied.
    public var relatedOrigins: RelatedOrigins?
    /// The RP IDs that whoever manages the platform lets know one device from another (CTAP 2.2 §7.1.2).
    public var enterpriseRPIDs: Set<String> = []
    /// How long ceremonies may take.
    public var timeouts: CeremonyTimeouts
    /// Makes the bytes of client data.
    public var clientData: any ClientDataBuilder
    /// Has the last word on the response.
    public var envelope: any ResponseEnvelopeMaker
    /// Is told each choice that the client makes.
    public var trace: (@Sendable (Decision) -> Void)?

    /// A client in front of one device; what is not given is as in an honest browser.
    public init(
        device: any CTAPDevice, facts: ClientFacts, user: any User, clock: any DeviceClock,
        random: any RandomSource = SystemRandom(), rememberedPIN: @escaping @Sendable () -> String? = { nil },
        publicSuffixes: PublicSuffixList = .snapshot, relatedOrigins: RelatedOrigins? = nil,
        timeouts: CeremonyTimeouts = .recommended, clientData: any ClientDataBuilder = StandardClientData(),
        envelope: any ResponseEnvelopeMaker = PlainEnvelope(), trace: (@Sendable (Decision) -> Void)? = nil
    ) {
        self.device = device
        self.facts = facts
        self.user = user
        self.clock = clock
        self.random = random
        self.rememberedPIN = rememberedPIN
        self.publicSuffixes = publicSuffixes
        self.relatedOrigins = relatedOrigins
        self.timeouts = timeouts
        self.clientData = clientData
        self.envelope = envelope
        self.trace = trace
    }

    /// `navigator.credentials.create({publicKey: options})` (§5.1.3).
    ///
    /// - Returns: `RegistrationResponseJSON`, compact.
    /// - Throws: ``ClientError``. A cancelled task is the page's AbortSignal.
    public func create(
        _ options: CreationOptions, in caller: CallerContext
    ) async throws(ClientError) -> [UInt8] {
        let begin = clock.now()
        let lifetime = timeouts.lifetime(asked: options.timeout)
        trace?(.lifetime(milliseconds: lifetime))
        do {
            return try await reaching { (client) throws(ClientError) in
                try await CreateCeremony(client: client, options: options, caller: caller).run()
            }
        } catch { throw ended(by: error, begin: begin, lifetime: lifetime) }
    }

    /// `navigator.credentials.get({publicKey: options})` (§5.1.4).
    ///
    /// - Returns: `AuthenticationResponseJSON`, compact.
    /// - Throws: ``ClientError``. A cancelled task is the page's AbortSignal.
    public func get(
        _ options: RequestOptions, in caller: CallerContext
    ) async throws(ClientError) -> [UInt8] {
        let begin = clock.now()
        // A form field waits as long as the page lives (§5.1.4.1 step 3).
        let lifetime = caller.mediation == .conditional ? nil : timeouts.lifetime(asked: options.timeout)
        trace?(.lifetime(milliseconds: lifetime))
        do {
            return try await reaching { (client) throws(ClientError) in
                try await GetCeremony(client: client, options: options, caller: caller).run()
            }
        } catch { throw ended(by: error, begin: begin, lifetime: lifetime) }
    }

    /// Takes a device that knows no CTAP2 for the U2F key that it may be: its first command is the first to fail.
    private func reaching(
        _ ceremony: (WebAuthnClient) async throws(ClientError) -> [UInt8]
    ) async throws(ClientError) -> [UInt8] {
        do { return try await ceremony(self) } catch {
            guard error.deviceFailure?.status == .invalidCommand, await device.speaksU2F() else {
                throw error
            }
            var client = self
            client.device = U2FDevice(device: device)
            return try await ceremony(client)
        }
    }

    /// Lets the rest of the lifetime pass where nobody did anything, and takes a cancelled task for an abort.
    private func ended(by error: ClientError, begin: Int64, lifetime: Int64?) -> ClientError {
        if error.isTimeout, let lifetime {
            let rest = lifetime &- (clock.now() &- begin)
            if rest > 0 { clock.advance(milliseconds: rest) }
        }
        return error.isCancellation && Task.isCancelled ? .user(.aborted) : error
    }
}
