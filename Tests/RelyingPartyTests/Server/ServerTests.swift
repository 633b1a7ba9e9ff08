import COSE
import Cryptography
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// What a server begins, remembers and accepts.
@Suite struct ServerTests {
    @Test func aRecordThatWasRemovedDoesNotComeBack() async throws {
        let scene = try ServerScene()
        try await scene.register(scene.ada)
        let record = try #require(try await scene.directory.credential(scene.ada.credentialID))
        let other = MemoryCredentialDirectory()
        try await other.update(record)
        #expect(try await other.credential(scene.ada.credentialID) == nil)
    }

    @Test func aUserRegistersAndSignsIn() async throws {
        let scene = try ServerScene()
        let registered = try await scene.register(scene.ada)
        #expect(registered.answer == .verified)
        let record = try registered.verified()
        #expect(record.userHandle == scene.ada.account.id && record.rpID == "example.org")
        for (count, isNamed) in [(1, true), (2, false)] {
            let begun =
                isNamed
                ? try await scene.server.beginAuthentication(
                    of: scene.ada.username, handle: scene.ada.account.id)
                : try await scene.server.beginAuthentication()
            #expect(begun.options.allowCredentials.map(\.id) == (isNamed ? [record.id] : []))
            let answer = try scene.assertion(
                of: scene.ada, begun.options.challenge, counter: UInt32(count))
            let verdict = try await scene.server.finishAuthentication(answer, ceremony: begun.ceremony)
            #expect(try verdict.verified().signCount == UInt32(count))
            #expect(try await scene.directory.credential(record.id)?.signCount == UInt32(count))
        }
        // Who registers once more is told which of his authenticators to leave out.
        let again = try await scene.server.beginRegistration(of: scene.ada.account)
        #expect(again.options.excludeCredentials == [record.descriptor])
    }

    @Test func optionsAreAsTheyShouldBe() async throws {
        let scene = try ServerScene()
        let begun = try await scene.server.beginRegistration(of: scene.ada.account)
        let options = begun.options
        #expect(options.challenge.count == 32 && options.rp.id == "example.org")
        #expect(options.pubKeyCredParams.map(\.algorithm) == [.edDSA, .es256, .rs256])
        #expect(options.timeout == 300_000 && options.attestation == .none && options.extensions.credProps)
        #expect(options.authenticatorSelection?.userVerification == .required)
        #expect(try ParsedOptions<CreationOptions>(json: options.json).options == options)
        let next = try await scene.server.beginRegistration(of: scene.ada.account)
        #expect(next.options.challenge != options.challenge && next.ceremony != begun.ceremony)
    }

    struct BadInput: CustomTestStringConvertible, Sendable {
        let error: RelyingPartyError
        let make: @Sendable () throws -> Void
        var testDescription: String { error.description }

        init(_ error: RelyingPartyError, _ make: @escaping @Sendable () throws -> Void) {
            self.error = error
            self.make = make
        }

        static func user(_ error: RelyingPartyError, _ id: [UInt8]) -> BadInput {
            BadInput(error) { _ = try UserAccount(id: id, name: "a", displayName: "A") }
        }

        static func settings(_ error: RelyingPartyError, _ rpID: String, _ origin: String) -> BadInput {
            BadInput(error) {
                _ = try ServerSettings(rpID: rpID, name: "x", origin: OriginExpectation([origin]))
            }
        }
    }

    @Test(arguments: [
        BadInput.user(.userIDLength(0), []),
        BadInput.user(.userIDLength(65), [UInt8](repeating: 1, count: 65)),
        BadInput.user(.userIDIsAddress, Array("ada@example.org".utf8)),
        BadInput.settings(.noRPID, "192.0.2.1", "https://example.org"),
        BadInput.settings(.noRPID, "", "https://example.org"),
        BadInput.settings(
            .originOutsideRPID("https://evilexample.org"), "example.org", "https://evilexample.org"),
        BadInput.settings(
            .originOutsideRPID("https://example.org"), "www.example.org", "https://example.org"),
        BadInput(.challengeTooShort(15)) {
            _ = try ServerScene.settings().requestOptions(challenge: [UInt8](repeating: 1, count: 15))
        },
        BadInput(.challengeTooShort(0)) {
            _ = try ServerScene.settings().creationOptions(
                for: try UserAccount(id: [1], name: "", displayName: ""), challenge: [])
        },
        BadInput(.secretTooShort(15)) { _ = try ServerScene(secret: [UInt8](repeating: 1, count: 15)) },
        BadInput(.randomUnavailable) { _ = try UserAccount.newID(from: NoRandom()) },
    ])
    func badInputIsRefused(_ row: BadInput) {
        #expect(throws: row.error) { try row.make() }
        #expect(!row.error.description.isEmpty)
    }

    struct NoRandom: RandomSource {
        func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] { [] }
    }

    @Test(arguments: ["a@b", "@example.org", "ada @example.org", "ada@", "\u{e9}@example.org", "a@.org"])
    func whatIsNoAddressIsTaken(_ text: String) throws {
        #expect(try UserAccount(id: Array(text.utf8), name: "a", displayName: "A").id == Array(text.utf8))
    }

    @Test func settingsTakeRelatedAndNativeOrigins() throws {
        let origin = OriginExpectation(
            ["https://login.example.org:8443", "https://example.de", "android:apk-key-hash:x"],
            related: RelatedOrigins(origins: ["https://example.de"]))
        #expect(try ServerSettings(rpID: "example.org", name: "x", origin: origin).origin == origin)
    }

    // MARK: Ceremonies that were begun

    @Test func ceremoniesAreHandedOutOnceAndTheOldestIsForgotten() async throws {
        let store = MemoryChallengeStore(capacity: 3)
        func pending(_ id: String) throws -> PendingCeremony {
            PendingCeremony(
                id: id, purpose: .authentication(RequestOptions(challenge: Array(id.utf8)), .anybody),
                expires: 1)
        }
        for id in ["a", "b", "c"] { try await store.keep(try pending(id)) }
        #expect(try await store.take("b") == pending("b"))
        #expect(try await store.take("b") == nil)
        for id in ["d", "e"] { try await store.keep(try pending(id)) }
        #expect(try await store.take("a") == nil)
        for id in ["c", "d", "e"] { #expect(try await store.take(id) == pending(id)) }
        // A store that is never full does not grow all the same.
        for round in 0..<50 {
            try await store.keep(try pending("\(round)"))
            #expect(try await store.take("\(round)") != nil)
        }
    }

    @Test func ceremoniesCanBeStoredElsewhere() throws {
        let creation = try ServerScene.settings().creationOptions(
            for: try UserAccount(id: [7], name: "a", displayName: "A"),
            challenge: [UInt8](repeating: 9, count: 32))
        let request = try ServerScene.settings().requestOptions(challenge: [UInt8](repeating: 9, count: 32))
        let purposes: [PendingCeremony.Purpose] = [
            .registration(creation), .authentication(request, .anybody), .authentication(request, .nobody),
            .authentication(request, .user([1, 2])),
        ]
        for purpose in purposes {
            let ceremony = PendingCeremony(id: "x", purpose: purpose, expires: 1_767_225_600_000)
            #expect(try PendingCeremony(json: ceremony.json) == ceremony)
        }
        for text in [
            "", "[]", "{}", #"{"id":"x","expires":1}"#, #"{"id":"x","expires":1,"registration":{}}"#,
        ] {
            #expect(throws: RelyingPartyError.self) { try PendingCeremony(json: Array(text.utf8)) }
        }
    }
}
