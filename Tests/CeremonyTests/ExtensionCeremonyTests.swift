import Bytes
import TestSupport
import Testing
import Understudy

/// Extensions in whole ceremonies, with models that have them in their several ways.
@Suite struct ExtensionCeremonyTests {
    static let origin = "https://login.example.org"

    private func device(_ name: String, store: any CredentialStore = MemoryStore()) throws -> VirtualDevice {
        VirtualDevice(
            profile: try BuiltInProfiles.profile(named: name),
            environment: Environment(
                clock: WallClock(standingAt: 1_767_225_600_000), randomness: .system, user: GestureScript(),
                store: store))
    }

    private func create(
        _ device: VirtualDevice, _ extensions: ExtensionInputs
    ) async throws -> RegistrationResponse {
        let options = CreationOptions(
            rp: .init(id: nil, name: "Example"), user: .init(id: [1, 2], name: "ada", displayName: "Ada"),
            challenge: [UInt8](repeating: 5, count: 32), pubKeyCredParams: [.init(algorithm: .es256)],
            authenticatorSelection: .init(residentKey: .required, userVerification: .required),
            extensions: extensions)
        let caller = CallerContext(origin: try Origin(parsing: Self.origin))
        let json = try await device.create(options, in: caller)
        let report = Verifier(policy: .level3).verify(
            registration: json,
            expecting: try RegistrationExpectation(
                options: options, origin: OriginExpectation([Self.origin]), now: 1_767_225_600))
        #expect(report.verdict == .accept, "\(report.text)")
        return try RegistrationResponse(json: json)
    }

    private func get(
        _ device: VirtualDevice, _ id: [UInt8], _ extensions: ExtensionInputs
    ) async throws -> ClientExtensionOutputs {
        let options = RequestOptions(
            challenge: [UInt8](repeating: 6, count: 32), allowCredentials: [.init(id: id)],
            userVerification: .required, extensions: extensions)
        let caller = CallerContext(origin: try Origin(parsing: Self.origin))
        return try AuthenticationResponse(json: try await device.get(options, in: caller))
            .clientExtensionResults
    }

    static let models = ["icloud-keychain", "platform", "security-key", "yubikey-5"]

    @Test(arguments: models) func aLargeBlobIsWrittenAndRead(model: String) async throws {
        let store = MemoryStore()
        let device = try device(model, store: store)
        let made = try await create(device, .init(largeBlob: .init(support: "required")))
        #expect(made.clientExtensionResults.largeBlob == LargeBlobOutput(supported: true))
        let id = made.rawID
        let nothing = try await get(device, id, .init(largeBlob: .init(read: true)))
        #expect(nothing.largeBlob == LargeBlobOutput())
        // Longer than a message of the keys, and not longer than their room.
        for length in [0, 3000] {
            let blob = [UInt8](repeating: 7, count: length)
            let written = try await get(device, id, .init(largeBlob: .init(write: blob)))
            #expect(written.largeBlob == LargeBlobOutput(written: true))
            let read = try await get(device, id, .init(largeBlob: .init(read: true)))
            #expect(read.largeBlob == LargeBlobOutput(blob: blob))
        }
        let tooLong = [UInt8](repeating: 7, count: 20_000)
        let refused = try await get(device, id, .init(largeBlob: .init(write: tooLong)))
        #expect(refused.largeBlob == LargeBlobOutput(written: false))
    }

    @Test(arguments: models) func prfGivesTheSameEachTime(model: String) async throws {
        let device = try device(model)
        let input = PRFInput(eval: PRFValues(first: [1], second: [2]))
        let made = try await create(device, .init(prf: input))
        #expect(made.clientExtensionResults.prf?.enabled == true)
        let results = try #require(try await get(device, made.rawID, .init(prf: input)).prf?.results)
        #expect(results.first.count == 32 && results.second?.count == 32 && results.first != results.second)
        // A key of that generation evaluates nothing at registration.
        let atCreation = made.clientExtensionResults.prf?.results
        #expect(atCreation == (model == "yubikey-5" ? nil : results))
        let one = PRFInput(evalByCredential: [Base64URL.encode(made.rawID): PRFValues(first: [2])])
        let other = try await get(device, made.rawID, .init(prf: one)).prf
        #expect(other == PRFOutput(results: PRFValues(first: results.second ?? [])))
        // A platform shows nothing of it in what is signed.
        let data = try AuthenticatorData.decode(made.authenticatorData).data
        #expect((data.extensions == nil) == ["icloud-keychain", "platform"].contains(model))
    }

    @Test(arguments: ["platform", "security-key", "yubikey-5"])
    func aBlobAndAPolicyAreKept(model: String) async throws {
        let device = try device(model)
        let made = try await create(
            device, .init(credBlob: [1, 2, 3], credentialProtectionPolicy: .userVerificationRequired))
        #expect(made.clientExtensionResults.credBlob == true)
        let outputs = try await get(device, made.rawID, .init(getCredBlob: true))
        #expect(outputs.getCredBlob == [1, 2, 3])
        let silent = await #expect(throws: DeviceFailure.self) {
            try await device.authenticator.getAssertion(
                GetAssertionRequest(
                    rpID: "login.example.org", clientDataHash: ClientDataHash(of: []),
                    options: AuthenticatorOptions(userPresence: false)))
        }
        #expect(silent?.status == .noCredentials)
    }
}
