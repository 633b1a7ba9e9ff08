internal import Bytes
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// From a PIN that the user types to the pinUvAuthParam of one command (CTAP 2.2 §6.5.5).
struct PINFlow {
    let client: WebAuthnClient
    let ceremony: ClientDataType
    let rpID: String
    let info: GetInfoResponse

    /// The device's most preferred protocol that is known here; one, where it names none.
    private var version: PINUVAuthProtocol {
        for number in info.pinUvAuthProtocols {
            if let known = PINUVAuthProtocol(rawValue: number) { return known }
        }
        return .one
    }

    /// Asks for the PIN as often as another answer comes and tries are left; nil where the user only touches.
    func authorize(
        _ hash: ClientDataHash, settingNewPIN isNew: Bool
    ) async throws(ClientError) -> PINUVAuthParameters? {
        if isNew {
            guard let pin = try await entered(isNew: true, retriesLeft: nil) else { return nil }
            try await set(pin.text)
            return try await authorization(hash, pin: pin.text)
        }
        var lastGesture: Gesture?
        while true {
            let left = try await retriesLeft()
            guard let pin = try await entered(isNew: false, retriesLeft: left) else { return nil }
            // The same word again, with which a script ends, is no new try.
            guard pin.gesture != lastGesture else { throw .wrongPIN(retriesLeft: left) }
            do { return try await authorization(hash, pin: pin.text) } catch {
                guard error.deviceFailure?.status == .pinInvalid else { throw error }
                lastGesture = pin.gesture
            }
        }
    }

    // MARK: The user's part

    /// What is typed into the PIN dialog; nil for a touch, which is no PIN.
    private func entered(
        isNew: Bool, retriesLeft: Int?
    ) async throws(ClientError) -> (text: String, gesture: Gesture)? {
        let gesture = await client.user.answer(.pin(isNew: isNew, retriesLeft: retriesLeft))
        if let refusal = gesture.refusal { throw .user(refusal) }
        switch gesture {
        case .pin(let text): return (text, gesture)
        case .verify:
            if isNew { return (DefaultPIN.text(minimumLength: info.minPINLength), gesture) }
            guard let remembered = client.rememberedPIN() else { throw .pinNotRemembered }
            return (remembered, gesture)
        case .failVerification where !isNew: return (wrongPIN(), gesture)
        default: return nil
        }
    }

    /// A PIN that is surely not the one that is set.
    private func wrongPIN() -> String {
        let wrong = "not the PIN"
        return client.rememberedPIN() == wrong ? wrong + "!" : wrong
    }

    // MARK: The device's part

    private func send(_ request: ClientPINRequest) async throws(ClientError) -> ClientPINResponse {
        do { return try await client.device.clientPIN(request) } catch { throw .device(error, ceremony) }
    }

    private func request(_ subcommand: ClientPINRequest.Subcommand) -> ClientPINRequest {
        ClientPINRequest(protocolNumber: version.rawValue, subcommand: subcommand.rawValue)
    }

    /// Tries left, asked before the dialog so that it can say them.
    private func retriesLeft() async throws(ClientError) -> Int? {
        let answer = try await send(request(.getPINRetries))
        if answer.pinRetries == 0 {
            throw .device(DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)), ceremony)
        }
        if answer.powerCycleState == true {
            throw .device(DeviceFailure(.pinAuthBlocked, .pinLocked(powerCycle: true)), ceremony)
        }
        return answer.pinRetries
    }

    /// A fresh key agreement: a device renews its key after each wrong PIN.
    private func agreement() async throws(ClientError) -> (platformKey: ECPublicKey, secret: Secret) {
        guard let peer = try await send(request(.getKeyAgreement)).keyAgreement else {
            throw .malformedAnswer(.noKeyAgreement)
        }
        do {
            let key = try ECPrivateKey.generate(.p256, random: client.random, purpose: .keyAgreement)
            return (key.publicKey, try version.sharedSecret(key, with: peer))
        } catch { throw .cryptography(error) }
    }

    private func encrypt(_ plaintext: [UInt8], _ secret: Secret) throws(ClientError) -> [UInt8] {
        do { return try version.encrypt(plaintext, key: secret, random: client.random) } catch {
            throw .cryptography(error)
        }
    }

    private func set(_ pin: String) async throws(ClientError) {
        guard let padded = PIN.padded(pin) else { throw .pinTooLong(bytes: pin.utf8.count) }
        let (platformKey, secret) = try await agreement()
        var request = request(.setPIN)
        let encrypted = try encrypt(padded, secret)
        request.keyAgreement = platformKey
        request.newPINEnc = encrypted
        request.pinUvAuthParam = version.authenticate(encrypted, key: secret)
        _ = try await send(request)
    }

    /// A token for this command alone, and the MAC that it makes; devices before CTAP 2.1 know the legacy token only.
    private func authorization(
        _ hash: ClientDataHash, pin: String
    ) async throws(ClientError) -> PINUVAuthParameters {
        let (platformKey, secret) = try await agreement()
        let hasPermissions = info.option("pinUvAuthToken")
        var request = request(hasPermissions ? .getTokenUsingPIN : .getPINToken)
        request.keyAgreement = platformKey
        request.pinHashEnc = try encrypt(PIN.hash(Array(pin.utf8)), secret)
        if hasPermissions {
            let permission: TokenPermissions = ceremony == .create ? .makeCredential : .getAssertion
            request.permissions = permission.rawValue
            request.rpID = rpID
        }
        guard let encrypted = try await send(request).pinUvAuthToken else { throw .malformedAnswer(.noToken) }
        // Protocol one allows 16 bytes as well (§6.5.6).
        guard let token = version.decrypt(encrypted, key: secret),
            token.count == 32 || version == .one && token.count == 16
        else { throw .malformedAnswer(.tokenLength) }
        return PINUVAuthParameters(
            parameter: version.authenticate(hash.bytes, key: Secret(token)),
            protocolNumber: version.rawValue)
    }
}

/// The PIN that a simulated user takes who has to set one and has no wish of their own.
public enum DefaultPIN {
    /// Eight digits, enough for every model with the usual minimum.
    public static let text = "24681357"

    /// The PIN, repeated where a model wants more code points.
    static func text(minimumLength: Int?) -> String {
        guard let minimumLength, minimumLength > text.count else { return text }
        let repeats = (min(minimumLength, PIN.maximumBytes) + text.count - 1) / text.count
        return String(String(repeating: text, count: repeats).prefix(PIN.maximumBytes))
    }
}
