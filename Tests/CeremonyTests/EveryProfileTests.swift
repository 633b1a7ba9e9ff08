import Bytes
import TestSupport
import Testing
import Understudy

/// Whole ceremonies: options in, response out, verified; for every built-in model and every algorithm it has.
@Suite struct EveryProfileTests {
    struct Case: Sendable, CustomStringConvertible {
        let profile: String
        let algorithm: COSEAlgorithm
        var description: String { "\(profile), \(algorithm)" }
    }

    static let cases: [Case] = BuiltInProfiles.names.flatMap { name in
        ((try? BuiltInProfiles.profile(named: name).algorithms) ?? []).map {
            Case(profile: name, algorithm: $0)
        }
    }

    static let origin = "https://login.example.org"
    static let now: Int64 = 1_767_225_600

    private func device(_ name: String, gesture: [GestureScript.Word] = []) throws -> VirtualDevice {
        VirtualDevice(
            profile: try BuiltInProfiles.profile(named: name),
            environment: Environment(
                clock: WallClock(standingAt: Self.now * 1000),
                randomness: .seeded(Secret([7]), authenticator: "a"),
                user: GestureScript(gesture), store: MemoryStore()))
    }

    @Test func thereAreModels() { #expect(Self.cases.count > 20) }

    @Test(arguments: cases) func bothCeremoniesAreAccepted(row: Case) async throws {
        let device = try device(row.profile)
        let caller = CallerContext(origin: try Origin(parsing: Self.origin))
        let verifier = Verifier(policy: .fidoConformance)
        for verification in [UserVerificationRequirement.required, .discouraged] {
            for attestation in [AttestationConveyancePreference.none, .direct] {
                let creation = CreationOptions(
                    rp: .init(id: nil, name: "Example"),
                    user: .init(id: [1, 2], name: "ada", displayName: "Ada"),
                    challenge: [UInt8](repeating: 5, count: 32),
                    pubKeyCredParams: [.init(algorithm: row.algorithm)],
                    authenticatorSelection: .init(residentKey: .preferred, userVerification: verification),
                    attestation: attestation)
                let registered = verifier.verify(
                    registration: try await device.create(creation, in: caller),
                    expecting: try RegistrationExpectation(
                        options: creation, origin: OriginExpectation([Self.origin]),
                        trustAnchors: try anchors(device), now: Self.now))
                #expect(registered.verdict == .accept, "\(registered.text)")
                let record = try registered.verified()
                #expect(record.uvInitialized == (verification == .required) || row.profile != "platform")

                let request = RequestOptions(
                    challenge: [UInt8](repeating: 6, count: 32), rpID: "login.example.org",
                    allowCredentials: [.init(id: record.id)], userVerification: verification)
                let signedIn = verifier.verify(
                    authentication: try await device.get(request, in: caller),
                    expecting: try AuthenticationExpectation(
                        options: request, origin: OriginExpectation([Self.origin]), credential: record))
                #expect(signedIn.verdict == .accept, "\(signedIn.text)")
            }
        }
    }

    private func anchors(_ device: VirtualDevice) throws -> [X509Certificate] {
        try device.authenticator.attestationIdentities().map { try X509Certificate(der: $0.root) }
    }

    struct Golden: Sendable, CustomTestStringConvertible {
        let profile: String
        /// SHA-256 of the whole response in hexadecimal.
        let digest: String
        var testDescription: String { profile }
    }

    static let golden = [
        Golden(
            profile: "android-safetynet-era",
            digest: "83d98dff2ad42ebe04d122e4f2d5eb039b76ff0d87836a82451e35e6ed983cfc"),
        Golden(
            profile: "compound-example",
            digest: "b4e85a0502d59c79f7a6a186aa7438b8c2b7fe00378b121314e09407ccb7d05a"),
        Golden(
            profile: "yubikey-5", digest: "1ea1c3a4635b13bfcae747066fc89f6b84d06625c17b2d40259065c5334f679f"),
    ]

    /// Whatever changes these bytes changes the seeded runs of users, and belongs in the change log.
    @Test(arguments: golden) func aSeededRunStaysWhatItIs(_ row: Golden) async throws {
        let response = try await device(row.profile).create(
            CreationOptions(
                rp: .init(id: nil, name: "Example"), user: .init(id: [1], name: "", displayName: ""),
                challenge: [1], pubKeyCredParams: [.init(algorithm: .es256)], attestation: .direct),
            in: CallerContext(origin: try Origin(parsing: Self.origin)))
        #expect(Hex.encode(Digest.sha256(response)) == row.digest)
    }

    @Test func aSeedRepeatsEveryByteAndTwoOperationsDiffer() async throws {
        let caller = CallerContext(origin: try Origin(parsing: Self.origin))
        let creation = CreationOptions(
            rp: .init(id: nil, name: "Example"), user: .init(id: [1], name: "", displayName: ""),
            challenge: [1], pubKeyCredParams: [], attestation: .direct)
        var runs: [[[UInt8]]] = []
        for _ in 0..<2 {
            let device = try device("yubikey-5")
            runs.append([
                try await device.create(creation, in: caller), try await device.create(creation, in: caller),
            ])
        }
        #expect(runs[0] == runs[1] && runs[0][0] != runs[0][1])
    }

    @Test func aTraceTellsEveryMessageAndNoPIN() async throws {
        let sink = Sink()
        let device = VirtualDevice(
            profile: try BuiltInProfiles.profile(named: "yubikey-5"),
            environment: Environment(
                clock: WallClock(standingAt: 0), randomness: .system,
                user: try GestureScript(parsing: "pin:tr0ub4dor approve"), store: MemoryStore()),
            trace: sink)
        let creation = CreationOptions(
            rp: .init(id: nil, name: "Example"), user: .init(id: [1], name: "", displayName: ""),
            challenge: [1], pubKeyCredParams: [],
            authenticatorSelection: .init(userVerification: .required))
        _ = try await device.create(creation, in: CallerContext(origin: try Origin(parsing: Self.origin)))
        let lines = sink.lines
        #expect(lines.contains { $0.contains(#""event":"request","command":"authenticatorMakeCredential""#) })
        #expect(lines.contains { $0.contains(#""event":"gesture","text":"pin""#) })
        #expect(!lines.contains { $0.contains("tr0ub4dor") })
    }

    /// Keeps the lines; recording is synchronous, so they are in order.
    final class Sink: TraceSink {
        private let stored = Lines()
        func record(_ event: TraceEvent) { stored.append(String(decoding: event.json, as: UTF8.self)) }
        var lines: [String] { stored.all }
    }
}
