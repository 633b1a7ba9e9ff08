import Bytes
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import WebAuthnModel

/// A server with its stores, and users who answer it with keys of the recipes.
struct ServerScene {
    /// A user with one credential.
    struct Person {
        let account: UserAccount
        let credentialID: [UInt8]
        let key: PrivateKey

        var username: String { account.name }

        init(_ name: String, _ number: UInt8) throws {
            account = try UserAccount(
                id: Array("handle of \(name)".utf8), name: name, displayName: name.uppercased())
            credentialID = [UInt8](repeating: number, count: 24)
            key = try TestKeys.ec(.p256, number)
        }
    }

    let clock = TestClock()
    let challenges: MemoryChallengeStore
    let directory = MemoryCredentialDirectory()
    let server: RelyingPartyServer
    let ada: Person
    let mallory: Person

    static func settings() throws -> ServerSettings {
        try ServerSettings(
            rpID: "example.org", name: "Example", origin: OriginExpectation([ClientDataRecipe.origin]))
    }

    init(
        directory other: (any CredentialDirectory)? = nil, secret: [UInt8] = [UInt8](repeating: 1, count: 16)
    ) throws {
        let clock = clock
        challenges = MemoryChallengeStore(capacity: 100)
        server = try RelyingPartyServer(
            settings: try Self.settings(), challenges: challenges, credentials: other ?? directory,
            secret: secret, random: SeededRandom(seed: [1], context: [2]), clock: { clock.now() })
        ada = try Person("ada", 0x21)
        mallory = try Person("mallory", 0x22)
    }

    /// An answer to a registration.
    func registration(
        of person: Person, _ challenge: [UInt8], _ edit: (inout RegistrationRecipe) -> Void = { _ in }
    ) throws -> [UInt8] {
        var recipe = try RegistrationRecipe(.none)
        recipe.client = ClientDataRecipe(.create, challenge: challenge)
        recipe.key = person.key
        recipe.data.attestedCredentialData?.credentialID = person.credentialID
        edit(&recipe)
        return try recipe.json()
    }

    /// An answer to a sign-in.
    func assertion(
        of person: Person, _ challenge: [UInt8], counter: UInt32 = 1,
        _ edit: (inout AuthenticationRecipe) -> Void = { _ in }
    ) throws -> [UInt8] {
        var recipe = try AuthenticationRecipe()
        recipe.client = ClientDataRecipe(.get, challenge: challenge)
        recipe.key = person.key
        recipe.userHandle = person.account.id
        recipe.data.signCount = counter
        let id = JSONValue.string(Base64URL.encode(person.credentialID))
        recipe.editResponse = {
            $0["id"] = id
            $0["rawId"] = id
        }
        edit(&recipe)
        return try recipe.json()
    }

    @discardableResult
    func register(_ person: Person) async throws -> ServerVerdict {
        let begun = try await server.beginRegistration(of: person.account)
        return try await server.finishRegistration(
            try registration(of: person, begun.options.challenge), ceremony: begun.ceremony)
    }
}
