internal import Bytes

extension UserPrompt: CustomStringConvertible {
    /// What a screen or a blinking light would say.
    public var description: String {
        switch self {
        case .presence(let occasion): "touch the authenticator \(occasion)"
        case .verification(let occasion): "verify yourself on the authenticator \(occasion)"
        case .pin(isNew: true, _): "choose a PIN for the authenticator"
        case .pin(isNew: false, let left):
            "type the authenticator's PIN" + (left.map { " (\($0) tries left)" } ?? "")
        case .account(let users):
            "choose an account: "
                + users.map { $0.name ?? Base64URL.encode($0.id) }.joined(separator: ", ")
        }
    }
}

extension UserPrompt.Occasion: CustomStringConvertible {
    /// The end of a sentence that began with what to do.
    public var description: String {
        switch self {
        case .makeCredential(let rpID, let user):
            "to make a credential for \(user.name ?? "a user") at \(rpID)"
        case .getAssertion(let rpID): "to sign in at \(rpID)"
        case .reset: "to wipe it"
        case .selection: "to choose it"
        case .token(let rpID): "to allow the next step" + (rpID.map { " at \($0)" } ?? "")
        }
    }
}

extension Gesture: CustomStringConvertible {
    /// The word of a gesture script; a PIN is not shown.
    public var description: String {
        switch self {
        case .approve: "approve"
        case .verify: "verify"
        case .failVerification: "fail-verification"
        case .pin: "pin"
        case .select(let number): "select:\(number)"
        case .deny: "deny"
        case .cancel: "cancel"
        case .abort: "abort"
        case .timeout: "timeout"
        }
    }
}
