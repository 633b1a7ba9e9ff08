import Authenticator
import Bytes
import CBOR
import CTAP
import Cryptography
import Testing
import WebAuthnModel

/// Extensions as a platform meets them: inputs in a request, outputs in authenticator data and beside it.
@Suite struct ExtensionTests {
    /// Verifies its user where it is asked to.
    private func unprotected(
        discoverable: DiscoverableSupport = .whenRequested(capacity: 3)
    ) -> TestDevice {
        TestDevice(.builtIn, discoverable: discoverable, options: ["makeCredUvNotRqd": true])
    }

    // MARK: credProtect

    struct Level: Sendable, CustomTestStringConvertible {
        let level: Int
        /// For a mere touch and for a verified user: whether it is found by its ID, and without.
        let listed: [Bool]
        let discovered: [Bool]
        /// Whether an exclude list tells of it.
        let excluded: [Bool]
        var testDescription: String { "level \(level)" }
    }
    static let levels = [
        Level(level: 1, listed: [true, true], discovered: [true, true], excluded: [true, true]),
        Level(level: 2, listed: [true, true], discovered: [false, true], excluded: [true, true]),
        Level(level: 3, listed: [false, true], discovered: [false, true], excluded: [false, true]),
    ]

    @Test(arguments: levels) func aLevelHidesTheCredential(row: Level) async throws {
        let test = unprotected(discoverable: .always)
        let made = try await register(test, ["credProtect": CBORValue(integer: row.level)])
        #expect(made.outputs == ["credProtect": CBORValue(integer: row.level)])
        // A silent look is not told more.
        let silent = AuthenticatorOptions(userPresence: false)
        #expect(await isFound(test, [made.id], silent) == row.listed[0])
        #expect(await isFound(test, [], silent) == row.discovered[0])
        for (place, isVerified) in [false, true].enumerated() {
            let options = AuthenticatorOptions(userVerification: isVerified ? true : nil)
            #expect(await isFound(test, [made.id], options) == row.listed[place])
            #expect(await isFound(test, [], options) == row.discovered[place])
            let again = request(user: [2], exclude: [made.id], options: options)
            #expect(await isRefused(test, again) == row.excluded[place])
        }
    }

    private func isRefused(_ test: TestDevice, _ request: MakeCredentialRequest) async -> Bool {
        do throws(DeviceFailure) {
            _ = try await test.device.makeCredential(request)
            return false
        } catch { return error.status == .credentialExcluded }
    }

    private func isFound(_ test: TestDevice, _ ids: [[UInt8]], _ options: AuthenticatorOptions) async -> Bool
    {
        let request = GetAssertionRequest(
            rpID: "example.org", clientDataHash: clientDataHash,
            allowList: ids.map { PublicKeyCredentialDescriptor(id: $0) }, options: options)
        return (try? await test.device.getAssertion(request)) != nil
    }

    @Test func aModelsOwnLevelIsKeptAndNotTold() async throws {
        var test = unprotected(discoverable: .always)
        var profile = test.device.profile
        profile.credentialProtection = .userVerificationRequired
        test.device = VirtualAuthenticator(profile: profile, environment: test.device.environment)
        let made = try await register(test, [:])
        #expect(made.outputs == nil)
        #expect(await !isFound(test, [made.id], AuthenticatorOptions()))
    }

    // MARK: hmac-secret

    struct Secret: Sendable, CustomTestStringConvertible {
        let version: PINUVAuthProtocol
        let salts: Int
        var testDescription: String { "protocol \(version.rawValue), \(salts) salts" }
    }
    static let secrets = PINUVAuthProtocol.allCases.flatMap { version in
        [1, 2].map { Secret(version: version, salts: $0) }
    }

    @Test(arguments: secrets) func outputsDependOnCredentialSaltAndVerification(row: Secret) async throws {
        let test = unprotected()
        let platform = Platform(version: row.version, device: test.device)
        let salts = (0..<row.salts).map { [UInt8](repeating: UInt8($0 + 1), count: 32) }
        let (input, secret) = try await platform.salts(salts.flatMap { $0 })
        let made = try await register(
            test, ["hmac-secret": true, "hmac-secret-mc": input.cbor], isVerified: true)
        #expect(made.outputs?[text: "hmac-secret"] == true)
        let atCreation = try outputs(made.outputs?[text: "hmac-secret-mc"], row.version, secret)
        let verified = try await evaluate(test, made.id, platform, salts, isVerified: true)
        let unverified = try await evaluate(test, made.id, platform, salts, isVerified: false)
        #expect(atCreation == verified && verified.count == row.salts)
        #expect(Set(verified + unverified).count == 2 * row.salts)
        #expect(try await evaluate(test, made.id, platform, salts, isVerified: true) == verified)
        let other = try await register(test, ["hmac-secret": true])
        #expect(try await evaluate(test, other.id, platform, salts, isVerified: true) != verified)
        let stored = try #require(try test.store.credential(id: made.id, rpID: "example.org"))
        let key = try #require(stored.credential.extensions.randoms).withUV.exposedBytes
        #expect(verified == salts.map { HMAC.authenticationCode(for: $0, key: key) })
    }

