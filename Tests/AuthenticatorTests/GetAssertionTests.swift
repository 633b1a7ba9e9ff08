import Authenticator
import Bytes
import COSE
import CTAP
import Cryptography
import TestSupport
import Testing
import WebAuthnModel

@Suite struct GetAssertionTests {
    private func get(
        _ allow: [[UInt8]] = [], rp: String = "example.org", options: AuthenticatorOptions = .init()
    ) -> GetAssertionRequest {
        GetAssertionRequest(
            rpID: rp, clientDataHash: clientDataHash,
            allowList: allow.map { PublicKeyCredentialDescriptor(id: $0) }, options: options)
    }

    private func register(
        _ test: TestDevice, user: UInt8 = 1, resident: Bool
    ) async throws -> (id: [UInt8], key: COSEKey) {
        test.clock.advance(milliseconds: 1000)
        let response = try await test.device.makeCredential(
            request(user: [user], options: .init(residentKey: resident)))
        let attested = try #require(
            try AuthenticatorData.decode(response.attestation.authenticatorData).data.attestedCredentialData)
        return (attested.credentialID, try COSEKey(decoding: attested.credentialPublicKey))
    }

    @Test func anAllowListFindsServerSideCredentialsAndCountsUp() async throws {
        let test = TestDevice(.none)
        let (id, key) = try await register(test, resident: false)
        for count in 2...4 as ClosedRange<UInt32> {
            let response = try await test.device.getAssertion(get([[9], id]))
            let data = try AuthenticatorData.decode(response.authenticatorData).data
            #expect(data.signCount == count && data.flags == .userPresent)
            #expect(
                response.credential.id == id && response.user == nil && response.numberOfCredentials == nil)
            #expect(
                try key.publicKey?.isValidSignature(
                    response.signature, for: response.authenticatorData + clientDataHash.bytes,
                    scheme: .ecdsa(.sha256)) == true)
        }
    }

    struct Counting: Sendable, CustomStringConvertible {
        let description: String
        let manner: CounterManner
        /// Of the first credential's registration, of the second's, and of an assertion of each after a minute.
        let expected: [ClosedRange<UInt32>]
    }
    static let manners = [
        Counting(
            description: "constant zero", manner: .constantZero, expected: [0...0, 0...0, 0...0, 0...0]),
        Counting(
            description: "per credential", manner: .perCredential(), expected: [1...1, 1...1, 2...2, 2...2]),
        Counting(
            description: "from zero", manner: .perCredential(start: 0),
            expected: [0...0, 0...0, 1...1, 1...1]),
        Counting(
            description: "random step", manner: .perCredential(start: 7, maximumStep: 16),
            expected: [7...7, 7...7, 8...23, 8...23]),
        Counting(description: "global", manner: .global(), expected: [1...1, 2...2, 3...3, 4...4]),
        Counting(
            description: "global, random step", manner: .global(maximumStep: 8),
            expected: [1...8, 2...16, 3...24, 4...32]),
        // The clock starts at 0, and each registration takes a second of it.
        Counting(
            description: "time", manner: .timeBased, expected: [1...1, 2...2, 62...62, 62...62]),
    ]

    @Test(arguments: manners) func countersMoveAsTheModelMovesThem(row: Counting) async throws {
        let test = TestDevice(.none, counter: row.manner)
        func count(_ bytes: [UInt8]) throws -> UInt32 { try AuthenticatorData.decode(bytes).data.signCount }
        let start = test.clock.now() / 1000
        var ids: [[UInt8]] = []
        var counts: [UInt32] = []
        for user in 1...2 as ClosedRange<UInt8> {
            test.clock.advance(milliseconds: 1000)
            let data = try await test.device.makeCredential(request(user: [user])).attestation
                .authenticatorData
            ids.append(
                try #require(try AuthenticatorData.decode(data).data.attestedCredentialData).credentialID)
            counts.append(try count(data))
        }
        test.clock.advance(milliseconds: 60_000)
        for id in ids {
            counts.append(try count(try await test.device.getAssertion(get([id])).authenticatorData))
        }
        if row.manner == .timeBased { counts = counts.map { $0 - UInt32(start) } }
        for (count, expected) in zip(counts, row.expected) { #expect(expected.contains(count), "\(counts)") }
        // Within the same second, each still goes up.
        let again = try count(try await test.device.getAssertion(get([ids[0]])).authenticatorData)
        #expect(
            row.manner == .constantZero
                || again > (row.manner == .timeBased ? counts[2] + UInt32(start) : counts[2]))
    }

    @Test func withoutAListTheNewestDiscoverableComesFirst() async throws {
        let test = TestDevice(.none)
        let ids = [
            try await register(test, user: 1, resident: true).id,
            try await register(test, user: 2, resident: true).id,
            try await register(test, user: 3, resident: true).id,
        ]
        let first = try await test.device.getAssertion(get())
        #expect(first.credential.id == ids[2] && first.numberOfCredentials == 3)
        // Names stay inside: nobody was verified.
        #expect(first.user == UserEntity(id: [3]))
        #expect(try await test.device.getNextAssertion().credential.id == ids[1])
        let last = try await test.device.getNextAssertion()
        #expect(last.credential.id == ids[0] && last.numberOfCredentials == nil)
        let end = await #expect(throws: DeviceFailure.self) { try await test.device.getNextAssertion() }
        #expect(end == DeviceFailure(.notAllowed, .nothingPending))
    }

    @Test func pendingAssertionsEndWithTimeAndWithOtherCommands() async throws {
        let test = TestDevice(.none)
        for user in 1...2 { _ = try await register(test, user: UInt8(user), resident: true) }
        _ = try await test.device.getAssertion(get())
        test.clock.advance(milliseconds: 30_000)
        await #expect(throws: DeviceFailure.self) { try await test.device.getNextAssertion() }
        _ = try await test.device.getAssertion(get())
        _ = try await test.device.getInfo()
        await #expect(throws: DeviceFailure.self) { try await test.device.getNextAssertion() }
    }

    @Test func aSilentLookTouchesNobody() async throws {
        let test = TestDevice(.none)
        let id = try await register(test, resident: false).id
        let response = try await test.device.getAssertion(get([id], options: .init(userPresence: false)))
        #expect(try AuthenticatorData.decode(response.authenticatorData).data.flags == [])
        #expect(await test.user.prompts.count == 1)
    }

    @Test func backupStateFollowsTheDeviceAndEligibilityTheCredential() async throws {
        let store = MemoryStore()
        let synced = TestDevice(.none, backup: .eligible(backedUp: true), store: store)
        let id = try await register(synced, resident: false).id
        func flags(_ backup: CredentialBackup) async throws -> AuthenticatorFlags {
            let response = try await TestDevice(.none, backup: backup, store: store).device.getAssertion(
                get([id]))
            return try AuthenticatorData.decode(response.authenticatorData).data.flags
        }
        #expect(try await flags(.eligible(backedUp: true)) == [.userPresent, .backupEligible, .backupState])
        #expect(try await flags(.eligible(backedUp: false)) == [.userPresent, .backupEligible])
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let description: String
        let options: AuthenticatorOptions
        var allow: [[UInt8]] = [[1]]
        let status: CTAPStatus
    }
    static let refusals = [
        Refusal(description: "rk", options: .init(residentKey: true), status: .unsupportedOption),
        Refusal(description: "uv", options: .init(userVerification: true), status: .invalidOption),
        Refusal(
            description: "long list", options: .init(), allow: [[1], [2], [3], [4], [5]],
            status: .limitExceeded),
        Refusal(description: "unknown", options: .init(), status: .noCredentials),
        Refusal(description: "none discoverable", options: .init(), allow: [], status: .noCredentials),
    ]

    @Test(arguments: refusals) func refuses(row: Refusal) async throws {
        let test = TestDevice(.none)
        let failure = await #expect(throws: DeviceFailure.self) {
            try await test.device.getAssertion(get(row.allow, options: row.options))
        }
        #expect(failure?.status == row.status)
    }

    @Test func builtInVerificationSetsUV() async throws {
        let test = TestDevice(.builtIn, discoverable: .always)
        _ = try await test.device.makeCredential(request(options: .init(userVerification: true)))
        let response = try await test.device.getAssertion(get(options: .init(userVerification: true)))
        #expect(
            try AuthenticatorData.decode(response.authenticatorData).data.flags == [
                .userPresent, .userVerified,
            ])
        #expect(response.user == UserEntity(id: [1]))
    }

    @Test func messagesAsBytes() async throws {
        let test = TestDevice(.none)
        let made = await test.device.process(CTAPRequest.makeCredential(request()).encoded)
        #expect(made.first == 0)
        let id = try #require(
            try AuthenticatorData.decode(
                MakeCredentialResponse(decoding: Array(made.dropFirst())).attestation.authenticatorData
            ).data.attestedCredentialData?.credentialID)
        let got = await test.device.process(CTAPRequest.getAssertion(get([id])).encoded)
        #expect(try GetAssertionResponse(decoding: Array(got.dropFirst())).credential.id == id)
        #expect(await test.device.process([0x77]) == [CTAPStatus.invalidCommand.rawValue])
        #expect(
            await test.device.process([UInt8](repeating: 1, count: 2000)) == [
                CTAPStatus.requestTooLarge.rawValue
            ])
        #expect(await test.device.process([8]) == [CTAPStatus.notAllowed.rawValue])
    }
}
