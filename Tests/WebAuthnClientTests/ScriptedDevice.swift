import Bytes
import CBOR
import CTAP
import Cryptography
import Synchronization
import WebAuthnModel

/// An authenticator that does as a test tells it, and remembers what it was asked.
///
/// It keeps no credentials and asks nobody; only the PIN/UV auth protocols are real, as the client's half of them
/// cannot be tried in any other way.
final class ScriptedDevice: CTAPDevice {
    struct State {
        var info = GetInfoResponse(versions: ["FIDO_2_0"], aaguid: .zero)
        /// What makeCredential and getAssertion do; an up:false assertion goes to `silent`.
        var make: @Sendable (MakeCredentialRequest) throws(DeviceFailure) -> MakeCredentialResponse
        var get: @Sendable (GetAssertionRequest) throws(DeviceFailure) -> GetAssertionResponse
        var silent: @Sendable (GetAssertionRequest) throws(DeviceFailure) -> GetAssertionResponse
        var next: [GetAssertionResponse] = []
        /// Nil where it does not speak U2F.
        var u2f: (@Sendable (U2FRequest) throws(DeviceFailure) -> U2FResponse)?
        /// Thrown by the verification of the `uv` option.
        var builtInFailure: DeviceFailure?

        var pin: String?
        var pinRetries = 8
        var misses = 0
        var agreement: [PINUVAuthProtocol: ECPrivateKey] = [:]
        var token: [UInt8]?

        // What it was asked.
        var makes: [MakeCredentialRequest] = []
        var gets: [GetAssertionRequest] = []
        var silents: [GetAssertionRequest] = []
        var pinRequests: [ClientPINRequest] = []
    }
    let state: Mutex<State>

    init() {
        state = Mutex(
            State(
                make: { (request) throws(DeviceFailure) in try Sample.madeCredential(request) },
                get: { (request) throws(DeviceFailure) in Sample.assertion(request) },
                silent: { (_) throws(DeviceFailure) in throw DeviceFailure(.noCredentials, nil) }))
    }

    func set(_ change: (inout sending State) -> Void) { state.withLock { change(&$0) } }
    var now: State { state.withLock { $0 } }

    func getInfo() async throws(DeviceFailure) -> GetInfoResponse { now.info }
    func reset() async throws(DeviceFailure) {}
    func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse {
        guard let answer = now.u2f else { throw DeviceFailure(.invalidCommand, nil) }
        return try answer(request)
    }
    func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse {
        throw DeviceFailure(.invalidCommand, nil)
    }
    func selection() async throws(DeviceFailure) {}

    func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse {
        set { $0.makes.append(request) }
        if request.options.userVerification == true, let failure = now.builtInFailure { throw failure }
        return try now.make(request)
    }

    func getAssertion(_ request: GetAssertionRequest) async throws(DeviceFailure) -> GetAssertionResponse {
        guard request.options.userPresence != false else {
            set { $0.silents.append(request) }
            return try now.silent(request)
        }
        set { $0.gets.append(request) }
        if request.options.userVerification == true, let failure = now.builtInFailure { throw failure }
        return try now.get(request)
    }

    func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse {
        guard let next = now.next.first else { throw DeviceFailure(.notAllowed, .nothingPending) }
        set { $0.next.removeFirst() }
        return next
    }

    // MARK: PIN

