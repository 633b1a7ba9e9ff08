import Authenticator
import Bytes
import COSE
public import CTAP
import Cryptography
public import TestSupport
import WebAuthnModel

extension TestClock: DeviceClock {}

/// A user whose answers a test can change on the way, and who remembers what was asked.
actor ScriptedUser: User {
    private var answers: [Gesture]
    private(set) var prompts: [UserPrompt] = []
    init(_ answers: [Gesture] = [.verify]) { self.answers = answers }
    func answer(_ prompt: UserPrompt) -> Gesture {
        prompts.append(prompt)
        return answers.count > 1 ? answers.removeFirst() : answers[0]
    }
}

/// A device with everything that a test may want to look at.
struct TestDevice {
    var device: VirtualAuthenticator
    let clock = TestClock()
    let store: MemoryStore
    let user: ScriptedUser

    init(
        _ verification: UserVerificationMethod,
        discoverable: DiscoverableSupport = .whenRequested(capacity: 3),
        attestation: AttestationManner = .packedSelf, counter: CounterManner = .perCredential(),
        backup: CredentialBackup = .notEligible, answers: [Gesture] = [.verify],
        store: MemoryStore = MemoryStore(),
        randomness: Randomness = .system, options: [String: Bool] = [:]
    ) {
        var claims = GetInfoResponse(versions: ["U2F_V2", "FIDO_2_0", "FIDO_2_1"], aaguid: .zero)
        claims.extensions = ["credProtect", "hmac-secret", "hmac-secret-mc"]
        claims.algorithms = COSEAlgorithm.signable
        claims.pinUvAuthProtocols = [2, 1]
        claims.options = ["rk": true, "credMgmt": true, "pinUvAuthToken": true]
            .merging(options) { $1 }
        claims.maxCredentialCountInList = 4
        claims.remainingDiscoverableCredentials = 3
        claims.transports = [.usb]
        let profile = AuthenticatorProfile(
            name: "test", title: "Test", attachment: .crossPlatform, claims: claims,
            userVerification: verification, discoverable: discoverable, credentialIDLength: 32,
            backup: backup,
            counter: counter, attestation: attestation)
        self.store = store
        user = ScriptedUser(answers)
        device = VirtualAuthenticator(
            profile: profile,
            environment: Environment(clock: clock, randomness: randomness, user: user, store: store))
    }

    /// The same device after it lost power.
    func restarted() -> VirtualAuthenticator {
        VirtualAuthenticator(profile: device.profile, environment: device.environment)
    }
}

let clientDataHash = ClientDataHash(of: Array("{}".utf8))

func request(
    rp: String = "example.org", user: [UInt8] = [1], algorithms: [COSEAlgorithm] = [.es256],
    exclude: [[UInt8]] = [], options: AuthenticatorOptions = .init(),
    authorization: PINUVAuthParameters? = nil
) -> MakeCredentialRequest {
    MakeCredentialRequest(
        clientDataHash: clientDataHash, rp: RelyingPartyEntity(id: rp),
        user: UserEntity(id: user, name: "name\(user)", displayName: "Name"),
        pubKeyCredParams: algorithms.map { .init(algorithm: $0) },
        excludeList: exclude.map { PublicKeyCredentialDescriptor(id: $0) }, options: options,
        authorization: authorization)
}

/// The platform's half of the PIN protocol.
struct Platform {
    let version: PINUVAuthProtocol
    let device: VirtualAuthenticator

    func shared() async throws -> (key: ECPublicKey, secret: Secret) {
        let answer = try await device.clientPIN(
            ClientPINRequest(protocolNumber: version.rawValue, subcommand: 2))
        guard let peer = answer.keyAgreement else { throw DeviceFailure(.other, nil) }
        let key = try ECPrivateKey.generate(.p256, random: SystemRandom())
        return (key.publicKey, try version.sharedSecret(key, with: peer))
    }

    func setPIN(_ pin: String) async throws {
        let (key, secret) = try await shared()
        let encrypted = try version.encrypt(CTAP.PIN.padded(pin) ?? [], key: secret, random: SystemRandom())
        _ = try await device.clientPIN(
            ClientPINRequest(
                protocolNumber: version.rawValue, subcommand: 3, keyAgreement: key,
                pinUvAuthParam: version.authenticate(encrypted, key: secret), newPINEnc: encrypted))
    }

    func changePIN(_ old: String, to new: String) async throws {
        let (key, secret) = try await shared()
        let encrypted = try version.encrypt(CTAP.PIN.padded(new) ?? [], key: secret, random: SystemRandom())
        let hash = try version.encrypt(PIN.hash(Array(old.utf8)), key: secret, random: SystemRandom())
        _ = try await device.clientPIN(
            ClientPINRequest(
                protocolNumber: version.rawValue, subcommand: 4, keyAgreement: key,
                pinUvAuthParam: version.authenticate(encrypted + hash, key: secret), newPINEnc: encrypted,
                pinHashEnc: hash))
    }

    func token(_ pin: String, permissions: Int? = 3, rpID: String? = "example.org") async throws -> Secret {
        let (key, secret) = try await shared()
        let hash = try version.encrypt(PIN.hash(Array(pin.utf8)), key: secret, random: SystemRandom())
        let answer = try await device.clientPIN(
            ClientPINRequest(
                protocolNumber: version.rawValue, subcommand: permissions == nil ? 5 : 9, keyAgreement: key,
                pinHashEnc: hash, permissions: permissions, rpID: permissions == nil ? nil : rpID))
        guard let encrypted = answer.pinUvAuthToken, let token = version.decrypt(encrypted, key: secret)
        else {
            throw DeviceFailure(.other, nil)
        }
        return Secret(token)
    }

    func parameters(_ token: Secret) -> PINUVAuthParameters {
        PINUVAuthParameters(
            parameter: version.authenticate(clientDataHash.bytes, key: token),
            protocolNumber: version.rawValue)
    }
}
