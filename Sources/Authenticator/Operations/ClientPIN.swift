internal import Bytes
public import CTAP
internal import Cryptography
internal import Synchronization

extension VirtualAuthenticator {
    /// authenticatorClientPIN (CTAP 2.2 §6.5): PINs, retries and PIN/UV auth tokens.
    public func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        try beginCommand()
        guard let subcommand = ClientPINRequest.Subcommand(rawValue: request.subcommand) else {
            throw DeviceFailure(
                .invalidSubcommand, .option("clientPIN has no subcommand \(request.subcommand)"))
        }
        switch (subcommand, profile.userVerification) {
        case (.getKeyAgreement, .clientPIN), (.getKeyAgreement, .builtIn):
            return ClientPINResponse(keyAgreement: try keyAgreementKey(try version(of: request)).publicKey)
        case (.getPINRetries, .clientPIN):
            let state = try storing { () throws(StoreError) in try environment.store.state() }
            let mustRestart = session.withLock { $0.consecutiveMisses >= Self.missesBeforeRestart }
            return ClientPINResponse(
                pinRetries: state.pinRetries, powerCycleState: mustRestart ? true : nil)
        case (.setPIN, .clientPIN(let minimum)): return try setPIN(request, minimumLength: minimum)
        case (.changePIN, .clientPIN(let minimum)): return try changePIN(request, minimumLength: minimum)
        case (.getPINToken, .clientPIN): return try pinToken(request, withPermissions: false)
        case (.getTokenUsingPIN, .clientPIN): return try pinToken(request, withPermissions: true)
        case (.getUVRetries, .builtIn):
            let state = try storing { () throws(StoreError) in try environment.store.state() }
            return ClientPINResponse(uvRetries: state.uvRetries)
        case (.getTokenUsingUV, .builtIn): return try await uvToken(request)
        case (.getTokenUsingUV, _):
            throw DeviceFailure(.notAllowed, .option("there is no built-in user verification"))
        default:
            throw DeviceFailure(
                .invalidSubcommand, .option("this model does not have subcommand \(subcommand)"))
        }
    }

    /// Wrong PINs in a row after which only a power cycle helps (§6.5.5.7.1).
    static let missesBeforeRestart = 3

    private func version(of request: ClientPINRequest) throws(DeviceFailure) -> PINUVAuthProtocol {
        guard let number = request.protocolNumber else {
            throw DeviceFailure(.missingParameter, .authorization("pinUvAuthProtocol is missing"))
        }
        return try supportedProtocol(number)
    }

    private func require<T>(_ value: T?, _ name: String) throws(DeviceFailure) -> T {
        guard let value else {
            throw DeviceFailure(.missingParameter, .request(.missing(path: name)))
        }
        return value
    }

    /// The key of this power cycle; after a wrong PIN there is a new one.
    private func keyAgreementKey(_ version: PINUVAuthProtocol) throws(DeviceFailure) -> ECPrivateKey {
        if let known = session.withLock({ $0.keyAgreement[version] }) { return known }
        let chance = try chance()
        let made: ECPrivateKey
        do {
            made = try ECPrivateKey.generate(.p256, random: chance.source, purpose: .keyAgreement)
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
        return session.withLock { session in
            if let known = session.keyAgreement[version] { return known }
            session.keyAgreement[version] = made
            return made
        }
    }

    func chance() throws(DeviceFailure) -> OperationChance {
        try storing { () throws(StoreError) in
            try environment.randomness.forOperation(of: environment.store)
        }
    }

    private func sharedSecret(
        _ request: ClientPINRequest, _ version: PINUVAuthProtocol
    ) throws(DeviceFailure) -> Secret {
        try sharedSecret(with: require(request.keyAgreement, "3"), version)
    }

    func sharedSecret(
        with peer: ECPublicKey, _ version: PINUVAuthProtocol
    ) throws(DeviceFailure) -> Secret {
        let key = try keyAgreementKey(version)
        do { return try version.sharedSecret(key, with: peer) } catch {
            throw DeviceFailure(.invalidParameter, .cryptography(error.description))
        }
    }

    private func checkMAC(
        _ request: ClientPINRequest, _ version: PINUVAuthProtocol, _ secret: Secret, over message: [UInt8]
    ) throws(DeviceFailure) {
        let mac = try require(request.pinUvAuthParam, "4")
        guard version.verify(mac, over: message, key: secret) else {
            throw DeviceFailure(.pinAuthInvalid, .authorization("pinUvAuthParam does not fit"))
        }
    }

    private func setPIN(
        _ request: ClientPINRequest, minimumLength: Int
    ) throws(DeviceFailure) -> ClientPINResponse {
        let version = try version(of: request)
        let encrypted = try require(request.newPINEnc, "5")
        _ = try require(request.pinUvAuthParam, "4")
        let secret = try sharedSecret(request, version)
        try checkMAC(request, version, secret, over: encrypted)
        let record = try newPIN(encrypted, version, secret, minimumLength: minimumLength)
        let isFirst = try storing { () throws(StoreError) in
            try environment.store.updateState { state in
                guard state.pin == nil else { return false }
                state.pin = record
                state.pinRetries = AuthenticatorState.maximumPINRetries
                return true
            }
        }
        guard isFirst else {
            throw DeviceFailure(.pinAuthInvalid, .authorization("a PIN is set already; it can be changed"))
        }
        return ClientPINResponse()
    }

    private func changePIN(
        _ request: ClientPINRequest, minimumLength: Int
    ) throws(DeviceFailure) -> ClientPINResponse {
        let version = try version(of: request)
        let encrypted = try require(request.newPINEnc, "5")
        let hash = try require(request.pinHashEnc, "6")
        _ = try require(request.pinUvAuthParam, "4")
        let secret = try sharedSecret(request, version)
        try refuseBlockedPIN()
        try checkMAC(request, version, secret, over: encrypted + hash)
        try checkPIN(hash, version, secret)
        let record = try newPIN(encrypted, version, secret, minimumLength: minimumLength)
        try storing { () throws(StoreError) in
            try environment.store.updateState { state in
                state.pin = record
                state.pinRetries = AuthenticatorState.maximumPINRetries
            }
        }
        session.withLock { $0.token = nil }
        return ClientPINResponse()
    }

    private func newPIN(
        _ encrypted: [UInt8], _ version: PINUVAuthProtocol, _ secret: Secret, minimumLength: Int
    ) throws(DeviceFailure) -> AuthenticatorState.PINRecord {
        guard let padded = version.decrypt(encrypted, key: secret), padded.count == 64 else {
            throw DeviceFailure(
                .invalidParameter, .authorization("newPinEnc does not decrypt to 64 bytes"))
        }
        let bytes = Array(padded.prefix { $0 != 0 })
        guard padded.dropFirst(bytes.count).allSatisfy({ $0 == 0 }), bytes.count <= PIN.maximumBytes else {
            throw DeviceFailure(
                .pinPolicyViolation, .pinPolicy("at most \(PIN.maximumBytes) bytes, none of them zero"))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DeviceFailure(.pinPolicyViolation, .pinPolicy("UTF-8"))
        }
        let codePoints = text.unicodeScalars.count
        guard codePoints >= minimumLength else {
            throw DeviceFailure(
                .pinPolicyViolation, .pinPolicy("at least \(minimumLength) characters"))
        }
        return AuthenticatorState.PINRecord(
            hash: Secret(PIN.hash(bytes)), codePoints: codePoints, remembered: Secret(bytes))
    }

    private func refuseBlockedPIN() throws(DeviceFailure) {
        let state = try storing { () throws(StoreError) in try environment.store.state() }
        guard state.pin != nil else { throw DeviceFailure(.pinNotSet, .pinNotSet) }
        guard state.pinRetries > 0 else { throw DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)) }
    }

    /// Takes a retry before it compares, so that no power cut gives a guess away (§6.5.5.7.1).
    private func checkPIN(
        _ encryptedHash: [UInt8], _ version: PINUVAuthProtocol, _ secret: Secret
    ) throws(DeviceFailure) {
        guard session.withLock({ $0.consecutiveMisses < Self.missesBeforeRestart }) else {
            throw DeviceFailure(.pinAuthBlocked, .pinLocked(powerCycle: true))
        }
        let state = try storing { () throws(StoreError) in
            try environment.store.updateState { state in
                let before = state
                if state.pin != nil, state.pinRetries > 0 { state.pinRetries -= 1 }
                return before
            }
        }
        guard let record = state.pin else { throw DeviceFailure(.pinNotSet, .pinNotSet) }
        guard state.pinRetries > 0 else { throw DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)) }
        // A hash that does not decrypt counts as a wrong PIN.
        let hash = Secret(version.decrypt(encryptedHash, key: secret) ?? [])
        guard hash == record.hash else {
            let misses = session.withLock { session in
                session.keyAgreement[version] = nil
                session.consecutiveMisses += 1
                return session.consecutiveMisses
            }
            let left = state.pinRetries - 1
            if left == 0 { throw DeviceFailure(.pinBlocked, .pinLocked(powerCycle: false)) }
            if misses >= Self.missesBeforeRestart {
                throw DeviceFailure(.pinAuthBlocked, .pinLocked(powerCycle: true))
            }
            throw DeviceFailure(.pinInvalid, .wrongPIN(retriesLeft: left))
        }
        session.withLock { $0.consecutiveMisses = 0 }
        try storing { () throws(StoreError) in
            try environment.store.updateState { $0.pinRetries = AuthenticatorState.maximumPINRetries }
        }
    }

    private func pinToken(
        _ request: ClientPINRequest, withPermissions: Bool
    ) throws(DeviceFailure) -> ClientPINResponse {
        let version = try version(of: request)
        let hash = try require(request.pinHashEnc, "6")
        let permissions = try grantedPermissions(request, explicit: withPermissions)
        let secret = try sharedSecret(request, version)
        try refuseBlockedPIN()
        try checkPIN(hash, version, secret)
        return try issueToken(request, version, secret, permissions)
    }

    private func uvToken(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        let version = try version(of: request)
        let permissions = try grantedPermissions(request, explicit: true)
        let secret = try sharedSecret(request, version)
        try await requireVerification(.token(rpID: request.rpID))
        return try issueToken(request, version, secret, permissions)
    }

    /// What a token will be allowed (§6.5.5.7): the command of CTAP 2.0 has no say in it.
    private func grantedPermissions(
        _ request: ClientPINRequest, explicit: Bool
    ) throws(DeviceFailure) -> TokenPermissions {
        guard explicit else {
            guard request.permissions == nil, request.rpID == nil else {
                throw DeviceFailure(.invalidParameter, .option("getPinToken takes no permissions"))
            }
            return [.makeCredential, .getAssertion]
        }
        let wanted = TokenPermissions(rawValue: try require(request.permissions, "9"))
        guard !wanted.isEmpty else {
            throw DeviceFailure(.invalidParameter, .option("permissions must not be zero"))
        }
        guard wanted.isSubset(of: grantablePermissions) else {
            throw DeviceFailure(
                .unauthorizedPermission, .option("permissions \(wanted.rawValue) cannot all be granted"))
        }
        if !wanted.isDisjoint(with: [.makeCredential, .getAssertion]) { _ = try require(request.rpID, "10") }
        return wanted
    }

    /// Those of the commands that the model has.
    private var grantablePermissions: TokenPermissions {
        newDeviceInfo.option("largeBlobs")
            ? [.makeCredential, .getAssertion, .largeBlobWrite] : [.makeCredential, .getAssertion]
    }

    private func issueToken(
        _ request: ClientPINRequest, _ version: PINUVAuthProtocol, _ secret: Secret,
        _ permissions: TokenPermissions
    ) throws(DeviceFailure) -> ClientPINResponse {
        let chance = try chance()
        do {
            let value = Secret(try chance.source.bytes(32, for: .pinUvAuthToken))
            let token = PINUVAuthToken(
                value: value, version: version, rpID: request.rpID, permissions: permissions,
                issuedAt: environment.clock.now())
            session.withLock { $0.token = token }
            return ClientPINResponse(
                pinUvAuthToken: try version.encrypt(
                    value.exposedBytes, key: secret, random: chance.source))
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }
}
