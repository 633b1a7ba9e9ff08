import Authenticator
import Bytes
import COSE
import CTAP
import Cryptography
import TestSupport
import Testing
import WebAuthnModel

@Suite struct MakeCredentialTests {
    @Test(arguments: COSEAlgorithm.signable) func selfAttestationVerifies(
        algorithm: COSEAlgorithm
    ) async throws {
        let test = TestDevice(.none, randomness: .seeded(Secret([1]), authenticator: "a"))
        let response = try await test.device.makeCredential(request(algorithms: [algorithm]))
        let data = try AuthenticatorData.decode(response.attestation.authenticatorData).data
        let attested = try #require(data.attestedCredentialData)
        let key = try COSEKey(decoding: attested.credentialPublicKey)
        let statement = try PackedStatement(response.attestation.statement)
        #expect(key.algorithm == algorithm && statement.algorithm == algorithm)
        #expect(data.flags == [.userPresent, .attestedCredentialData] && data.signCount == 1)
        let scheme = try #require(algorithm.scheme)
        let publicKey = try #require(key.publicKey)
        #expect(
            try publicKey.isValidSignature(
                statement.signature, for: response.attestation.authenticatorData + clientDataHash.bytes,
                scheme: scheme))
        let stored = try #require(try test.store.credential(id: attested.credentialID, rpID: "example.org"))
        #expect(stored.credential.isSeeded && !stored.credential.isDiscoverable)
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let description: String
        let verification: UserVerificationMethod
        var discoverable = DiscoverableSupport.whenRequested(capacity: 3)
        var answers: [Gesture] = [.verify]
        let request: MakeCredentialRequest
        let status: CTAPStatus
        /// How many prompts the user saw before.
        let prompts: Int
    }
    static let refusals = [
        Refusal(
            description: "no algorithms", verification: .none, request: request(algorithms: []),
            status: .unsupportedAlgorithm, prompts: 0),
        Refusal(
            description: "unknown algorithm", verification: .none,
            request: request(algorithms: [COSEAlgorithm(rawValue: -48)]), status: .unsupportedAlgorithm,
            prompts: 0),
        Refusal(
            description: "up false", verification: .none,
            request: request(options: .init(userPresence: false)), status: .invalidOption, prompts: 0),
        Refusal(
            description: "uv without built-in UV", verification: .clientPIN(minimumLength: 4),
            request: request(options: .init(userVerification: true)), status: .invalidOption, prompts: 0),
        Refusal(
            description: "rk unsupported", verification: .none, discoverable: .unsupported,
            request: request(options: .init(residentKey: true)), status: .unsupportedOption, prompts: 0),
        Refusal(
            description: "protected, and came without", verification: .builtIn, request: request(),
            status: .puatRequired, prompts: 0),
        Refusal(
            description: "unknown PIN protocol", verification: .clientPIN(minimumLength: 4),
            request: request(authorization: .init(parameter: [1], protocolNumber: 9)),
            status: .invalidParameter,
            prompts: 0),
        Refusal(
            description: "parameter without protocol", verification: .clientPIN(minimumLength: 4),
            request: request(authorization: .init(parameter: [1], protocolNumber: nil)),
            status: .missingParameter, prompts: 0),
        Refusal(
            description: "a token nobody gave", verification: .clientPIN(minimumLength: 4),
            request: request(authorization: .init(parameter: [1], protocolNumber: 2)),
            status: .pinAuthInvalid,
            prompts: 0),
        Refusal(
            description: "zero-length parameter, no PIN", verification: .clientPIN(minimumLength: 4),
            request: request(authorization: .init(parameter: [], protocolNumber: 2)), status: .pinNotSet,
            prompts: 1),
        Refusal(
            description: "long exclude list", verification: .none,
            request: request(exclude: [[1], [2], [3], [4], [5]]), status: .limitExceeded, prompts: 0),
        Refusal(
            description: "user.id of 65 bytes", verification: .none,
            request: request(user: [UInt8](repeating: 1, count: 65)), status: .invalidLength, prompts: 0),
        Refusal(
            description: "denied", verification: .none, answers: [.deny], request: request(),
            status: .operationDenied, prompts: 1),
        Refusal(
            description: "cancelled", verification: .none, answers: [.cancel], request: request(),
            status: .keepaliveCancel, prompts: 1),
        Refusal(
            description: "nobody there", verification: .none, answers: [.timeout], request: request(),
            status: .userActionTimeout, prompts: 1),
        Refusal(
            description: "verification fails", verification: .builtIn, answers: [.failVerification],
            request: request(options: .init(userVerification: true)), status: .uvInvalid, prompts: 1),
    ]

    @Test(arguments: refusals) func refuses(row: Refusal) async {
        let test = TestDevice(row.verification, discoverable: row.discoverable, answers: row.answers)
        let before = test.clock.now()
        let failure = await #expect(throws: DeviceFailure.self) {
            try await test.device.makeCredential(row.request)
        }
        #expect(failure?.status == row.status && failure?.cause != nil)
        #expect(await test.user.prompts.count == row.prompts)
        #expect((try? test.store.summaries(after: nil, limit: 9).count) == 0)
        #expect((test.clock.now() > before) == (row.answers == [.timeout]))
    }

    @Test func excludedCredentialsAreToldOnlyAfterATouch() async throws {
        let test = TestDevice(.none)
        let first = try await test.device.makeCredential(request())
        let id = try #require(
            try AuthenticatorData.decode(first.attestation.authenticatorData).data.attestedCredentialData?
                .credentialID)
        let failure = await #expect(throws: DeviceFailure.self) {
            try await test.device.makeCredential(request(exclude: [[7], id]))
        }
        #expect(failure?.status == .credentialExcluded && failure?.cause == .excluded(credentialID: id))
        #expect(await test.user.prompts.count == 2)
        // The same ID under another RP excludes nothing.
        _ = try await test.device.makeCredential(request(rp: "example.com", exclude: [id]))
    }

    @Test func discoverableCredentialsReplaceAndFill() async throws {
        let test = TestDevice(.none)
        for user in [1, 2, 3, 1] as [UInt8] {
            _ = try await test.device.makeCredential(request(user: [user], options: .init(residentKey: true)))
        }
        #expect(try test.store.discoverableCount() == 3)
        #expect(try await test.device.getInfo().remainingDiscoverableCredentials == 0)
        let failure = await #expect(throws: DeviceFailure.self) {
            try await test.device.makeCredential(request(user: [4], options: .init(residentKey: true)))
        }
        #expect(failure == DeviceFailure(.keyStoreFull, .storeFull(capacity: 3)))
    }

    @Test func failedVerificationsAreCountedAndBlock() async throws {
        let test = TestDevice(.builtIn, answers: [.failVerification])
        var statuses: [CTAPStatus?] = []
        for _ in 0...AuthenticatorState.maximumUVRetries {
            let failure = await #expect(throws: DeviceFailure.self) {
                try await test.device.makeCredential(request(options: .init(userVerification: true)))
            }
            statuses.append(failure?.status)
        }
        #expect(statuses == [.uvInvalid, .uvInvalid, .uvInvalid, .uvInvalid, .uvBlocked, .uvBlocked])
        #expect(try await test.device.clientPIN(.init(protocolNumber: nil, subcommand: 7)).uvRetries == 0)
    }

    @Test func certificateAttestationKeepsItsIdentity() async throws {
        let name = DistinguishedName(
            .country("AA"), .organization("Understudy"), .organizationalUnit("Authenticator Attestation"),
            .commonName("Test"))
        let template = AttestationTemplate(
            issuer: DistinguishedName(.commonName("Root")), subject: name, notBefore: 1_700_000_000,
            notAfter: 4_000_000_000, namesAAGUID: true)
        let test = TestDevice(.none, attestation: .packedCertificate(template))
        var chains: [[UInt8]] = []
        for device in [test.device, test.restarted()] {
            let response = try await device.makeCredential(request())
            let statement = try PackedStatement(response.attestation.statement)
            guard case .certificates(let certificates) = statement.kind else { return }
            let leaf = try X509Certificate(der: try #require(certificates.first))
            let root = try X509Certificate(der: try #require(try test.store.state().attestation?.root))
            #expect(leaf.subject == name && leaf.basicConstraints == .endEntity)
            guard case .trusted = CertificatePath.validate([leaf], anchors: [root], at: 1_800_000_000) else {
                Issue.record("the leaf does not lead to the root")
                return
            }
            let key = try #require(leaf.publicKey)
            #expect(
                try key.isValidSignature(
                    statement.signature, for: response.attestation.authenticatorData + clientDataHash.bytes,
                    scheme: .ecdsa(.sha256)))
            chains += certificates
        }
        #expect(chains.count == 2 && chains[0] == chains[1])
    }

    @Test func aPlatformThatPrefersNoneGetsNone() async throws {
        let test = TestDevice(.none)
        var wanted = request()
        wanted.attestationFormatsPreference = ["none"]
        #expect(try await test.device.makeCredential(wanted).attestation.format == "none")
    }
}
