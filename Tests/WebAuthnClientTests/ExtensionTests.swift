import Bytes
import CBOR
import CTAP
import Cryptography
import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

/// What pages ask of extensions, what devices are asked in their turn, and what pages are told.
@Suite struct ExtensionTests {
    // MARK: Wrong inputs

    struct WrongCreation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let extensions: ExtensionInputs
        let exception: ExceptionName
    }
    private static let values = PRFValues(first: [1])
    private static let id: [UInt8] = [9, 9]
    private static let creations = [
        WrongCreation(
            testDescription: "prf by credential",
            extensions: .init(prf: PRFInput(evalByCredential: ["Zm9v": values])), exception: .notSupported),
        WrongCreation(
            testDescription: "reading a large blob", extensions: .init(largeBlob: LargeBlobInput(read: true)),
            exception: .notSupported),
        WrongCreation(
            testDescription: "writing a large blob", extensions: .init(largeBlob: LargeBlobInput(write: [1])),
            exception: .notSupported),
        WrongCreation(
            testDescription: "large blob required of one that has none",
            extensions: .init(largeBlob: LargeBlobInput(support: "required")), exception: .notAllowed),
        WrongCreation(
            testDescription: "a policy enforced on one that has none",
            extensions: .init(
                credentialProtectionPolicy: .userVerificationRequired, enforceCredentialProtectionPolicy: true
            ),
            exception: .notAllowed),
    ]

    @Test(arguments: creations) func wrongCreationInputsAreRejected(row: WrongCreation) async throws {
        let scene = try Scene()
        let failure = try await scene.failure {
            try await scene.create(Options.create { $0.extensions = row.extensions })
        }
        #expect(failure?.exception == row.exception)
        #expect(scene.device.now.makes.isEmpty)
    }

    struct WrongRequest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let extensions: ExtensionInputs
        var allow: [[UInt8]] = [[9, 9]]
        let exception: ExceptionName
    }
    private static let requests = [
        WrongRequest(
            testDescription: "prf by credential without a list",
            extensions: .init(prf: PRFInput(evalByCredential: ["CQk": values])), allow: [],
            exception: .notSupported),
        WrongRequest(
            testDescription: "prf for the empty text",
            extensions: .init(prf: PRFInput(evalByCredential: ["": values])), exception: .syntax),
        WrongRequest(
            testDescription: "prf for no base64url",
            extensions: .init(prf: PRFInput(evalByCredential: ["C Qk": values])), exception: .syntax),
        WrongRequest(
            testDescription: "prf for another credential",
            extensions: .init(prf: PRFInput(evalByCredential: ["CQk": values, "Zm9v": values])),
            exception: .syntax),
        WrongRequest(
            testDescription: "large blob support",
            extensions: .init(largeBlob: LargeBlobInput(support: "preferred")), exception: .notSupported),
        WrongRequest(
            testDescription: "large blob both ways",
            extensions: .init(largeBlob: LargeBlobInput(read: true, write: [1])), exception: .notSupported),
        WrongRequest(
            testDescription: "a large blob for nobody",
            extensions: .init(largeBlob: LargeBlobInput(write: [1])), allow: [], exception: .notSupported),
        WrongRequest(
            testDescription: "a large blob for one of two",
            extensions: .init(largeBlob: LargeBlobInput(write: [1])), allow: [[9, 9], [8]],
            exception: .notSupported),
    ]

    @Test(arguments: requests) func wrongRequestInputsAreRejected(row: WrongRequest) async throws {
        let scene = try Scene()
        let failure = try await scene.failure {
            try await scene.get(
                Options.get(allow: row.allow.map { PublicKeyCredentialDescriptor(id: $0) }) {
                    $0.extensions = row.extensions
                })
        }
        #expect(failure?.exception == row.exception)
        #expect(scene.device.now.gets.isEmpty && scene.device.now.silents.isEmpty)
    }

    // MARK: What devices are asked and pages told

    struct Creation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let extensions: ExtensionInputs
        var has: [String] = []
        var options: [String: Bool] = [:]
        var isDiscoverable = false
        /// What the device is asked, in diagnostic notation; nil for nothing.
        let asked: String?
        /// What it answers within authenticator data, and beside.
        var outputs: CBORValue?
        var unsigned: CBORValue?
        let told: String
    }
    private static let creationRows = [
        Creation(
            testDescription: "nothing", extensions: .init(), has: ["hmac-secret"], asked: nil, told: "{}"),
        Creation(
            testDescription: "a policy",
            extensions: .init(credentialProtectionPolicy: .userVerificationOptionalWithCredentialIDList),
            has: ["credProtect"], asked: #"{"credProtect": 2}"#, outputs: ["credProtect": 2], told: "{}"),
        Creation(
            testDescription: "a policy for one that has none",
            extensions: .init(credentialProtectionPolicy: .userVerificationRequired), asked: nil, told: "{}"),
        Creation(
            testDescription: "an optional policy enforced on one that has none",
            extensions: .init(
                credentialProtectionPolicy: .userVerificationOptional, enforceCredentialProtectionPolicy: true
            ),
            asked: nil, told: "{}"),
        Creation(
            testDescription: "prf", extensions: .init(prf: PRFInput()), has: ["hmac-secret"],
            asked: #"{"hmac-secret": true}"#, outputs: ["hmac-secret": true],
            told: #"{"prf":{"enabled":true}}"#),
        Creation(
            testDescription: "prf that the device does not confirm", extensions: .init(prf: PRFInput()),
            has: ["hmac-secret"], asked: #"{"hmac-secret": true}"#, told: #"{"prf":{"enabled":false}}"#),
        Creation(
            testDescription: "prf of one that has none", extensions: .init(prf: PRFInput(eval: values)),
            asked: nil, told: #"{"prf":{"enabled":false}}"#),
        Creation(
            testDescription: "hmacCreateSecret", extensions: .init(hmacCreateSecret: true),
            has: ["hmac-secret"], asked: #"{"hmac-secret": true}"#, outputs: ["hmac-secret": true],
            told: #"{"hmacCreateSecret":true}"#),
        Creation(
            testDescription: "a platform's prf", extensions: .init(prf: PRFInput(eval: values)), has: ["prf"],
            // SHA-256 of "WebAuthn PRF", a zero byte and 01.
            asked:
                "{\"prf\": {\"eval\": {\"first\": h'aea3e505112ac2c32162bfeaba488e77d858040f422f748cc36cb6ed14ad736c'}}}",
            unsigned: ["prf": ["enabled": true, "results": ["first": .bytes([4, 5])]]],
            told: #"{"prf":{"enabled":true,"results":{"first":"BAU"}}}"#),
        Creation(
            testDescription: "a blob", extensions: .init(credBlob: [1, 2]), has: ["credBlob"],
            asked: "{\"credBlob\": h'0102'}", outputs: ["credBlob": true], told: #"{"credBlob":true}"#),
        Creation(
            testDescription: "a blob for one that keeps none", extensions: .init(credBlob: [1]), asked: nil,
            told: #"{"credBlob":false}"#),
        Creation(
            testDescription: "a large blob", extensions: .init(largeBlob: .init(support: "required")),
            has: ["largeBlobKey"], options: ["largeBlobs": true, "rk": true], isDiscoverable: true,
            asked: #"{"largeBlobKey": true}"#, told: #"{"largeBlob":{"supported":false}}"#),
        Creation(
            testDescription: "a large blob of a server-side credential",
            extensions: .init(largeBlob: .init(support: "preferred")), has: ["largeBlobKey"],
            options: ["largeBlobs": true, "rk": true], asked: nil,
            told: #"{"largeBlob":{"supported":false}}"#),
        Creation(
            testDescription: "a platform's large blob", extensions: .init(largeBlob: .init()),
            has: ["largeBlob"], asked: #"{"largeBlob": {"support": "preferred"}}"#,
            unsigned: ["largeBlob": ["supported": true]], told: #"{"largeBlob":{"supported":true}}"#),
    ]

    @Test(arguments: creationRows) func aCreationIsAskedAndTold(row: Creation) async throws {
        let scene = try Scene(options: row.options) { $0.extensions = row.has }
        scene.device.set { state in
            state.make = { (request) throws(DeviceFailure) in
                var made = try Sample.madeCredential(request)
                if let outputs = row.outputs {
                    made.attestation.authenticatorData[32] |= 0x80
                    made.attestation.authenticatorData += CBOREncoder.encode(outputs)
                }
                made.unsignedExtensionOutputs = row.unsigned
                return made
            }
        }
        let selection = AuthenticatorSelectionCriteria(
            residentKey: row.isDiscoverable ? .required : .discouraged, userVerification: .discouraged)
        let response = try await scene.create(
            Options.create(selection: selection) { $0.extensions = row.extensions })
        let asked = scene.device.now.makes.first?.extensions.map { CBORDiagnostic.text(of: $0) }
        #expect(asked == row.asked)
        let told = response.root["clientExtensionResults"]?.rawBytes ?? []
        #expect(String(decoding: told, as: UTF8.self) == row.told)
    }

    // MARK: evalByCredential

    struct Choice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let allow: [[UInt8]]
        /// The credential that the device has.
        let lives: [UInt8]
        /// What it is asked to evaluate; nil for nothing.
        let chosen: UInt8?
        let sent: [[UInt8]]
    }
    private static let choices = [
        Choice(testDescription: "the only one", allow: [[1]], lives: [1], chosen: 11, sent: [[1]]),
        Choice(testDescription: "one of two", allow: [[1], [2]], lives: [2], chosen: 12, sent: [[2]]),
        Choice(
            testDescription: "one that has no inputs of its own", allow: [[1], [2], [3]], lives: [3],
            chosen: 10, sent: [[3]]),
        Choice(
            testDescription: "none that lives here", allow: [[1], [2]], lives: [4], chosen: 10,
            sent: [[1], [2]]),
    ]

    @Test(arguments: choices) func theCredentialThatWillSignHasTheSay(row: Choice) async throws {
        let scene = try Scene { $0.extensions = ["prf"] }
        scene.device.set { state in
            state.silent = { (request) throws(DeviceFailure) in
                guard request.allowList.contains(where: { $0.id == row.lives }) else {
                    throw DeviceFailure(.noCredentials, nil)
                }
                return Sample.assertion(request, id: row.lives)
            }
        }
        let named = [1, 2].filter { row.allow.contains([UInt8($0)]) }
        let byCredential = named.map { (Base64URL.encode([UInt8($0)]), PRFValues(first: [UInt8($0 + 10)])) }
        let input = PRFInput(
            eval: PRFValues(first: [10]),
            evalByCredential: Dictionary(uniqueKeysWithValues: byCredential))
        _ = try await scene.get(
            Options.get(verification: .discouraged, allow: row.allow.map { .init(id: $0) }) {
                $0.extensions = ExtensionInputs(prf: input)
            })
        let asked = try #require(scene.device.now.gets.first)
        #expect(asked.allowList.map(\.id) == row.sent)
        let salt = asked.extensions?[text: "prf"]?[text: "eval"]?[text: "first"]?.bytesValue
        #expect(salt == row.chosen.map { Digest.sha256(Array("WebAuthn PRF".utf8) + [0, $0]) })
    }

    @Test func hmacSecretMakesVerificationUnavoidable() async throws {
        let scene = try Scene(gestures: "pin:1234", options: ["clientPin": true]) {
            $0.extensions = ["hmac-secret"]
        }
        scene.device.set { $0.pin = "1234" }
        let response = try await scene.get(
            Options.get(verification: .discouraged, allow: [.init(id: [1])]) {
                $0.extensions = ExtensionInputs(prf: PRFInput(eval: Self.values))
            })
        let asked = try #require(scene.device.now.gets.first)
        #expect(asked.authorization != nil && asked.extensions?[text: "hmac-secret"] != nil)
        // The device gave nothing.
        let told = response.root["clientExtensionResults"]?.rawBytes ?? []
        #expect(String(decoding: told, as: UTF8.self) == #"{"prf":{}}"#)
    }
}
