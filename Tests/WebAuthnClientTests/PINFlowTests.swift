import Bytes
import CTAP
import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

@Suite struct PINFlowTests {
    enum End: Equatable {
        /// The command went out, with or without a pinUvAuthParam.
        case verified
        case unverified
        case failed(ClientError)
    }
    struct Row: CustomTestStringConvertible {
        let what: String
        var pin: String? = "1234"
        var remembered: String? = "1234"
        var retries = 8
        var gestures = "verify"
        var requirement = UserVerificationRequirement.required
        var options: [String: Bool] = ["clientPin": true, "pinUvAuthToken": true]
        var protocols = [2, 1]
        var end: End
        var prompts: [UserPrompt] = [.pin(isNew: false, retriesLeft: 8)]
        var retriesAfter = 8
        var pinAfter: String?
        var testDescription: String { what }
    }
    static let fresh: [String: Bool] = ["clientPin": false, "pinUvAuthToken": true]
    static let twice: [UserPrompt] = [.pin(isNew: false, retriesLeft: 8), .pin(isNew: false, retriesLeft: 7)]
    static let rows: [Row] = [
        Row(what: "the remembered PIN", end: .verified),
        Row(what: "the typed PIN", remembered: nil, gestures: "pin:1234", end: .verified),
        Row(what: "protocol one", protocols: [1], end: .verified),
        Row(what: "the device's order counts", protocols: [1, 2], end: .verified),
        Row(what: "unknown protocols are passed over", protocols: [9, 2], end: .verified),
        Row(what: "no protocol named", protocols: [], end: .verified),
        Row(what: "the legacy token", options: ["clientPin": true], end: .verified),
        Row(what: "preferred, and a PIN is set", requirement: .preferred, end: .verified),
        Row(what: "discouraged", requirement: .discouraged, end: .unverified, prompts: []),
        Row(
            what: "discouraged, alwaysUv", requirement: .discouraged,
            options: ["clientPin": true, "pinUvAuthToken": true, "alwaysUv": true], end: .verified),

        Row(
            what: "a PIN that nobody told", remembered: nil, end: .failed(.pinNotRemembered)),
        Row(
            what: "a remembered PIN that was changed elsewhere", remembered: "0000",
            end: .failed(.wrongPIN(retriesLeft: 7)), prompts: twice, retriesAfter: 7),
        Row(
            what: "a wrong PIN, then the right one", gestures: "pin:0000 pin:1234", end: .verified,
            prompts: twice),
        Row(
            what: "a wrong PIN, then the remembered one", gestures: "fail-verification verify",
            end: .verified,
            prompts: twice),
        Row(
            what: "a wrong PIN for ever costs one retry", gestures: "pin:0000",
            end: .failed(.wrongPIN(retriesLeft: 7)), prompts: twice, retriesAfter: 7),
        Row(
            what: "failing verification costs one retry", gestures: "fail-verification",
            requirement: .preferred,
            end: .failed(.wrongPIN(retriesLeft: 7)), prompts: twice, retriesAfter: 7),
        Row(
            what: "three wrong PINs in a row", gestures: "pin:1 pin:2 pin:3 pin:1234",
            end: .failed(.device(DeviceFailure(.pinAuthBlocked, .pinLocked(powerCycle: true)), .get)),
            prompts: twice + [.pin(isNew: false, retriesLeft: 6)], retriesAfter: 5),
        Row(
            what: "the last try is wrong", retries: 1, gestures: "pin:1 pin:1234",
            end: .failed(.device(DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)), .get)),
            prompts: [.pin(isNew: false, retriesLeft: 1)], retriesAfter: 0),
        Row(
            what: "no tries left", retries: 0,
            end: .failed(.device(DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)), .get)),
            prompts: [],
            retriesAfter: 0),
        Row(
            what: "preferred, and no tries left", retries: 0, requirement: .preferred,
            end: .failed(.device(DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)), .get)),
            prompts: [],
            retriesAfter: 0),

        Row(what: "required, and only a touch", gestures: "approve", end: .failed(.notVerified)),
        Row(what: "required, and a choice", gestures: "select:2", end: .failed(.notVerified)),
        Row(
            what: "preferred, and only a touch", gestures: "approve", requirement: .preferred,
            end: .unverified),
        Row(what: "refused", gestures: "deny", end: .failed(.user(.denied))),
        Row(what: "closed", gestures: "cancel", requirement: .preferred, end: .failed(.user(.cancelled))),
        Row(what: "aborted", gestures: "abort", end: .failed(.user(.aborted))),
        Row(what: "left alone", gestures: "timeout", end: .failed(.user(.timedOut))),
        Row(
            what: "refused after a wrong PIN", gestures: "pin:0000 deny", end: .failed(.user(.denied)),
            prompts: twice, retriesAfter: 7),

        Row(
            what: "preferred, and no PIN is set", pin: nil, requirement: .preferred, options: fresh,
            end: .unverified, prompts: []),
        Row(
            what: "required, and a PIN is set first", pin: nil, remembered: nil, options: fresh,
            end: .verified,
            prompts: [.pin(isNew: true, retriesLeft: nil)], pinAfter: DefaultPIN.text),
        Row(
            what: "required, and a PIN of one's own is set first", pin: nil, gestures: "pin:слово",
            options: fresh, protocols: [1], end: .verified, prompts: [.pin(isNew: true, retriesLeft: nil)],
            pinAfter: "слово"),
        Row(
            what: "a new PIN that is too short", pin: nil, gestures: "pin:123", options: fresh,
            end: .failed(.device(DeviceFailure(.pinPolicyViolation, .pinPolicy("too short")), .get)),
            prompts: [.pin(isNew: true, retriesLeft: nil)]),
        Row(
            what: "a new PIN that is too long", pin: nil,
            gestures: "pin:" + String(repeating: "1", count: 64),
            options: fresh, end: .failed(.pinTooLong(bytes: 64)),
            prompts: [.pin(isNew: true, retriesLeft: nil)]),
        Row(
            what: "no wish to set a PIN", pin: nil, gestures: "approve", options: fresh,
            end: .failed(.notVerified), prompts: [.pin(isNew: true, retriesLeft: nil)]),
        Row(
            what: "no way to be verified", pin: nil, options: [:],
            end: .failed(.verificationUnsupported(.get)),
            prompts: []),
        Row(
            what: "a PIN that is not for this",
            options: ["clientPin": true, "noMcGaPermissionsWithClientPin": true],
            end: .failed(.verificationUnsupported(.get)), prompts: []),
    ]

    @Test(arguments: rows) func proves(row: Row) async throws {
        var scene = try Scene(gestures: row.gestures, options: row.options) {
            $0.pinUvAuthProtocols = row.protocols
        }
        scene.client.rememberedPIN = { row.remembered }
        scene.device.set {
            $0.pin = row.pin
            $0.pinRetries = row.retries
        }
        let error = try await scene.failure {
            try await scene.get(Options.get(rpID: "example.com", verification: row.requirement))
        }
        let state = scene.device.now
        #expect(scene.user.prompts == row.prompts)
        #expect(state.pinRetries == row.retriesAfter)
        if row.pin == nil { #expect(state.pin == row.pinAfter) }
        switch row.end {
        case .failed(let expected):
            #expect(error == expected)
            #expect(state.gets.isEmpty)
        case .unverified:
            #expect(error == nil)
            #expect(state.gets.first?.authorization == nil)
        case .verified:
            #expect(error == nil)
            let request = try #require(state.gets.first)
            let authorization = try #require(request.authorization)
            let version = row.protocols.first { [1, 2].contains($0) } ?? 1
            #expect(authorization.protocolNumber == version)
            let method = try #require(PINUVAuthProtocol(rawValue: version))
            let token = Secret(try #require(state.token))
            #expect(method.verify(authorization.parameter, over: request.clientDataHash.bytes, key: token))
            let asked = try #require(state.pinRequests.last)
            let isLegacy = row.options["pinUvAuthToken"] == nil
            #expect(asked.subcommand == (isLegacy ? 5 : 9))
            #expect(asked.permissions == (isLegacy ? nil : TokenPermissions.getAssertion.rawValue))
            #expect(asked.rpID == (isLegacy ? nil : "example.com"))
        }
        #expect(state.gets.allSatisfy { $0.options.userVerification == nil })
    }

    @Test func creationHasItsOwnPermission() async throws {
        var scene = try Scene(options: ["clientPin": true, "pinUvAuthToken": true, "rk": true]) {
            $0.pinUvAuthProtocols = [2]
        }
        scene.client.rememberedPIN = { "1234" }
        scene.device.set { $0.pin = "1234" }
        // A protected key makes a discoverable credential for a verified user only, whatever the options want.
        let selection = AuthenticatorSelectionCriteria(residentKey: .required, userVerification: .discouraged)
        _ = try await scene.create(Options.create(selection: selection))
        #expect(scene.device.now.pinRequests.last?.permissions == TokenPermissions.makeCredential.rawValue)
        #expect(scene.device.now.makes.first?.authorization?.parameter.count == 32)
    }

    @Test func theDefaultPINIsLongEnoughForAnyModel() async throws {
        struct Row { let minimum: Int?, length: Int }
        let rows = [
            Row(minimum: nil, length: 8), Row(minimum: 4, length: 8), Row(minimum: 9, length: 16),
            Row(minimum: 63, length: 63), Row(minimum: Int.max, length: 63),
        ]
        for row in rows {
            let scene = try Scene(options: Self.fresh) {
                $0.pinUvAuthProtocols = [2]
                $0.minPINLength = row.minimum
            }
            _ = try await scene.failure { try await scene.get(Options.get(verification: .required)) }
            if row.minimum ?? 0 <= 63 { #expect(scene.device.now.pin?.count == row.length) }
        }
    }

    struct Answer: CustomTestStringConvertible {
        let what: String
        let change: @Sendable (ClientPINResponse) -> ClientPINResponse
        let error: ClientError
        var testDescription: String { what }
    }
    static let answers: [Answer] = [
        Answer(
            what: "no key agreement", change: { _ in ClientPINResponse(pinRetries: 8) },
            error: .malformedAnswer(.noKeyAgreement)),
        Answer(
            what: "no token",
            change: { ClientPINResponse(keyAgreement: $0.keyAgreement, pinRetries: $0.pinRetries) },
            error: .malformedAnswer(.noToken)),
        Answer(
            what: "a token of no block",
            change: {
                ClientPINResponse(
                    keyAgreement: $0.keyAgreement, pinUvAuthToken: [1, 2, 3], pinRetries: $0.pinRetries)
            }, error: .malformedAnswer(.tokenLength)),
        Answer(
            what: "an empty token",
            change: {
                ClientPINResponse(
                    keyAgreement: $0.keyAgreement, pinUvAuthToken: [], pinRetries: $0.pinRetries)
            }, error: .malformedAnswer(.tokenLength)),
    ]
    @Test(arguments: answers) func seesThroughBrokenAnswers(row: Answer) async throws {
        var scene = try Scene(options: ["clientPin": true]) { $0.pinUvAuthProtocols = [2] }
        scene.client.rememberedPIN = { "1234" }
        scene.device.set { $0.pin = "1234" }
        scene.client.device = AlteringDevice(inner: scene.device, alterPIN: row.change)
        let error = try await scene.failure { try await scene.get(Options.get(verification: .required)) }
        #expect(error == row.error)
        #expect(error?.exception == .notAllowed)
    }

    // MARK: Built-in verification

    struct BuiltIn: CustomTestStringConvertible {
        let what: String
        let failure: DeviceFailure?
        let requirement: UserVerificationRequirement
        var options: [String: Bool] = ["uv": true]
        /// `uv` of each attempt.
        let attempts: [Bool?]
        var fails = false
        var testDescription: String { what }
    }
    static let builtIn: [BuiltIn] = [
        BuiltIn(what: "verified", failure: nil, requirement: .required, attempts: [true]),
        BuiltIn(what: "discouraged", failure: nil, requirement: .discouraged, attempts: [nil]),
        BuiltIn(
            what: "required and not verified",
            failure: DeviceFailure(.uvInvalid, .notVerified(retriesLeft: 5)),
            requirement: .required, attempts: [true], fails: true),
        BuiltIn(
            what: "preferred and not verified",
            failure: DeviceFailure(.uvInvalid, .notVerified(retriesLeft: 5)),
            requirement: .preferred, attempts: [true, nil]),
        BuiltIn(
            what: "preferred and not verified, as a transport tells it",
            failure: DeviceFailure(.uvInvalid, nil),
            requirement: .preferred, attempts: [true, nil]),
        BuiltIn(
            what: "preferred and blocked", failure: DeviceFailure(.uvBlocked, nil), requirement: .preferred,
            attempts: [true, nil]),
        BuiltIn(
            what: "preferred and not verified, as OPERATION_DENIED",
            failure: DeviceFailure(.operationDenied, .notVerified(retriesLeft: 5)), requirement: .preferred,
            attempts: [true, nil]),
        BuiltIn(
            what: "preferred and refused", failure: DeviceFailure(.operationDenied, .userDenied),
            requirement: .preferred, attempts: [true], fails: true),
        BuiltIn(
            what: "preferred and refused, as a transport tells it",
            failure: DeviceFailure(.operationDenied, nil),
            requirement: .preferred, attempts: [true], fails: true),
        BuiltIn(
            what: "required, and the PIN instead", failure: DeviceFailure(.puatRequired, nil),
            requirement: .required, options: ["uv": true, "clientPin": true], attempts: [true, nil]),
    ]
    @Test(arguments: builtIn) func verifiesOnTheDevice(row: BuiltIn) async throws {
        var scene = try Scene(options: row.options) { $0.pinUvAuthProtocols = [2] }
        scene.client.rememberedPIN = { "1234" }
        scene.device.set {
            $0.builtInFailure = row.failure
            $0.pin = "1234"
        }
        let error = try await scene.failure {
            try await scene.get(Options.get(verification: row.requirement))
        }
        #expect(scene.device.now.gets.map(\.options.userVerification) == row.attempts)
        #expect(error == (row.fails ? row.failure.map { .device($0, .get) } : nil))
    }
}

/// A device whose answers about the PIN are changed on the way.
struct AlteringDevice: CTAPDevice {
    let inner: ScriptedDevice
    let alterPIN: @Sendable (ClientPINResponse) -> ClientPINResponse

    func getInfo() async throws(DeviceFailure) -> GetInfoResponse { try await inner.getInfo() }
    func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse { try await inner.makeCredential(request) }
    func getAssertion(_ request: GetAssertionRequest) async throws(DeviceFailure) -> GetAssertionResponse {
        try await inner.getAssertion(request)
    }
    func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse {
        try await inner.getNextAssertion()
    }
    func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        alterPIN(try await inner.clientPIN(request))
    }
    func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse {
        try await inner.u2f(request)
    }
    func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse {
        try await inner.largeBlobs(request)
    }
    func reset() async throws(DeviceFailure) {}
    func selection() async throws(DeviceFailure) {}
}
