import Authenticator
import Bytes
import CBOR
import CTAP
import Cryptography
import Testing
import WebAuthnModel

/// authenticatorLargeBlobs as a platform meets it, and the extensions that keep bytes with a credential.
@Suite struct LargeBlobsTests {
    private func device(
        _ verification: UserVerificationMethod = .none, discoverable: DiscoverableSupport = .always
    ) -> TestDevice {
        var test = TestDevice(verification, discoverable: discoverable)
        var profile = test.device.profile
        profile.claims.extensions = ["largeBlobKey", "credBlob"]
        profile.claims.options["largeBlobs"] = true
        profile.claims.maxSerializedLargeBlobArray = 1024
        profile.claims.maxCredBlobLength = 32
        profile.claims.maxMsgSize = 164
        test.device = VirtualAuthenticator(profile: profile, environment: test.device.environment)
        return test
    }

    private static func array(_ size: Int) throws -> [UInt8] {
        var array = LargeBlobArray()
        try array.set(
            [UInt8](repeating: 5, count: size), for: Secret([UInt8](repeating: 9, count: 32)), SystemRandom())
        return array.serialized
    }

    private func write(
        _ device: VirtualAuthenticator, _ bytes: [UInt8], fragment: Int = 100
    ) async throws {
        for offset in stride(from: 0, to: bytes.count, by: fragment) {
            _ = try await device.largeBlobs(
                LargeBlobsRequest(
                    set: Array(bytes[offset...].prefix(fragment)), offset: offset,
                    length: offset == 0 ? bytes.count : nil))
        }
    }

    @Test func anArrayIsWrittenAndReadInFragments() async throws {
        let test = device()
        let first = try await test.device.largeBlobs(LargeBlobsRequest(get: 100, offset: 0))
        #expect(first.config == LargeBlobArray().serialized)
        let bytes = try Self.array(300)
        try await write(test.device, bytes)
        var read: [UInt8] = []
        while read.count < bytes.count {
            let message = CTAPRequest.largeBlobs(LargeBlobsRequest(get: 100, offset: read.count)).encoded
            let answer = await test.device.process(message)
            #expect(answer.first == 0)
            read += try LargeBlobsResponse(decoding: Array(answer.dropFirst())).config ?? []
        }
        #expect(read == bytes && read.count > 200)
        try await test.restarted().reset()
        #expect(try test.store.largeBlobs() == nil)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var before: LargeBlobsRequest?
        let request: LargeBlobsRequest
        let status: CTAPStatus
    }
    private static let some = [UInt8](repeating: 1, count: 20)
    static let refusals = [
        Refusal(testDescription: "neither", request: .init(offset: 0), status: .invalidParameter),
        Refusal(
            testDescription: "both", request: .init(get: 1, set: some, offset: 0), status: .invalidParameter),
        Refusal(
            testDescription: "reads too much", request: .init(get: 101, offset: 0), status: .invalidLength),
        Refusal(
            testDescription: "reads behind the end", request: .init(get: 1, offset: 18),
            status: .invalidParameter),
        Refusal(
            testDescription: "reads with a length", request: .init(get: 1, offset: 0, length: 1),
            status: .invalidParameter),
        Refusal(
            testDescription: "writes too much",
            request: .init(set: [UInt8](repeating: 1, count: 101), offset: 0, length: 101),
            status: .invalidLength),
        Refusal(
            testDescription: "no length", request: .init(set: some, offset: 0), status: .invalidParameter),
        Refusal(
            testDescription: "a length over the capacity", request: .init(set: some, offset: 0, length: 1025),
            status: .largeBlobStorageFull),
        Refusal(
            testDescription: "a length that no array has", request: .init(set: some, offset: 0, length: 16),
            status: .invalidParameter),
        Refusal(
            testDescription: "more than was said", request: .init(set: some, offset: 0, length: 19),
            status: .invalidParameter),
        Refusal(
            testDescription: "nothing began", request: .init(set: some, offset: 20), status: .invalidSequence),
        Refusal(
            testDescription: "a gap", before: .init(set: some, offset: 0, length: 100),
            request: .init(set: some, offset: 40), status: .invalidSequence),
        Refusal(
            testDescription: "a second length", before: .init(set: some, offset: 0, length: 100),
            request: .init(set: some, offset: 20, length: 100), status: .invalidParameter),
        Refusal(
            testDescription: "a wrong hash", request: .init(set: some, offset: 0, length: 20),
            status: .integrityFailure),
    ]