    func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        set { $0.pinRequests.append(request) }
        guard let version = PINUVAuthProtocol(rawValue: request.protocolNumber ?? 0),
            now.info.pinUvAuthProtocols.isEmpty || now.info.pinUvAuthProtocols.contains(version.rawValue)
        else { throw DeviceFailure(.invalidParameter, nil) }
        switch ClientPINRequest.Subcommand(rawValue: request.subcommand) {
        case .getPINRetries:
            return ClientPINResponse(
                pinRetries: now.pinRetries, powerCycleState: now.misses >= 3 ? true : nil)
        case .getKeyAgreement: return ClientPINResponse(keyAgreement: try key(version).publicKey)
        case .setPIN:
            let secret = try secret(request, version)
            guard let encrypted = request.newPINEnc, let mac = request.pinUvAuthParam,
                version.verify(mac, over: encrypted, key: secret),
                let padded = version.decrypt(encrypted, key: secret), padded.count == 64
            else { throw DeviceFailure(.pinAuthInvalid, nil) }
            let pin = String(decoding: padded.prefix { $0 != 0 }, as: UTF8.self)
            guard pin.unicodeScalars.count >= now.info.minPINLength ?? 4 else {
                throw DeviceFailure(.pinPolicyViolation, .pinPolicy("too short"))
            }
            set {
                $0.pin = pin
                $0.info.options["clientPin"] = true
            }
            return ClientPINResponse()
        case .getPINToken, .getTokenUsingPIN: return try token(request, version)
        default: throw DeviceFailure(.invalidSubcommand, nil)
        }
    }

    private func key(_ version: PINUVAuthProtocol) throws(DeviceFailure) -> ECPrivateKey {
        if let known = now.agreement[version] { return known }
        do {
            let made = try ECPrivateKey.generate(.p256, random: SystemRandom())
            set { $0.agreement[version] = made }
            return made
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }

    private func secret(
        _ request: ClientPINRequest, _ version: PINUVAuthProtocol
    ) throws(DeviceFailure) -> Secret {
        guard let peer = request.keyAgreement else { throw DeviceFailure(.missingParameter, nil) }
        let key = try key(version)
        do { return try version.sharedSecret(key, with: peer) } catch {
            throw DeviceFailure(.other, .cryptography(error.description))
        }
    }

    private func token(
        _ request: ClientPINRequest, _ version: PINUVAuthProtocol
    ) throws(DeviceFailure) -> ClientPINResponse {
        let secret = try secret(request, version)
        guard let pin = now.pin, let encrypted = request.pinHashEnc,
            let hash = version.decrypt(encrypted, key: secret)
        else { throw DeviceFailure(.pinNotSet, .pinNotSet) }
        guard hash == PIN.hash(Array(pin.utf8)) else {
            set {
                $0.agreement[version] = nil
                $0.pinRetries -= 1
                $0.misses += 1
            }
            if now.pinRetries == 0 { throw DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)) }
            if now.misses == 3 { throw DeviceFailure(.pinAuthBlocked, .pinLocked(powerCycle: true)) }
            throw DeviceFailure(.pinInvalid, .wrongPIN(retriesLeft: now.pinRetries))
        }
        do {
            let token = try SystemRandom().bytes(32, for: .pinUvAuthToken)
            set {
                $0.token = token
                $0.pinRetries = 8
                $0.misses = 0
            }
            return ClientPINResponse(
                pinUvAuthToken: try version.encrypt(token, key: secret, random: SystemRandom()))
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }
}

/// What a scripted device answers when nothing else is said.
enum Sample {
    static let credentialID: [UInt8] = Array(0..<20)
    static let userID: [UInt8] = [1, 2, 3]
    static let aaguid = AAGUID("6028b017-b1d4-4c02-b4b3-afcdafc96bb2")
    /// The generator of P-256 and an ES256 label: the key whose private half is 1.
    static let es256Key: [UInt8] =
        [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20]
        + ((try? Hex.decode("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")) ?? [])
        + [0x22, 0x58, 0x20]
        + ((try? Hex.decode("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")) ?? [])

    static func authenticatorData(
        rpID: String, aaguid: AAGUID? = Sample.aaguid, key: [UInt8] = Sample.es256Key
    ) -> [UInt8] {
        AuthenticatorData(
            rpIDHash: RPIDHash(of: rpID).bytes, flags: [.userPresent, .attestedCredentialData], signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: aaguid ?? .zero, credentialID: credentialID, credentialPublicKey: key)
        ).encoded
    }

    static func madeCredential(
        _ request: MakeCredentialRequest
    ) throws(DeviceFailure) -> MakeCredentialResponse {
        MakeCredentialResponse(
            attestation: AttestationObject(
                format: "none", statement: .map([]),
                authenticatorData: authenticatorData(rpID: request.rp.id)))
    }

    static func assertion(
        _ request: GetAssertionRequest, id: [UInt8] = credentialID, user: UserEntity? = UserEntity(id: userID)
    ) -> GetAssertionResponse {
        GetAssertionResponse(
            credential: PublicKeyCredentialDescriptor(id: id),
            authenticatorData: AuthenticatorData(
                rpIDHash: RPIDHash(of: request.rpID).bytes, flags: .userPresent, signCount: 1
            ).encoded, signature: [0x30, 0x00], user: user)
    }
}
