internal import Bytes
internal import Understudy

/// One device with one credential, and everything around it made ready, so that an operation does its own work only.
///
/// The device attests with the credential's own key, so that each registration signs once. It is a security key
/// without a PIN, whose assertions move a counter, unless another model is named.
struct Party: Sendable {
    let device: VirtualDevice
    let caller: CallerContext
    let creationJSON: [UInt8]
    let creation: CreationOptions
    let requestJSON: [UInt8]
    let request: RequestOptions
    let assertionJSON: [UInt8]
    let registrationJSON: [UInt8]
    let authentication: AuthenticationExpectation
    let registration: RegistrationExpectation
    private let verifier = Verifier()

    /// Registers with a device that keeps its things in the store, and goes on with the one that it is replaced by.
    init(
        model: String = "security-key", at site: String = Server.origin,
        store: any CredentialStore = MemoryStore(),
        replacing: (StoredCredential) throws -> (any CredentialStore)? = { try StoredFormStore($0) }
    ) async throws {
        var profile = try BuiltInProfiles.profile(named: model)
        profile.attestation = .packedSelf
        let first = VirtualDevice(profile: profile, environment: Self.environment(store))
        caller = CallerContext(origin: try Origin(parsing: site))
        creationJSON = Array(Server.creationOptions.utf8)
        creation = try ParsedOptions<CreationOptions>(json: creationJSON).options
        registrationJSON = try await first.create(creation, in: caller)
        let origin = OriginExpectation([site])
        registration = try RegistrationExpectation(
            options: creation, origin: origin, now: first.authenticator.environment.clock.now())
        let record = try verifier.verify(registration: registrationJSON, expecting: registration).verified()

        guard let stored = try store.credential(id: record.id, rpID: "example.com") else {
            throw BenchError.lost("the credential")
        }
        device =
            if let other = try replacing(stored) {
                VirtualDevice(profile: profile, environment: Self.environment(other))
            } else { first }
        requestJSON = Array(Server.requestOptions(record.id).utf8)
        request = try ParsedOptions<RequestOptions>(json: requestJSON).options
        assertionJSON = try await device.get(request, in: caller)
        authentication = try AuthenticationExpectation(options: request, origin: origin, credential: record)
        guard verifier.verify(authentication: assertionJSON, expecting: authentication).verdict == .accept
        else {
            throw BenchError.lost("the assertion")
        }
    }

    private static func environment(_ store: any CredentialStore) -> Environment {
        Environment(clock: WallClock(), randomness: .system, user: GestureScript(), store: store)
    }

    /// Options, already parsed, to response JSON.
    func assert() async throws { try check(!(try await device.get(request, in: caller)).isEmpty) }

    /// Options, already parsed, to response JSON, with packed self attestation.
    func register() async throws { try check(!(try await device.create(creation, in: caller)).isEmpty) }

    /// JSON to `PublicKeyCredentialCreationOptions`.
    func parseCreationOptions() throws {
        try check(try ParsedOptions<CreationOptions>(json: creationJSON).quirks.isEmpty)
    }

    /// JSON to `PublicKeyCredentialRequestOptions`.
    func parseRequestOptions() throws {
        try check(try ParsedOptions<RequestOptions>(json: requestJSON).quirks.isEmpty)
    }

    /// Response JSON to verdict.
    func verifyAssertion() throws {
        try check(
            verifier.verify(authentication: assertionJSON, expecting: authentication).verdict == .accept)
    }

    /// Response JSON to report JSON.
    func reportAssertion() throws {
        let report = verifier.verify(authentication: assertionJSON, expecting: authentication)
        try check(!report.json(toolVersion: "0").isEmpty)
    }

    /// Response JSON to verdict.
    func verifyRegistration() throws {
        try check(verifier.verify(registration: registrationJSON, expecting: registration).verdict == .accept)
    }

    private func check(_ holds: Bool) throws { if !holds { throw BenchError.lost("an operation") } }
}

/// Why nothing was measured.
enum BenchError: Error {
    /// Something that must be there is not.
    case lost(String)
    /// No such operation.
    case unknown(String)
    /// A system call failed.
    case system(String, Int32)
}
