import Bytes
import TestSupport
import Testing
import Understudy

/// Keys that speak U2F: alone, and beside CTAP2; and what pages ask about the credentials of U2F.
@Suite struct U2FCeremonyTests {
    static let origin = "https://login.example.org"
    static let appID = "https://example.org/u2f-origins.json"

    /// A security key of old, or one of today that can still be asked in the old way.
    private func device(isOld: Bool, gestures: String = "verify") throws -> VirtualDevice {
        var profile = try BuiltInProfiles.profile(named: "yubikey-5")
        if isOld {
            profile.claims = GetInfoResponse(versions: ["U2F_V2"], aaguid: .zero)
            profile.modelAlgorithms = [.es256]
            profile.userVerification = .none
            profile.discoverable = .unsupported
        }
        return VirtualDevice(
            profile: profile,
            environment: Environment(
                clock: WallClock(standingAt: 1_767_225_600_000), randomness: .system,
                user: try GestureScript(parsing: gestures), store: MemoryStore()))
    }

    private func creation(
        exclude: [[UInt8]] = [], verification: UserVerificationRequirement = .discouraged,
        resident: ResidentKeyRequirement = .discouraged, algorithms: [COSEAlgorithm] = [.rs256, .es256],
        _ extensions: ExtensionInputs = .init()
    ) -> CreationOptions {
        CreationOptions(
            rp: .init(id: "example.org", name: "Example"),
            user: .init(id: [1, 2], name: "ada", displayName: "Ada"),
            challenge: [UInt8](repeating: 5, count: 32),
            pubKeyCredParams: algorithms.map { .init(algorithm: $0) },
            excludeCredentials: exclude.map { .init(id: $0) },
            authenticatorSelection: .init(residentKey: resident, userVerification: verification),
            attestation: .direct, extensions: extensions)
    }

    private func caller(_ origin: String = Self.origin) throws -> CallerContext {
        CallerContext(origin: try Origin(parsing: origin))
    }

    private func request(
        _ ids: [[UInt8]], verification: UserVerificationRequirement = .discouraged,
        _ extensions: ExtensionInputs = .init()
    ) -> RequestOptions {
        RequestOptions(
            challenge: [UInt8](repeating: 6, count: 32), rpID: "example.org",
            allowCredentials: ids.map { .init(id: $0) }, userVerification: verification,
            extensions: extensions)
    }

    /// A credential of U2F, registered under the AppID as pages did before WebAuthn.
    private func legacy(_ device: VirtualDevice) async throws -> [UInt8] {
        let answer = try await device.authenticator.u2f(
            .register(
                challenge: [UInt8](repeating: 1, count: 32),
                application: Digest.sha256(Array(Self.appID.utf8))))
        guard case .register(let registration) = answer else { return [] }
        return registration.keyHandle
    }

    private func failure(
        _ ceremony: () async throws(CeremonyFailure) -> [UInt8]
    ) async -> ExceptionName? {
        do throws(CeremonyFailure) {
            _ = try await ceremony()
            return nil
        } catch {
            if case .rejected(let error) = error { return error.exception }
            return nil
        }
    }

