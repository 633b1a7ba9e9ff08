import Bytes
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// The attacks on servers that were published, mounted against this one.
@Suite struct ServerAttackTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let reason: Rejection.Reason
        /// The rule that is broken, where one is.
        let code: RuleCode?
        let mount: @Sendable (ServerScene) async throws -> ServerVerdict

        init(
            _ name: String, _ reason: Rejection.Reason, _ code: RuleCode? = nil,
            mount: @escaping @Sendable (ServerScene) async throws -> ServerVerdict
        ) {
            testDescription = name
            self.reason = reason
            self.code = code
            self.mount = mount
        }
    }

    static let replays: [Attack] = [
        Attack("a sign-in replayed", .unknownCeremony) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge)
            let first = try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
            #expect(first.answer == .verified)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a sign-in replayed under a new ceremony", .rules, .clientDataChallenge) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge)
            let next = try await scene.server.beginAuthentication()
            return try await scene.server.finishAuthentication(answer, ceremony: next.ceremony)
        },
        Attack("a second try after a wrong answer", .unknownCeremony) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            let wrong = try await scene.server.finishAuthentication([], ceremony: begun.ceremony)
            #expect(wrong.answer == .refused)
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a registration replayed", .unknownCeremony) { scene in
            let begun = try await scene.server.beginRegistration(of: scene.ada.account)
            let answer = try scene.registration(of: scene.ada, begun.options.challenge)
            _ = try await scene.server.finishRegistration(answer, ceremony: begun.ceremony)
            return try await scene.server.finishRegistration(answer, ceremony: begun.ceremony)
        },
        Attack("an answer that comes too late", .expired) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            scene.clock.advance(milliseconds: 300_000)
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a ceremony that nobody began", .unknownCeremony) { scene in
            try await scene.server.finishAuthentication(
                try scene.assertion(of: scene.ada, [1, 2, 3]), ceremony: "AAAAAAAAAAAAAAAAAAAAAA")
        },
        Attack("a registration in answer to a sign-in", .otherCeremony) { scene in
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.registration(of: scene.mallory, begun.options.challenge)
            return try await scene.server.finishRegistration(answer, ceremony: begun.ceremony)
        },
        Attack("a sign-in in answer to a registration", .otherCeremony) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginRegistration(of: scene.ada.account)
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
    ]

    /// Somebody who is named, and somebody else's valid credential.
    static func substituted(
        _ name: String, _ reason: Rejection.Reason, victimHasCredential: Bool
    ) -> Attack {
        Attack(name, reason) { scene in
            if victimHasCredential { try await scene.register(scene.ada) }
            try await scene.register(scene.mallory)
            let begun = try await scene.server.beginAuthentication(
                of: scene.ada.username, handle: scene.ada.account.id)
            #expect(!begun.options.allowCredentials.isEmpty)
            let answer = try scene.assertion(of: scene.mallory, begun.options.challenge) {
                $0.userHandle = nil
            }
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        }
    }

    static let substitutions: [Attack] = [
        substituted("another user's credential", .otherOwner, victimHasCredential: true),
        // YSA-2026-02: an empty list must not mean any.
        substituted(
            "another user's credential for a user without one", .otherOwner, victimHasCredential: false),
        Attack("another user's handle beside one's own credential", .rules, .userHandle) { scene in
            try await scene.register(scene.ada)
            try await scene.register(scene.mallory)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.mallory, begun.options.challenge) {
                $0.userHandle = scene.ada.account.id
            }
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a credential that nobody has", .unknownCredential) { scene in
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.mallory, begun.options.challenge)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        // The decoy's key is no secret: whoever signs with it is refused all the same.
        Attack("a credential that nobody has, signed with the decoy's key", .unknownCredential) { scene in
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.mallory, begun.options.challenge) {
                if let one = try? TestKeys.one() { $0.key = one }
            }
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a user whom there is not", .unknownUser) { scene in
            try await scene.register(scene.mallory)
            let begun = try await scene.server.beginAuthentication(of: "nobody", handle: nil)
            let answer = try scene.assertion(of: scene.mallory, begun.options.challenge)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a credential that has lost its owner", .otherOwner) { scene in
            try await scene.register(scene.mallory)
            var record = try #require(try await scene.directory.credential(scene.mallory.credentialID))
            record.userHandle = nil
            try await scene.directory.update(record)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.mallory, begun.options.challenge)
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("an ID that somebody else has registered", .rules, .credentialID) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginRegistration(of: scene.mallory.account)
            let answer = try scene.registration(of: scene.mallory, begun.options.challenge) {
                $0.data.attestedCredentialData?.credentialID = scene.ada.credentialID
            }
            let verdict = try await scene.server.finishRegistration(answer, ceremony: begun.ceremony)
            let record = try await scene.directory.credential(scene.ada.credentialID)
            #expect(record?.userHandle == scene.ada.account.id, "nothing is overwritten")
            return verdict
        },
        Attack("an ID that was registered a moment ago", .credentialTaken) { _ in
            let scene = try ServerScene(directory: ForgetfulDirectory())
            return try await scene.register(scene.ada)
        },
    ]

    static let downgrades: [Attack] = [
        Attack("a user who was not verified", .rules, .flagUV) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge) {
                $0.data.flags.remove(.userVerified)
            }
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("an algorithm that was not offered", .rules, .keyAlgorithm) { scene in
            let begun = try await scene.server.beginRegistration(of: scene.mallory.account)
            let answer = try scene.registration(of: scene.mallory, begun.options.challenge) {
                guard let key = try? TestKeys.ec(.p384, 3) else { return }
                $0.key = key
                $0.algorithm = .es384
            }
            return try await scene.server.finishRegistration(answer, ceremony: begun.ceremony)
        },
        Attack("another site's page", .rules, .clientDataOrigin) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge) {
                $0.client.value["origin"] = "https://example.org.evil.example"
            }
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
        Attack("a frame on another site", .rules, .clientDataCrossOrigin) { scene in
            try await scene.register(scene.ada)
            let begun = try await scene.server.beginAuthentication()
            let answer = try scene.assertion(of: scene.ada, begun.options.challenge) {
                $0.client.value["crossOrigin"] = true
            }
            return try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
        },
    ]

    @Test(arguments: replays + substitutions + downgrades) func isRefused(_ attack: Attack) async throws {
        let verdict = try await attack.mount(try ServerScene())
        guard case .rejected(let rejection) = verdict else {
            Issue.record("accepted")
            return
        }
        #expect(rejection.reason == attack.reason, "\(rejection)")
        if let code = attack.code {
            #expect(rejection.report?.findings.filter(\.rejects).map(\.code) == [code], "\(rejection)")
        }
        // Whatever happened, the client is told the same, byte for byte.
        #expect(verdict.answer == .refused && verdict.answer.status == 400)
        #expect(throws: Rejection.self) { try verdict.verified() }
    }

    /// What leads to options for users whom there is not looks like what leads to those of others, and stays.
    @Test func namesAreNotToBeFoundOut() async throws {
        let scene = try ServerScene()
        try await scene.register(scene.ada)
        var seen: [[PublicKeyCredentialDescriptor]] = []
        for name in ["eve", "Eve", "ada@example.org", ""] {
            let first = try await scene.server.beginAuthentication(of: name, handle: nil)
            let second = try await scene.server.beginAuthentication(of: name, handle: nil)
            let list = first.options.allowCredentials
            #expect(
                list == second.options.allowCredentials && first.options.challenge != second.options.challenge
            )
            #expect((1...2).contains(list.count) && list.allSatisfy { (16...32).contains($0.id.count) })
            #expect(list.allSatisfy { $0.type == "public-key" && !$0.transports.isEmpty })
            #expect(!seen.contains(list))
            seen.append(list)
        }
        let real = try await scene.server.beginAuthentication(
            of: scene.ada.username, handle: scene.ada.account.id)
        let fake = try await scene.server.beginAuthentication(of: "eve", handle: nil)
        func members(_ options: RequestOptions) throws -> [String] {
            try JSONValue(parsing: options.json).objectValue?.map(\.name) ?? []
        }
        #expect(try members(real.options) == members(fake.options))
        // Another secret, other decoys: they cannot be computed from outside.
        let other = try ServerScene(secret: [UInt8](repeating: 2, count: 16))
        #expect(
            try await other.server.beginAuthentication(of: "eve", handle: nil).options.allowCredentials
                != seen[0])
    }
}

/// Finds nothing and takes nothing: what a directory looks like to whoever comes second.
struct ForgetfulDirectory: CredentialDirectory {
    func credential(_ id: [UInt8]) async throws(RelyingPartyError) -> CredentialRecord? { nil }
    func credentials(ofUser handle: [UInt8]) async throws(RelyingPartyError) -> [CredentialRecord] { [] }
    func add(_ record: CredentialRecord) async throws(RelyingPartyError) -> Bool { false }
    func update(_ record: CredentialRecord) async throws(RelyingPartyError) {}
}
