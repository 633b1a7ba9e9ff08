/// How much a relying party wants user verification (§5.8.6).
public enum UserVerificationRequirement: String, Hashable, Sendable {
    /// Without it the ceremony fails.
    case required
    /// Wanted, not insisted on; also what an absent or unknown word means.
    case preferred
    /// Better not.
    case discouraged
}

/// How much a relying party wants a discoverable credential (§5.4.6).
public enum ResidentKeyRequirement: String, Hashable, Sendable {
    /// A server-side credential is better.
    case discouraged
    /// A discoverable one is better.
    case preferred
    /// Without it the ceremony fails.
    case required
}

/// What a relying party wants to learn of the authenticator (§5.4.7).
public enum AttestationConveyancePreference: String, Hashable, Sendable {
    /// Nothing; also what an absent or unknown word means.
    case none
    /// Something verifiable, as the client sees fit.
    case indirect
    /// The statement as the authenticator made it.
    case direct
    /// A statement that may identify the one device.
    case enterprise
}

/// Who may be asked, and what the new credential must be able to do (§5.4.4).
public struct AuthenticatorSelectionCriteria: Hashable, Sendable {
    /// Only platform or only roaming authenticators; nil for either.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// The word, with `requireResidentKey` (Level 1) folded in where it is absent.
    public var residentKey: ResidentKeyRequirement
    /// The word.
    public var userVerification: UserVerificationRequirement

    /// The defaults are those of an absent dictionary.
    public init(
        authenticatorAttachment: AuthenticatorAttachment? = nil,
        residentKey: ResidentKeyRequirement = .discouraged,
        userVerification: UserVerificationRequirement = .preferred
    ) {
        self.authenticatorAttachment = authenticatorAttachment
        self.residentKey = residentKey
        self.userVerification = userVerification
    }
}