    private func evaluate(
        _ test: TestDevice, _ id: [UInt8], _ platform: Platform, _ salts: [[UInt8]], isVerified: Bool
    ) async throws -> [[UInt8]] {
        let (input, secret) = try await platform.salts(salts.flatMap { $0 })
        let response = try await test.device.getAssertion(
            GetAssertionRequest(
                rpID: "example.org", clientDataHash: clientDataHash, allowList: [.init(id: id)],
                extensions: .map([CBORPair("hmac-secret", input.cbor)]),
                options: .init(userVerification: isVerified ? true : nil)))
        let map = try extensions(response.authenticatorData)
        return try outputs(map?[text: "hmac-secret"], platform.version, secret)
    }

    private func outputs(
        _ encrypted: CBORValue?, _ version: PINUVAuthProtocol, _ secret: Bytes.Secret
    ) throws -> [[UInt8]] {
        let encrypted = try #require(encrypted?.bytesValue)
        let bytes = try #require(version.decrypt(encrypted, key: secret))
        return stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<$0 + 32]) }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var length = 32
        var isTorn = false
        var protocolNumber: Int?
        var options = AuthenticatorOptions()
        let status: CTAPStatus
    }
    static let refusals = [
        Refusal(testDescription: "another MAC", isTorn: true, status: .pinAuthInvalid),
        Refusal(testDescription: "three salts", length: 96, status: .invalidLength),
        Refusal(testDescription: "half a salt", length: 16, status: .invalidLength),
        Refusal(testDescription: "no such protocol", protocolNumber: 3, status: .invalidParameter),
        Refusal(
            testDescription: "no touch", options: .init(userPresence: false), status: .unsupportedOption),
    ]

    @Test(arguments: refusals) func wrongSaltsAreRefused(row: Refusal) async throws {
        let test = unprotected()
        let made = try await register(test, ["hmac-secret": true])
        let platform = Platform(version: .two, device: test.device)
        var (input, _) = try await platform.salts([UInt8](repeating: 1, count: row.length))
        if row.isTorn { input.saltAuth[0] ^= 1 }
        input.protocolNumber = row.protocolNumber ?? input.protocolNumber
        let asked = GetAssertionRequest(
            rpID: "example.org", clientDataHash: clientDataHash, allowList: [.init(id: made.id)],
            extensions: .map([CBORPair("hmac-secret", input.cbor)]), options: row.options)
        let failure = await #expect(throws: DeviceFailure.self) {
            try await test.device.getAssertion(asked)
        }
        #expect(failure?.status == row.status)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let input: CBORValue
        let status: CTAPStatus
        var testDescription: String { "\(name): \(CBORDiagnostic.text(of: input))" }
    }
    static let wrongs = [
        Wrong(name: "credProtect", input: 4, status: .invalidOption),
        Wrong(name: "credProtect", input: true, status: .cborUnexpectedType),
        Wrong(name: "hmac-secret", input: 1, status: .cborUnexpectedType),
    ]

    @Test(arguments: wrongs) func wrongInputsAreRefused(row: Wrong) async throws {
        let test = unprotected()
        let failure = await #expect(throws: DeviceFailure.self) {
            try await register(test, [row.name: row.input])
        }
        #expect(failure?.status == row.status)
    }

    @Test func whatADeviceDoesNotHaveIsIgnored() async throws {
        // Without a way to verify its user it has neither.
        let test = TestDevice(.none)
        #expect(try await test.device.getInfo().extensions == [])
        let made = try await register(
            test, ["hmac-secret": true, "credProtect": 3, "prf": .map([]), "unheardOf": "x"])
        #expect(made.outputs == nil)
        let stored = try test.store.credential(id: made.id, rpID: "example.org")
        #expect(stored?.credential.extensions == CredentialExtensions())
    }

    // MARK: Support

    private struct Made {
        let id: [UInt8]
        let outputs: CBORValue?
    }

    private func register(
        _ test: TestDevice, _ inputs: [String: CBORValue], isVerified: Bool = false
    ) async throws -> Made {
        var request = request(options: .init(userVerification: isVerified ? true : nil))
        if !inputs.isEmpty { request.extensions = .map(inputs.map { CBORPair(.text($0.key), $0.value) }) }
        let data = try await test.device.makeCredential(request).attestation.authenticatorData
        let attested = try #require(try AuthenticatorData.decode(data).data.attestedCredentialData)
        return Made(id: attested.credentialID, outputs: try extensions(data))
    }

    /// The extension map; its flag says whether it is there.
    private func extensions(_ authenticatorData: [UInt8]) throws -> CBORValue? {
        try AuthenticatorData.decode(authenticatorData).data.extensions.map { try CBORDecoder.decode($0) }
    }
}

extension Platform {
    /// The input of hmac-secret with these salts, and the secret that decrypts what comes of it.
    func salts(_ bytes: [UInt8]) async throws -> (HMACSecretInput, Secret) {
        let (key, secret) = try await shared()
        let encrypted = try version.encrypt(bytes, key: secret, random: SystemRandom())
        let input = HMACSecretInput(
            keyAgreement: key, saltEnc: encrypted,
            saltAuth: version.authenticate(encrypted, key: secret), protocolNumber: version.rawValue)
        return (input, secret)
    }
}
