import Foundation
import TestSupport
import Testing
import Understudy

// The README shows this; a test holds the two together.
// README: begin
/// The routes of a server, whatever web framework calls them; `session` is the value of a cookie.
struct PasskeyRoutes: Sendable {
    let server: RelyingPartyServer

    init(secret: [UInt8]) throws {
        server = try RelyingPartyServer(
            settings: ServerSettings(
                rpID: "example.org", name: "Example",
                origin: OriginExpectation(["https://login.example.org"])),
            challenges: MemoryChallengeStore(), credentials: MemoryCredentialDirectory(), secret: secret,
            clock: { WallClock().now() })
    }

    /// For a user who has just signed in in another way.
    func registrationOptions(of user: UserAccount) async throws -> (body: [UInt8], session: String) {
        let begun = try await server.beginRegistration(of: user)
        return (begun.options.json, begun.ceremony)
    }

    func register(_ body: [UInt8], session: String) async throws -> OutwardAnswer {
        let verdict = try await server.finishRegistration(body, ceremony: session)
        if case .rejected(let why) = verdict { print(why, why.report?.text ?? "") }  // for the log alone
        return verdict.answer
    }

    func signInOptions() async throws -> (body: [UInt8], session: String) {
        let begun = try await server.beginAuthentication()
        return (begun.options.json, begun.ceremony)
    }

    /// The user handle of whoever signed in; nil, and one answer for every reason, for everybody else.
    func signIn(_ body: [UInt8], session: String) async throws -> (user: [UInt8]?, answer: OutwardAnswer) {
        let verdict = try await server.finishAuthentication(body, ceremony: session)
        guard case .accepted(let credential, _) = verdict else { return (nil, verdict.answer) }
        return (credential.userHandle, verdict.answer)
    }
}
// README: end

/// A server in Swift, answered by a device.
@Suite struct ServerRoutesTests {
    @Test func aDeviceRegistersAndSignsIn() async throws {
        let routes = try PasskeyRoutes(secret: [UInt8](repeating: 7, count: 32))
        let device = VirtualDevice(
            profile: try BuiltInProfiles.profile(named: "platform"),
            environment: Environment(
                clock: WallClock(), randomness: .system, user: GestureScript([]), store: MemoryStore()))
        let caller = CallerContext(origin: try Origin(parsing: "https://login.example.org"))
        let user = try UserAccount(
            id: try UserAccount.newID(from: SystemRandom()), name: "ada", displayName: "Ada")

        let creation = try await routes.registrationOptions(of: user)
        let created = try await device.create(
            try ParsedOptions<CreationOptions>(json: creation.body).options, in: caller)
        #expect(try await routes.register(created, session: creation.session) == .verified)

        let request = try await routes.signInOptions()
        let got = try await device.get(
            try ParsedOptions<RequestOptions>(json: request.body).options, in: caller)
        let signedIn = try await routes.signIn(got, session: request.session)
        #expect(signedIn.user == user.id && signedIn.answer == .verified)
        let again = try await routes.signIn(got, session: request.session)
        #expect(again.user == nil && again.answer == .refused)
    }

    /// What the README shows is what was compiled above.
    @Test func theReadmeShowsTheSameCode() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: file, encoding: .utf8)
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let begin = try #require(source.range(of: "// README: begin\n"))
        let end = try #require(source.range(of: "// README: end\n"))
        #expect(readme.contains(source[begin.upperBound..<end.lowerBound]))
    }
}
