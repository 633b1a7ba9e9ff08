import CBOR
import COSE
import CTAP
import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

/// What a page is told of each way in which a ceremony can fail.
@Suite struct ClientErrorTests {
    struct Row: CustomTestStringConvertible {
        let failure: DeviceFailure
        var create = ExceptionName.notAllowed
        var get = ExceptionName.notAllowed
        var testDescription: String { failure.description }
    }
    static let causes: [DeviceFailure.Cause?] = [
        nil, .request(.empty), .userDenied, .userCancelled, .userTimeout, .notVerified(retriesLeft: 1),
        .noCommonAlgorithm(offered: [-7], supported: [-8]), .excluded(credentialID: [1]),
        .noCredentials(rpID: "example.com", listed: 0), .storeFull(capacity: 3),
        .option("x"),
        .wrongPIN(retriesLeft: 2), .pinPolicy("x"), .pinLocked(powerCycle: true), .pinNotSet,
        .authorization("x"), .nothingPending, .tooLate, .store("x"), .cryptography("x"),
    ]
    /// All 256 status bytes, of which three are told apart, and only in a registration.
    static let statuses: [Row] = (0...255).map { byte in
        let status = CTAPStatus(rawValue: UInt8(byte))
        return switch status {
        case .credentialExcluded: Row(failure: DeviceFailure(status, nil), create: .invalidState)
        case .unsupportedAlgorithm: Row(failure: DeviceFailure(status, nil), create: .notSupported)
        case .unsupportedOption: Row(failure: DeviceFailure(status, nil), create: .constraint)
        default: Row(failure: DeviceFailure(status, nil))
        }
    }
    static let withCauses: [Row] =
        causes.map { Row(failure: DeviceFailure(.other, $0)) } + [
            Row(failure: DeviceFailure(.keepaliveCancel, .userCancelled)),
            Row(failure: DeviceFailure(.keepaliveCancel, .aborted), create: .abort, get: .abort),
            Row(failure: DeviceFailure(.operationDenied, .aborted), create: .abort, get: .abort),
            Row(failure: DeviceFailure(.puatRequired, .verificationUnavailable), create: .constraint),
            Row(
                failure: DeviceFailure(.credentialExcluded, .excluded(credentialID: [1])),
                create: .invalidState),
            Row(
                failure: DeviceFailure(
                    .unsupportedAlgorithm, .noCommonAlgorithm(offered: [1], supported: [])),
                create: .notSupported),
        ]

    @Test func mapsWhatDevicesAnswer() async throws {
        for row in Self.statuses + Self.withCauses {
            let scene = try Scene()
            scene.device.set {
                $0.make = { (_) throws(DeviceFailure) in throw row.failure }
                $0.get = { (_) throws(DeviceFailure) in throw row.failure }
            }
            let created = try await scene.failure { try await scene.create() }
            let got = try await scene.failure { try await scene.get() }
            #expect(created?.exception == row.create, "\(row.failure)")
            #expect(got?.exception == row.get, "\(row.failure)")
            #expect(created?.deviceFailure == row.failure)
            #expect(created?.cause.isEmpty == false)
            if let cause = row.failure.cause { #expect(got?.cause == cause.description) }
        }
    }

    /// Every other case, with the name and the words that the command line prints.
    struct Case { let error: ClientError, exception: ExceptionName, cause: String }
    static let cases: [Case] = [
        Case(
            error: .userHandleLength(65), exception: .type,
            cause: "user.id has 65 bytes; 1 to 64 are allowed"),
        Case(
            error: .noPublicKeyParameters(types: ["a", "b"]), exception: .notSupported,
            cause: "no entry of pubKeyCredParams has the type \"public-key\": a, b"),
        Case(
            error: .attachment(wanted: .platform, actual: .crossPlatform), exception: .notAllowed,
            cause: "the options ask for a platform authenticator, and this one is cross-platform"),
        Case(
            error: .discoverableUnsupported, exception: .constraint,
            cause: "a discoverable credential is required and this authenticator makes none"),
        Case(
            error: .verificationUnsupported(.create), exception: .constraint,
            cause: "user verification is required and this authenticator has no way to do it"),
        Case(
            error: .verificationUnsupported(.get), exception: .notAllowed,
            cause: "user verification is required and this authenticator has no way to do it"),
        Case(
            error: .pinNotRemembered, exception: .notAllowed,
            cause:
                "the authenticator's PIN was set elsewhere: type it with the gesture pin:… (no retry was lost)"
        ),
        Case(
            error: .accountOutOfRange(chosen: 4, offered: 3), exception: .notAllowed,
            cause: "account 4 was chosen, and 3 are offered"),
        Case(error: .user(.aborted), exception: .abort, cause: "the page aborted the ceremony"),
        Case(error: .user(.cancelled), exception: .notAllowed, cause: "the user closed the dialog"),
        Case(
            error: .mediation(.immediate, .unknownForCreate), exception: .type,
            cause: "create() has no such mediation; a browser takes the word for a wrong enum value"),
        Case(
            error: .device(DeviceFailure(.uvBlocked, nil), .get), exception: .notAllowed,
            cause: "the authenticator answered CTAP2_ERR_UV_BLOCKED"),
    ]
    @Test(arguments: cases) func namesTheRest(row: Case) {
        #expect(row.error.exception == row.exception)
        #expect(row.error.cause == row.cause)
        #expect(row.error.description == "\(row.exception.rawValue): \(row.cause)")
    }

    /// A page must not be able to tell one reason from another by the words.
    @Test func notAllowedErrorsReadAlike() {
        let errors: [ClientError] = [
            .opaqueOrigin, .user(.denied), .user(.timedOut), .wrongPIN(retriesLeft: 3), .noUserHandle,
            .device(DeviceFailure(.noCredentials, nil), .get), .mediation(.silent, .resolvesWithNull),
        ]
        #expect(Set(errors.map(\.message)).count == 1)
        #expect(Set(errors.map(\.cause)).count == errors.count)
    }

    @Test func decisionsAreTraced() async throws {
        let log = DecisionLog()
        var scene = try Scene(options: ["rk": true])
        scene.client.trace = { log.add($0) }
        let selection = AuthenticatorSelectionCriteria(residentKey: .preferred)
        _ = try await scene.create(Options.create(rpID: "example.com", selection: selection))
        #expect(
            log.all == [
                .lifetime(milliseconds: 300_000), .rpID("example.com", .suffix), .discoverable(true),
                .verification(.presenceOnly),
            ])
        #expect(log.all.map(\.description).allSatisfy { !$0.isEmpty })
    }
}
