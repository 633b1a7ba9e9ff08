/// What a status report says of a model (FIDO Metadata Service 3.0 §3.1.4); any word can be held.
///
/// Words are added over the years, and those that a reader does not know it must ignore silently.
public struct AuthenticatorStatus: RawRepresentable, Hashable, Sendable {
    /// The word as it was written.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Malware can get past user verification.
    public static let userVerificationBypass = Self(rawValue: "USER_VERIFICATION_BYPASS")
    /// An attestation key is known to others.
    public static let attestationKeyCompromise = Self(rawValue: "ATTESTATION_KEY_COMPROMISE")
    /// Keys of users can be guessed or drawn out from afar.
    public static let userKeyRemoteCompromise = Self(rawValue: "USER_KEY_REMOTE_COMPROMISE")
    /// Keys of users can be drawn out of a device at hand.
    public static let userKeyPhysicalCompromise = Self(rawValue: "USER_KEY_PHYSICAL_COMPROMISE")
    /// The model should not be trusted at all.
    public static let revoked = Self(rawValue: "REVOKED")
    /// There is an update, which is meant to mend all that was reported before.
    public static let updateAvailable = Self(rawValue: "UPDATE_AVAILABLE")
    /// The vendor has taken the model out of service (since 3.1).
    public static let retired = Self(rawValue: "RETIRED")

    /// What a report of it means to a relying party.
    enum Meaning {
        case compromise, update, retirement, certification, unknown
    }

    var meaning: Meaning {
        switch self {
        case .userVerificationBypass, .attestationKeyCompromise, .userKeyRemoteCompromise,
            .userKeyPhysicalCompromise, .revoked:
            .compromise
        case .updateAvailable: .update
        case .retired: .retirement
        default: Self.certifications.contains(rawValue) ? .certification : .unknown
        }
    }

    private static let certifications: Set<String> = [
        "NOT_FIDO_CERTIFIED", "SELF_ASSERTION_SUBMITTED", "FIDO_CERTIFIED", "FIDO_CERTIFIED_L1",
        "FIDO_CERTIFIED_L1plus", "FIDO_CERTIFIED_L2", "FIDO_CERTIFIED_L2plus", "FIDO_CERTIFIED_L3",
        "FIDO_CERTIFIED_L3plus", "FIPS140_CERTIFIED_L1", "FIPS140_CERTIFIED_L2", "FIPS140_CERTIFIED_L3",
        "FIPS140_CERTIFIED_L4",
    ]
}

extension AuthenticatorStatus: CustomStringConvertible {
    /// The word.
    public var description: String { rawValue }
}
