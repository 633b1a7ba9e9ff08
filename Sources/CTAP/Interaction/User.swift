/// What a person in front of an authenticator is asked.
public enum UserPrompt: Hashable, Sendable {
    /// Touch the device.
    case presence(Occasion)
    /// Verify yourself on the device itself, which is also a touch.
    case verification(Occasion)
    /// Type the PIN into the client's dialog; `isNew` when it is being set.
    case pin(isNew: Bool, retriesLeft: Int?)
    /// Choose an account in the client's dialog.
    case account([UserEntity])

    /// What a touch is for.
    public enum Occasion: Hashable, Sendable {
        /// A new credential for the RP.
        case makeCredential(rpID: String, user: UserEntity)
        /// An assertion for the RP.
        case getAssertion(rpID: String)
        /// Wiping the device.
        case reset
        /// Only to choose this device among several.
        case selection
        /// A token for later commands.
        case token(rpID: String?)
    }
}

/// What a person does when asked.
public enum Gesture: Hashable, Sendable {
    /// Touches, and is not verified by it.
    case approve
    /// Touches and is verified, where the device can; knows the PIN.
    case verify
    /// Tries to be verified and fails.
    case failVerification
    /// Types this PIN; elsewhere a touch.
    case pin(String)
    /// Chooses the n-th account, counted from 1; elsewhere a touch.
    case select(Int)
    /// Refuses.
    case deny
    /// Closes the dialog.
    case cancel
    /// The page's AbortSignal fires meanwhile.
    case abort
    /// Does nothing until the time is up; the simulated clock moves there at once.
    case timeout
}

/// The person in front of the device and of the client.
public protocol User: Sendable {
    /// Answers one prompt, now or later.
    func answer(_ prompt: UserPrompt) async -> Gesture
}
