/// `CredentialMediationRequirement`
/// (<https://www.w3.org/TR/credential-management-1/#mediation-requirements>): how much the user is to notice.
public enum Mediation: String, Hashable, Sendable, CaseIterable {
    /// The modal dialog; what absence means.
    case optional
    /// For `get` from the suggestions of a form field, for `create` without a dialog after a sign-in (§5.1.3).
    case conditional
    /// Never without the user, which WebAuthn never is: the same as `optional`.
    case required
    /// Never with the user. `get` gives no credential then, as WebAuthn keeps none that needs no gesture;
    /// `create` takes no notice of the word.
    case silent
    /// For `get`: at once with a credential of this very machine, or not at all. Not in Level 3; browsers have it.
    case immediate
}

/// Why a ceremony cannot take place with a mediation.
public enum MediationRefusal: Hashable, Sendable {
    /// `create` knows no such word.
    case unknownForCreate
    /// Conditional creation from a cross-origin frame.
    case crossOrigin
    /// `silent` resolves a `get` with null.
    case resolvesWithNull
    /// No credential could be offered in the form field: the promise would stay pending.
    case nothingToOffer
    /// No credential is immediately available.
    case nothingImmediate
    /// Immediate mediation goes with an empty `allowCredentials`.
    case namesCredentials
    /// Immediate mediation looks at the credentials of this machine only.
    case notOnThisMachine
}

extension MediationRefusal: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .unknownForCreate:
            "create() has no such mediation; a browser takes the word for a wrong enum value"
        case .crossOrigin: "conditional creation is not allowed in a cross-origin frame"
        case .resolvesWithNull:
            "with silent mediation a browser resolves the promise with null: no WebAuthn credential works without the user"
        case .nothingToOffer:
            "no discoverable credential fits, so the form field offers none; a browser leaves the promise pending until it is aborted"
        case .nothingImmediate:
            "no credential for this RP ID is immediately available, so no dialog was shown"
        case .namesCredentials: "immediate mediation takes no allowCredentials"
        case .notOnThisMachine:
            "immediate mediation looks at this machine's own credentials, not at a security key's"
        }
    }
}
