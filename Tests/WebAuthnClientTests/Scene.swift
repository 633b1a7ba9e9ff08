import Bytes
import COSE
public import CTAP
import JSON
import Synchronization
public import TestSupport
import WebAuthnClient
import WebAuthnModel

extension TestClock: DeviceClock {}

/// A person who follows a script and remembers what was asked.
final class ScriptedUser: User {
    private let script: GestureScript
    private let asked = Mutex<[UserPrompt]>([])

    init(_ script: String) throws { self.script = try GestureScript(parsing: script) }
    var prompts: [UserPrompt] { asked.withLock { $0 } }
    func answer(_ prompt: UserPrompt) async -> Gesture {
        asked.withLock { $0.append(prompt) }
        return await script.answer(prompt)
    }
}

/// A client in front of a scripted device, a scripted user and a clock that stands still.
struct Scene {
    let device = ScriptedDevice()
    let user: ScriptedUser
    let clock = TestClock()
    var client: WebAuthnClient
    var origin = "https://login.example.com"

    init(
        gestures: String = "verify", attachment: AuthenticatorAttachment = .crossPlatform,
        isAlwaysDiscoverable: Bool = false, options: [String: Bool] = [:],
        info: (inout GetInfoResponse) -> Void = { _ in }
    ) throws {
        user = try ScriptedUser(gestures)
        client = WebAuthnClient(
            device: device,
            facts: ClientFacts(
                attachment: attachment, transports: [.usb, .nfc, .usb],
                isAlwaysDiscoverable: isAlwaysDiscoverable),
            user: user, clock: clock)
        var changed = device.now.info
        changed.options = options
        info(&changed)
        let prepared = changed
        device.set { $0.info = prepared }
    }

    func caller(
        mediation: Mediation = .optional, ancestry: CallerContext.Ancestry = .sameOrigin
    ) throws -> CallerContext {
        CallerContext(origin: try Origin(parsing: origin), ancestry: ancestry, mediation: mediation)
    }

    func create(
        _ options: CreationOptions = Options.create(), mediation: Mediation = .optional,
        ancestry: CallerContext.Ancestry = .sameOrigin
    ) async throws -> JSONDocument {
        let caller = try caller(mediation: mediation, ancestry: ancestry)
        return try JSONDocument(parsing: try await client.create(options, in: caller))
    }

    func get(
        _ options: RequestOptions = Options.get(), mediation: Mediation = .optional,
        ancestry: CallerContext.Ancestry = .sameOrigin
    ) async throws -> JSONDocument {
        let caller = try caller(mediation: mediation, ancestry: ancestry)
        return try JSONDocument(parsing: try await client.get(options, in: caller))
    }

    /// The error that a ceremony ends with, or nothing if it succeeds.
    func failure(of ceremony: () async throws -> JSONDocument) async throws -> ClientError? {
        do {
            _ = try await ceremony()
            return nil
        } catch let error as ClientError { return error }
    }
}

/// Options that ask for nothing special.
enum Options {
    static func create(
        rpID: String? = nil, selection: AuthenticatorSelectionCriteria? = nil,
        _ change: (inout CreationOptions) -> Void = { _ in }
    ) -> CreationOptions {
        var options = CreationOptions(
            rp: CreationOptions.RelyingParty(id: rpID, name: "Example"),
            user: CreationOptions.User(id: Sample.userID, name: "alice", displayName: "Alice"),
            challenge: Array(repeating: 7, count: 16),
            pubKeyCredParams: [CreationOptions.Parameters(algorithm: .es256)],
            authenticatorSelection: selection)
        change(&options)
        return options
    }

    static func get(
        rpID: String? = nil, verification: UserVerificationRequirement = .preferred,
        allow: [PublicKeyCredentialDescriptor] = [], _ change: (inout RequestOptions) -> Void = { _ in }
    ) -> RequestOptions {
        var options = RequestOptions(
            challenge: Array(repeating: 7, count: 16), rpID: rpID, allowCredentials: allow,
            userVerification: verification)
        change(&options)
        return options
    }
}

extension JSONElement {
    /// The bytes of a base64url member.
    func bytes(_ name: String) -> [UInt8]? {
        self[name]?.stringBytes.flatMap { try? Base64URL.decode($0) }
    }
}
