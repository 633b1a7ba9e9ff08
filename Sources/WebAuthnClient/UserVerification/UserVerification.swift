internal import CTAP
internal import WebAuthnModel

/// How the user gets verified for a command.
public enum VerificationPlan: Hashable, Sendable {
    /// Not at all: a touch is enough.
    case presenceOnly
    /// By the device itself.
    case builtIn
    /// By the PIN that is set.
    case pin
    /// By a PIN that is set first.
    case newPIN
}

/// What a command carries of the user's verification.
struct VerificationProof {
    /// The `uv` option.
    var usesBuiltIn = false
    /// The MAC with a token that a PIN gave.
    var authorization: PINUVAuthParameters?
    /// That token.
    var token: PINUVToken?
}

/// User verification for one command: what the options want, what the device can, and how the two come together
/// (the effective user verification requirements of §5.1.3 and §5.1.4.2; CTAP 2.2 §6.1.1 and §6.2.1).
struct UserVerification {
    let ceremony: ClientDataType
    let rpID: String
    let requirement: UserVerificationRequirement
    let plan: VerificationPlan
    /// What a token must allow beside the command.
    let permissions: TokenPermissions

    /// Chooses the plan.
    ///
    /// - Parameter isUnavoidable: the device does nothing without, whatever the options want.
    init(
        _ wanted: UserVerificationRequirement, isUnavoidable: Bool, for ceremony: ClientDataType,
        rpID: String, info: borrowing GetInfoResponse, permissions: TokenPermissions = []
    ) throws(ClientError) {
        self.permissions = permissions
        self.ceremony = ceremony
        self.rpID = rpID
        requirement = isUnavoidable || info.option("alwaysUv") ? .required : wanted
        guard let plan = Self.plan(requirement, info) else { throw .verificationUnsupported(ceremony) }
        self.plan = plan
    }

    /// Nil where verification is required and there is no way to it.
    ///
    /// An option that is false can be set up: a PIN by the client's dialog, built-in verification not.
    /// Deviation: a device with built-in verification is asked by its `uv` option, not by a token as CTAP 2.1
    /// recommends, so that one gesture is one prompt.
    private static func plan(
        _ requirement: UserVerificationRequirement, _ info: GetInfoResponse
    ) -> VerificationPlan? {
        guard requirement != .discouraged else { return .presenceOnly }
        if info.option("uv") { return .builtIn }
        if canUsePIN(info) { return .pin }
        guard requirement == .required else { return .presenceOnly }
        return info.options["clientPin"] == false && !refusesPIN(info) ? .newPIN : nil
    }

    private static func canUsePIN(_ info: GetInfoResponse) -> Bool {
        info.option("clientPin") && !refusesPIN(info)
    }

    private static func refusesPIN(_ info: GetInfoResponse) -> Bool {
        info.option("noMcGaPermissionsWithClientPin")
    }

    /// Sends a command once the user is verified as far as needed, and again where the first try shows that the
    /// user is not and need not be.
    func perform<Answer>(
        over hash: ClientDataHash, by client: WebAuthnClient, _ info: GetInfoResponse,
        _ command: (VerificationProof) async throws(ClientError) -> Answer
    ) async throws(ClientError) -> Answer {
        client.trace?(.verification(plan))
        switch plan {
        case .presenceOnly: return try await command(VerificationProof())
        case .pin, .newPIN: return try await performWithPIN(over: hash, by: client, info, command)
        case .builtIn:
            do { return try await command(VerificationProof(usesBuiltIn: true)) } catch {
                guard error.deviceFailure?.meansNotVerified == true else { throw error }
                if Self.canUsePIN(info) {
                    return try await performWithPIN(over: hash, by: client, info, command)
                }
                guard requirement != .required else { throw error }
                client.trace?(.goingOnUnverified)
                return try await command(VerificationProof())
            }
        }
    }

    private func performWithPIN<Answer>(
        over hash: ClientDataHash, by client: WebAuthnClient, _ info: GetInfoResponse,
        _ command: (VerificationProof) async throws(ClientError) -> Answer
    ) async throws(ClientError) -> Answer {
        let flow = PINFlow(
            client: client, ceremony: ceremony, rpID: rpID, info: info, permissions: permissions)
        let token = try await flow.authorize(settingNewPIN: plan == .newPIN)
        if token == nil {
            guard requirement != .required else { throw .notVerified }
            client.trace?(.goingOnUnverified)
        }
        return try await command(
            VerificationProof(authorization: token?.authorize(hash.bytes), token: token))
    }
}

extension DeviceFailure {
    /// Whether a command with the `uv` option failed for the user's verification alone.
    ///
    /// PUAT_REQUIRED is how a device with built-in verification points to its PIN (CTAP 2.2 §6.1.2 step 11).
    fileprivate var meansNotVerified: Bool {
        if case .notVerified = cause { return true }
        return status == .uvInvalid || status == .uvBlocked || status == .puatRequired
    }
}
