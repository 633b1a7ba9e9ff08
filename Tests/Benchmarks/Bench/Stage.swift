import CTAP
import RawOpenSSL
import Understudy

/// One device, one server, one credential: everything that the operations need, made before they are counted.
struct Stage: Sendable {
    static let origin = "https://login.example.org"
    static let creationJSON = Array(
        #"{"rp":{"id":"login.example.org","name":"Example"},"user":{"id":"AQIDBAUGBwgJCgsMDQ4PEA","name":"ada@example.org","displayName":"Ada Lovelace"},"challenge":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8","pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-257},{"type":"public-key","alg":-8}],"timeout":300000,"excludeCredentials":[],"authenticatorSelection":{"residentKey":"preferred","requireResidentKey":false,"userVerification":"preferred"},"hints":[],"attestation":"direct","extensions":{"credProps":true}}"#
            .utf8)

    let device: VirtualDevice
    let caller: CallerContext
    let creation: CreationOptions
    let requestJSON: [UInt8]
    let request: RequestOptions
    let assertionJSON: [UInt8]
    let expectation: AuthenticationExpectation
    let scalar = [UInt8](repeating: 7, count: 32)

    /// Registers with a platform that attests for itself, and signs in once.
    init(store: any CredentialStore = MemoryStore(), counter: CounterManner = .constantZero) async throws {
        var profile = try BuiltInProfiles.profile(named: "platform")
        profile.attestation = .packedSelf
        profile.counter = counter
        device = VirtualDevice(
            profile: profile,
            environment: Environment(
                clock: WallClock(), randomness: .system, user: GestureScript(), store: store))
        caller = CallerContext(origin: try Origin(parsing: Self.origin))
        creation = try ParsedOptions<CreationOptions>(json: Self.creationJSON).options
        let created = try await device.create(creation, in: caller)
        let origins = OriginExpectation([Self.origin])
        let record = try Verifier().verify(
            registration: created,
            expecting: try RegistrationExpectation(options: creation, origin: origins, now: 1_767_225_600)
        ).verified()
        let id = try RegistrationResponse(json: created).rawID
        let written = RequestOptions(
            challenge: [UInt8](repeating: 9, count: 32), timeout: 300_000, rpID: "login.example.org",
            allowCredentials: [.init(id: id, transports: [.internal, .hybrid])], userVerification: .required)
        requestJSON = written.json
        request = try ParsedOptions<RequestOptions>(json: requestJSON).options
        assertionJSON = try await device.get(request, in: caller)
        expectation = try AuthenticationExpectation(options: request, origin: origins, credential: record)
    }

    /// The operations that are counted and timed, by name.
    static let operations = [
        "assertion", "creation-options", "request-options", "registration", "verification", "report",
        "c-import-sign", "c-keygen-sign", "c-import-verify",
    ]

    /// Does one operation `count` times.
    func run(_ operation: String, _ count: Int) async throws {
        switch operation {
        case "assertion": for _ in 0..<count { _ = try await device.get(request, in: caller) }
        case "creation-options":
            for _ in 0..<count { _ = try ParsedOptions<CreationOptions>(json: Self.creationJSON) }
        case "request-options":
            for _ in 0..<count { _ = try ParsedOptions<RequestOptions>(json: requestJSON) }
        case "registration": for _ in 0..<count { _ = try await device.create(creation, in: caller) }
        case "verification": for _ in 0..<count { try verify() }
        case "report": for _ in 0..<count { _ = try verify().json(toolVersion: "bench") }
        case "c-import-sign": raw_import_and_sign(scalar, count)
        case "c-keygen-sign": raw_keygen_and_sign(count)
        case "c-import-verify": raw_import_and_verify(scalar, count)
        default: throw BenchError.unknown(operation)
        }
    }

    @discardableResult private func verify() throws -> Report {
        let report = Verifier().verify(authentication: assertionJSON, expecting: expectation)
        guard report.verdict == .accept else { throw BenchError.rejected(report.text) }
        return report
    }
}

/// Why a run means nothing.
enum BenchError: Error {
    case unknown(String)
    case rejected(String)
    case usage
}
