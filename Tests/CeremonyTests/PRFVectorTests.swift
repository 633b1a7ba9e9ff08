import Bytes
import TestSupport
import Testing
import Understudy

/// The vectors of the `prf` extension (WebAuthn Level 3 §16) made again, by client and device, byte for byte.
@Suite struct PRFVectorTests {
    /// Gives what was recorded for a purpose, and of anything else as many bytes as are asked for.
    struct Recorded: RandomSource {
        let draws: [RandomPurpose: [UInt8]]
        func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] {
            guard let draw = draws[purpose] else { return [UInt8](repeating: 7, count: count) }
            guard draw.count == count else { throw .randomUnavailable }
            return draw
        }
    }

    static let vectors = (try? W3CVectors.load().prf)

    @Test func allAreThere() { #expect(Self.vectors?.cases.count == 3) }

    @Test(arguments: vectors?.cases ?? []) func saltsAndOutputsComeOutAsInTheVector(
        vector: W3CVectors.PRFVectors.Case
    ) async throws {
        let secrets = try #require(Self.vectors?.secrets)
        let vectors = vector.initializationVectors
        var profile = try BuiltInProfiles.profile(named: "security-key")
        profile.claims.pinUvAuthProtocols = [vector.protocolNumber]
        let clock = WallClock(standingAt: 1_767_225_600_000)
        let device = VirtualAuthenticator(
            profile: profile,
            environment: Environment(
                clock: clock,
                randomness: .source(
                    Recorded(draws: [
                        .keyAgreement: secrets[1], .credentialRandom: secrets[2],
                        .initializationVector: vectors[1],
                    ])),
                user: GestureScript(), store: MemoryStore()))
        let lines = Lines()
        var client = WebAuthnClient(
            device: TracedDevice(device: device, clock: clock, sink: Sink(lines: lines)),
            facts: ClientFacts(attachment: .crossPlatform), user: GestureScript(), clock: clock,
            random: Recorded(draws: [.keyAgreement: secrets[0], .initializationVector: vectors[0]]))
        client.rememberedPIN = { DefaultPIN.text }
        let caller = CallerContext(origin: try Origin(parsing: W3CVectors.origin))
        let values = PRFValues(
            first: vector.inputs[0], second: vector.inputs.count > 1 ? vector.inputs[1] : nil)

        let created = try RegistrationResponse(
            json: try await client.create(
                CreationOptions(
                    rp: .init(id: nil, name: "W3C"), user: .init(id: [1], name: "", displayName: ""),
                    challenge: [1], pubKeyCredParams: [],
                    extensions: ExtensionInputs(prf: PRFInput(eval: values))), in: caller))
        #expect(created.clientExtensionResults.prf?.enabled == true)
        let results = try #require(created.clientExtensionResults.prf?.results)
        #expect([results.first] + (results.second.map { [$0] } ?? []) == vector.results)

        let signedIn = try AuthenticationResponse(
            json: try await client.get(
                RequestOptions(
                    challenge: [1], allowCredentials: [.init(id: created.rawID)],
                    extensions: ExtensionInputs(prf: PRFInput(eval: values))), in: caller))
        #expect(signedIn.clientExtensionResults.prf == PRFOutput(results: results))
        for (event, hex) in [
            ("request", vector.encryptedSalts), ("response", vector.encryptedOutputs),
        ] {
            let told = lines.all.filter { $0.contains("\"\(event)\"") && $0.contains(hex) }
            #expect(told.count == 2, "\(event)")
        }
    }

    private struct Sink: TraceSink {
        let lines: Lines
        func record(_ event: TraceEvent) { lines.append(String(decoding: event.json, as: UTF8.self)) }
    }
}
