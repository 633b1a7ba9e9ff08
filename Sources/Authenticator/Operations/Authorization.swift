internal import CTAP
internal import Synchronization
internal import WebAuthnModel

/// How the user stands to a request, before anything is made for it.
enum UserVerificationPlan {
    /// Nothing but a touch.
    case presenceOnly
    /// A token proves that the user was verified.
    case token
    /// The device verifies by itself.
    case builtIn
}

extension VirtualAuthenticator {
    /// A zero-length pinUvAuthParam only makes the device blink (CTAP 2.2 §6.1.2 step 1).
    func answerZeroLengthParameter(
        _ authorization: PINUVAuthParameters?, _ occasion: UserPrompt.Occasion
    ) async throws(DeviceFailure) {
        guard let authorization, authorization.parameter.isEmpty else { return }
        try await requirePresence(occasion)
        let state = try storing { () throws(StoreError) in try environment.store.state() }
        guard state.pin != nil else { throw DeviceFailure(.pinNotSet, .pinNotSet) }
        throw DeviceFailure(.pinInvalid, .authorization("pinUvAuthParam is empty"))
    }

    /// The protocol that a request names, if it brings a pinUvAuthParam.
    func protocolOf(
        _ authorization: PINUVAuthParameters?
    ) throws(DeviceFailure) -> PINUVAuthProtocol? {
        guard let authorization else { return nil }
        guard let number = authorization.protocolNumber else {
            throw DeviceFailure(.missingParameter, .authorization("pinUvAuthProtocol is missing"))
        }
        return try supportedProtocol(number)
    }

    func supportedProtocol(_ number: Int) throws(DeviceFailure) -> PINUVAuthProtocol {
        guard profile.claims.pinUvAuthProtocols.contains(number),
            let version = PINUVAuthProtocol(rawValue: number)
        else {
            throw DeviceFailure(
                .invalidParameter, .authorization("PIN/UV auth protocol \(number) is not supported"))
        }
        return version
    }

    /// Checks a token's MAC, life, permission and RP ID, and binds it; see ``useUpToken()``.
    ///
    /// - Parameter rpID: nil for a command that belongs to no RP.
    func authorize(
        _ authorization: PINUVAuthParameters, _ version: PINUVAuthProtocol, over message: [UInt8],
        permission: TokenPermissions, rpID: String?
    ) throws(DeviceFailure) {
        let now = environment.clock.now()
        let problem: String? = session.withLock { session in
            if let token = session.token, !token.isAlive(at: now) { session.token = nil }
            guard var token = session.token, token.version == version else {
                return "no PIN/UV auth token is valid"
            }
            guard version.verify(authorization.parameter, over: message, key: token.value) else {
                return "pinUvAuthParam does not fit"
            }
            guard token.permissions.contains(permission) else {
                return "the PIN/UV auth token lacks the permission"
            }
            if let rpID {
                guard token.rpID == nil || token.rpID == rpID else {
                    return "the PIN/UV auth token is bound to another RP ID"
                }
                token.rpID = rpID
            }
            token.isUsed = true
            session.token = token
            return nil
        }
        if let problem { throw DeviceFailure(.pinAuthInvalid, .authorization(problem)) }
    }

    /// A touch ends what a token allows (§6.5.2.1, clearPinUvAuthTokenPermissionsExceptLbw); a silent look does not.
    func useUpToken() { session.withLock { $0.token?.permissions.formIntersection(.largeBlobWrite) } }
}