    @Test func aKeyThatSpeaksU2FAloneGoesThroughBothCeremonies() async throws {
        let device = try device(isOld: true)
        let caller = try caller()
        let options = creation()
        let created = try await device.create(options, in: caller)
        let anchors = try device.authenticator.attestationIdentities().map {
            try X509Certificate(der: $0.root)
        }
        let registered = Verifier(policy: .fidoConformance).verify(
            registration: created,
            expecting: try RegistrationExpectation(
                options: options, origin: OriginExpectation([Self.origin]), trustAnchors: anchors,
                now: 1_767_225_600))
        #expect(registered.verdict == .accept, "\(registered.text)")
        let record = try registered.verified()
        let object = try AttestationObject.decode(
            try RegistrationResponse(json: created).attestationObject
        ).object
        #expect(object.format == "fido-u2f" && record.signCount == 0)
        for count in 1...2 as ClosedRange<UInt32> {
            let asked = request([[1, 2, 3], record.id])
            let json = try await device.get(asked, in: caller)
            let signedIn = Verifier(policy: .fidoConformance).verify(
                authentication: json,
                expecting: try AuthenticationExpectation(
                    options: asked, origin: OriginExpectation([Self.origin]), credential: record))
            #expect(signedIn.verdict == .accept, "\(signedIn.text)")
            let data = try AuthenticatorData.decode(
                try AuthenticationResponse(json: json).authenticatorData
            ).data
            #expect(data.flags == .userPresent && data.signCount == count)
        }
        #expect(
            await failure { () throws(CeremonyFailure) in
                try await device.create(creation(exclude: [record.id]), in: caller)
            } == .invalidState)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var verification = UserVerificationRequirement.discouraged
        var resident = ResidentKeyRequirement.discouraged
        var algorithms = [COSEAlgorithm.es256]
        var gestures = "verify"
        let exception: ExceptionName
    }
    static let refusals = [
        Refusal(testDescription: "verification", verification: .required, exception: .constraint),
        Refusal(testDescription: "a discoverable credential", resident: .required, exception: .constraint),
        Refusal(testDescription: "RSA", algorithms: [.rs256], exception: .notSupported),
        Refusal(testDescription: "no touch", gestures: "timeout", exception: .notAllowed),
        Refusal(testDescription: "a refusal", gestures: "deny", exception: .notAllowed),
    ]

    @Test(arguments: refusals) func whatU2FCannotDoIsRefused(row: Refusal) async throws {
        let device = try device(isOld: true, gestures: row.gestures)
        let caller = try caller()
        let options = creation(
            verification: row.verification, resident: row.resident, algorithms: row.algorithms)
        #expect(
            await failure { () throws(CeremonyFailure) in
                try await device.create(options, in: caller)
            } == row.exception)
    }

    @Test(arguments: [true, false]) func aCredentialOfTheAppIDIsFoundByIt(isOld: Bool) async throws {
        let device = try device(isOld: isOld)
        let caller = try caller()
        let id = try await legacy(device)
        #expect(
            await failure { () throws(CeremonyFailure) in
                try await device.get(request([id]), in: caller)
            } == .notAllowed)
        let asked = request([[7], id], .init(appid: Self.appID))
        let response = try AuthenticationResponse(json: try await device.get(asked, in: caller))
        #expect(response.clientExtensionResults.appid == true && response.rawID == id)
        #expect(response.authenticatorData.prefix(32).elementsEqual(Digest.sha256(Array(Self.appID.utf8))))
        // A credential of the RP ID needs no AppID.
        let made = try RegistrationResponse(json: try await device.create(creation(), in: caller))
        let own = request([made.rawID], .init(appid: Self.appID))
        let plain = try AuthenticationResponse(json: try await device.get(own, in: caller))
        #expect(plain.clientExtensionResults.appid == false)
        #expect(plain.authenticatorData.prefix(32).elementsEqual(RPIDHash(of: "example.org").bytes))
    }

    @Test(arguments: [true, false]) func aCredentialOfTheAppIDExcludes(isOld: Bool) async throws {
        let device = try device(isOld: isOld)
        let caller = try caller()
        let id = try await legacy(device)
        let blocked = creation(exclude: [id], .init(appidExclude: Self.appID))
        #expect(
            await failure { () throws(CeremonyFailure) in
                try await device.create(blocked, in: caller)
            } == .invalidState)
        let free = creation(exclude: [[1]], .init(appidExclude: Self.appID))
        let made = try RegistrationResponse(json: try await device.create(free, in: caller))
        #expect(made.clientExtensionResults.appidExclude == true)
    }

    struct Facet: Sendable, CustomTestStringConvertible {
        let appID: String
        var origin = U2FCeremonyTests.origin
        let isAllowed: Bool
        var testDescription: String { "\(appID) for \(origin)" }
    }
    static let facets = [
        Facet(appID: "", isAllowed: true),
        Facet(appID: "https://login.example.org", isAllowed: true),
        Facet(appID: "https://other.example.org/a?b", isAllowed: true),
        Facet(appID: "https://example.org:8443/app", isAllowed: true),
        Facet(appID: "http://login.example.org", isAllowed: false),
        Facet(appID: "https://example.com", isAllowed: false),
        Facet(appID: "login.example.org", isAllowed: false),
        Facet(appID: "https://org", isAllowed: false),
        Facet(appID: "https://www.gstatic.com/securitykey/origins.json", isAllowed: false),
        Facet(
            appID: "https://www.gstatic.com/securitykey/origins.json", origin: "https://accounts.google.com",
            isAllowed: true),
        Facet(appID: "https://www.gstatic.com/x", origin: "https://accounts.google.com", isAllowed: false),
    ]

    @Test(arguments: facets) func anAppIDIsForItsOwnSite(row: Facet) async throws {
        let device = try device(isOld: true)
        let caller = try caller(row.origin)
        var asked = request([[1]], .init(appid: row.appID))
        asked.rpID = nil
        let exception = await failure { [asked] () throws(CeremonyFailure) in
            try await device.get(asked, in: caller)
        }
        #expect(exception == (row.isAllowed ? .notAllowed : .security))
    }

    @Test func eachHasItsCeremony() async throws {
        let device = try device(isOld: false)
        let caller = try caller()
        #expect(
            await failure { () throws(CeremonyFailure) in
                try await device.create(creation(.init(appid: Self.appID)), in: caller)
            } == .notSupported)
        #expect(
            await failure { () throws(CeremonyFailure) in
                try await device.get(request([[1]], .init(appidExclude: Self.appID)), in: caller)
            } == .notSupported)
    }
}