    @Test(arguments: refusals) func refuses(row: Refusal) async throws {
        let test = device()
        if let before = row.before { _ = try await test.device.largeBlobs(before) }
        let failure = await #expect(throws: DeviceFailure.self) {
            try await test.device.largeBlobs(row.request)
        }
        #expect(failure?.status == row.status)
        #expect(try test.store.largeBlobs() == nil)
    }

    @Test(arguments: PINUVAuthProtocol.allCases)
    func aProtectedDeviceWantsATokenForWriting(version: PINUVAuthProtocol) async throws {
        let test = device(.clientPIN(minimumLength: 4))
        let platform = Platform(version: version, device: test.device)
        try await platform.setPIN("1234")
        let bytes = try Self.array(4)
        let refusal = await #expect(throws: DeviceFailure.self) {
            try await write(test.device, bytes)
        }
        #expect(refusal?.status == .puatRequired)
        for (permissions, status) in [(3, CTAPStatus.pinAuthInvalid), (0x10, nil), (0x12, nil)] {
            let token = try await platform.token(
                "1234", permissions: permissions, rpID: permissions == 0x10 ? nil : "example.org")
            if permissions == 0x12 {
                // The touch of an assertion leaves the permission to write.
                var request = GetAssertionRequest(rpID: "example.org", clientDataHash: clientDataHash)
                request.authorization = platform.parameters(token)
                _ = try? await test.device.getAssertion(request)
            }
            let request = LargeBlobsRequest(
                set: bytes, offset: 0, length: bytes.count,
                authorization: PINUVAuthParameters(
                    parameter: version.authenticate(
                        LargeBlobsRequest.signedBytes(offset: 0, fragment: bytes), key: token),
                    protocolNumber: version.rawValue))
            let failure = await self.failure { _ = try await test.device.largeBlobs(request) }
            #expect(failure?.status == status, "\(permissions)")
        }
        #expect(try test.store.largeBlobs() == bytes)
    }

    private func failure(of body: () async throws -> Void) async -> DeviceFailure? {
        do {
            try await body()
            return nil
        } catch { return error as? DeviceFailure }
    }

    @Test func aKeyComesWithADiscoverableCredentialOnly() async throws {
        let test = device(discoverable: .whenRequested(capacity: 5))
        var asked = request(options: .init(residentKey: true))
        asked.extensions = ["largeBlobKey": true]
        let made = try await test.device.makeCredential(asked)
        #expect(made.largeBlobKey?.count == 32)
        // It is no output of authenticator data.
        #expect(try AuthenticatorData.decode(made.attestation.authenticatorData).data.extensions == nil)
        let got = try await test.device.getAssertion(
            GetAssertionRequest(
                rpID: "example.org", clientDataHash: clientDataHash, extensions: ["largeBlobKey": true]))
        #expect(got.largeBlobKey == made.largeBlobKey)
        let decoded = try GetAssertionResponse(decoding: got.encoded)
        #expect(decoded.largeBlobKey == made.largeBlobKey)
        for (value, options) in [
            (true, AuthenticatorOptions()), (false, AuthenticatorOptions(residentKey: true)),
        ] {
            var wrong = request(user: [2], options: options)
            wrong.extensions = ["largeBlobKey": .bool(value)]
            let failure = await self.failure { [wrong] in _ = try await test.device.makeCredential(wrong) }
            #expect(failure?.status == .invalidOption)
        }
    }

    struct Blob: Sendable, CustomTestStringConvertible {
        let length: Int
        let isDiscoverable: Bool
        let isStored: Bool
        var testDescription: String { "\(length) bytes, discoverable: \(isDiscoverable)" }
    }
    static let blobs = [
        Blob(length: 0, isDiscoverable: true, isStored: true),
        Blob(length: 32, isDiscoverable: true, isStored: true),
        Blob(length: 33, isDiscoverable: true, isStored: false),
        Blob(length: 3, isDiscoverable: false, isStored: false),
    ]

    @Test(arguments: blobs) func aCredBlobIsKept(row: Blob) async throws {
        let test = device(discoverable: .whenRequested(capacity: 5))
        let blob = [UInt8](repeating: 7, count: row.length)
        var asked = request(options: .init(residentKey: row.isDiscoverable))
        asked.extensions = ["credBlob": .bytes(blob)]
        let data = try AuthenticatorData.decode(
            try await test.device.makeCredential(asked).attestation.authenticatorData
        ).data
        #expect(try CBORDecoder.decode(try #require(data.extensions)) == ["credBlob": .bool(row.isStored)])
        let id = try #require(data.attestedCredentialData?.credentialID)
        let got = try await test.device.getAssertion(
            GetAssertionRequest(
                rpID: "example.org", clientDataHash: clientDataHash, allowList: [.init(id: id)],
                extensions: ["credBlob": true]))
        let output = try AuthenticatorData.decode(got.authenticatorData).data.extensions
        #expect(
            try CBORDecoder.decode(try #require(output)) == ["credBlob": .bytes(row.isStored ? blob : [])])
    }
}
