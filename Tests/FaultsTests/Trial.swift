import Bytes
import Testing
import Understudy

/// A relying party, a model and a user who registered and signed in twice before a fault is planted.
struct Trial {
    static let origin = "https://login.example.org"
    static let rpID = "login.example.org"
    static let now: Int64 = 1_767_225_600

    let model: Model
    let fault: Fault
    let store = MemoryStore()

    var caller: CallerContext {
        get throws { CallerContext(origin: try Origin(parsing: Self.origin)) }
    }

    func device(_ faults: [PlannedFault] = []) -> VirtualDevice {
        VirtualDevice(
            profile: model.profile,
            environment: Environment(
                clock: WallClock(standingAt: Self.now * 1000),
                randomness: .seeded(Secret([7]), authenticator: model.profile.name), user: GestureScript(),
                store: store),
            makers: model.makers, faults: faults)
    }

    /// What the server must know, or ask for, so that this fault can show.
    private var verification: UserVerificationRequirement {
        fault.id == FaultID(.flagUV, "untrue") ? .discouraged : .required
    }

    // MARK: Registration

    /// The options of a registration; an attestation is wanted unless the fault needs that there is none.
    var creation: CreationOptions {
        let further: [COSEAlgorithm] = fault.id.code == .u2fCredentialKey ? [.es384] : []
        return CreationOptions(
            rp: .init(id: Self.rpID, name: "Example"),
            user: .init(id: [1, 2], name: "ada", displayName: "Ada"),
            challenge: [UInt8](repeating: 5, count: 31),
            pubKeyCredParams: (model.profile.algorithms.prefix(1) + further).map { .init(algorithm: $0) },
            excludeCredentials: fault.id == FaultID(.credentialID, "ofAnotherUser")
                ? [.init(id: takenID)] : [],
            authenticatorSelection: .init(residentKey: .preferred, userVerification: verification),
            attestation: fault.conditions.contains(.noAttestation) ? .none : .direct)
    }

    private var takenID: [UInt8] { [UInt8](repeating: 9, count: 32) }

    /// Whether the fault makes sense in a registration on this model.
    var isOfRegistration: Bool { fault.applies(to: FaultSituation(creating: creation, on: model.profile)) }

    func register(_ faults: [PlannedFault]) async throws -> [UInt8] {
        try await device(faults).create(creation, in: caller)
    }

    func report(ofRegistration response: [UInt8], _ policy: Policy) throws -> Report {
        let roots = try device().authenticator.attestationIdentities().map(\.root)
        return Verifier(policy: policy).verify(
            registration: response,
            expecting: try RegistrationExpectation(
                options: creation, origin: expectedOrigin,
                trustAnchors: try roots.map { try X509Certificate(der: $0) }, now: Self.now))
    }

    private var expectedOrigin: OriginExpectation {
        OriginExpectation([Self.origin], topOrigins: ["https://top.example"])
    }

    // MARK: Authentication

    /// Whether the fault makes sense in an authentication on this model.
    var isOfAuthentication: Bool { fault.applies(to: FaultSituation(gettingOn: model.profile)) }

    /// What the server keeps after a registration and two sign-ins.
    func history() async throws -> CredentialRecord {
        let lenient = Policy.level3
        var record = try report(ofRegistration: try await register([]), lenient).verified()
        if fault.id == FaultID(.credentialID, "notAllowed") {
            var other = creation
            other.user.id = [3]
            let response = try await device().create(other, in: caller)
            record = try Verifier().verify(
                registration: response,
                expecting: try RegistrationExpectation(options: other, origin: expectedOrigin, now: Self.now)
            ).verified()
        }
        for _ in 0..<2 {
            let response = try await signIn([], record)
            record = try report(ofAuthentication: response, record, lenient).verified()
        }
        return record
    }

    private func request(_ record: CredentialRecord, isHonest: Bool) -> RequestOptions {
        var request = RequestOptions(
            challenge: [UInt8](repeating: 6, count: 31), rpID: Self.rpID,
            allowCredentials: [.init(id: record.id)], userVerification: verification)
        switch fault.id {
        case FaultID(.userHandle, "missing"): request.allowCredentials = []
        case FaultID(.credentialID, "notAllowed") where !isHonest:
            // The other account's credential, and one that is nowhere.
            let others = (try? store.summaries(after: nil, limit: 9).map(\.id.bytes)) ?? []
            request.allowCredentials =
                others.filter { $0 != record.id }.map { .init(id: $0) } + [.init(id: takenID)]
        default: break
        }
        return request
    }

    func signIn(_ faults: [PlannedFault], _ record: CredentialRecord) async throws -> [UInt8] {
        try await device(faults).get(request(record, isHonest: faults.isEmpty), in: caller)
    }

    func report(
        ofAuthentication response: [UInt8], _ record: CredentialRecord, _ policy: Policy,
        isHonest: Bool = true
    ) throws -> Report {
        Verifier(policy: policy).verify(
            authentication: response,
            expecting: try AuthenticationExpectation(
                options: request(record, isHonest: isHonest), origin: expectedOrigin, credential: record))
    }

    // MARK: The fault

    /// The fault with a value, where it must have one.
    func planned(_ record: CredentialRecord?) throws -> PlannedFault {
        switch fault.id {
        case FaultID(.flagAT, "setInAssertion"):
            try PlannedFault(fault, value: Base64URL.encode(record?.publicKey ?? []))
        case FaultID(.credentialID, "ofAnotherUser"):
            try PlannedFault(fault, value: Base64URL.encode(takenID))
        default: try PlannedFault(fault)
        }
    }
}
