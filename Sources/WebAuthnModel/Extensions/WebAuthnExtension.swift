/// The extensions that are understood here, with the names that each goes by: options, client and authenticator
/// call some by different ones.
public enum WebAuthnExtension: String, Hashable, Sendable, CaseIterable {
    /// FIDO AppID (§10.1.1).
    case appid
    /// FIDO AppID exclusion (§10.1.2).
    case appidExclude
    /// Credential properties (§10.1.3).
    case credProps
    /// The pseudo-random function (§10.1.4), for which CTAP has `hmac-secret`.
    case prf
    /// Large blob storage (§10.1.5).
    case largeBlob
    /// Credential protection (CTAP 2.1 §12.1).
    case credProtect
    /// A small blob in the authenticator (CTAP 2.1 §12.2).
    case credBlob
    /// The least length of a PIN (CTAP 2.1 §12.4).
    case minPinLength
    /// The secrets behind `prf`, as older clients show them (CTAP 2.1 §12.5).
    case hmacSecret
    /// How the user was verified (WebAuthn Level 2 §10.3).
    case uvm
    /// Secure Payment Confirmation, for which CTAP 2.2 has `thirdPartyPayment`.
    case payment

    /// The members of `extensions` in options that ask for it.
    public var inputNames: [String] {
        switch self {
        case .appid, .appidExclude, .credProps, .prf, .largeBlob, .minPinLength, .uvm, .payment: [rawValue]
        case .credProtect: ["credentialProtectionPolicy"]
        case .credBlob: ["credBlob", "getCredBlob"]
        case .hmacSecret: ["hmacCreateSecret", "hmacGetSecret"]
        }
    }

    /// Its members of `clientExtensionResults`.
    public var clientOutputNames: [String] {
        switch self {
        case .appid, .appidExclude, .credProps, .prf, .largeBlob, .uvm, .payment: [rawValue]
        case .credProtect, .minPinLength: []
        case .credBlob: ["credBlob", "getCredBlob"]
        case .hmacSecret: ["hmacCreateSecret", "hmacGetSecret"]
        }
    }

    /// Its names in the extension map of authenticator data.
    public var authenticatorOutputNames: [String] {
        switch self {
        case .appid, .appidExclude, .credProps, .largeBlob, .prf: []
        case .credProtect, .credBlob, .minPinLength, .uvm: [rawValue]
        case .hmacSecret: ["hmac-secret", "hmac-secret-mc"]
        case .payment: ["thirdPartyPayment"]
        }
    }

    /// The names in the extension map that follow from asking for it: `prf` makes a client ask for `hmac-secret`.
    public var solicitedAuthenticatorOutputNames: [String] {
        self == .prf ? WebAuthnExtension.hmacSecret.authenticatorOutputNames : authenticatorOutputNames
    }
}
