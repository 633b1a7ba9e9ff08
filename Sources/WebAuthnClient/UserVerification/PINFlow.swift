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
    /// What the token must allow beside the ceremony.
    var permissions: TokenPermissions = []

    private var version: PINUVAuthProtocol { info.preferredProtocol }

    /// Asks for the PIN as often as another answer comes and tries are left; nil where the user only touches.
    func authorize(settingNewPIN isNew: Bool) async throws(ClientError) -> PINUVToken? {
        if isNew {
            guard let pin = try await entered(isNew: true, retriesLeft: nil) else { return nil }
            try await set(pin.text)
            return try await token(pin: pin.text)
        }
        var lastGesture: Gesture?
        while true {
            let left = try await retriesLeft()
            guard let pin = try await entered(isNew: false, retriesLeft: left) else { return nil }
            // The same word again, with which a script ends, is no new try.
            guard pin.gesture != lastGesture else { throw .wrongPIN(retriesLeft: left) }
            do { return try await token(pin: pin.text) } catch {
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

    private func agreement() async throws(ClientError) -> KeyAgreement {
        try await KeyAgreement(with: client, info: info, in: ceremony)
    }

    private func set(_ pin: String) async throws(ClientError) {
        guard let padded = PIN.padded(pin) else { throw .pinTooLong(bytes: pin.utf8.count) }
        let agreement = try await agreement()
        var request = request(.setPIN)
        let encrypted = try agreement.encrypt(padded, client.random)
        request.keyAgreement = agreement.platformKey
        request.newPINEnc = encrypted
        request.pinUvAuthParam = version.authenticate(encrypted, key: agreement.secret)
        _ = try await send(request)
    }

    /// A token for this command alone; devices before CTAP 2.1 know the legacy token only.
    private func token(pin: String) async throws(ClientError) -> PINUVToken {
        let agreement = try await agreement()
        let hasPermissions = info.option("pinUvAuthToken")
        var request = request(hasPermissions ? .getTokenUsingPIN : .getPINToken)
        request.keyAgreement = agreement.platformKey
        request.pinHashEnc = try agreement.encrypt(PIN.hash(Array(pin.utf8)), client.random)
        if hasPermissions {
            let permission: TokenPermissions = ceremony == .create ? .makeCredential : .getAssertion
            request.permissions = permission.union(permissions).rawValue
            request.rpID = rpID
        }
        return try PINUVToken(try await send(request), agreement)
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
