/// A choice that the client made on the way, for those who want to follow it.
public enum Decision: Hashable, Sendable {
    /// What made the RP ID right.
    public enum RPIDGround: Hashable, Sendable {
        /// It is the origin's domain, or was taken from it.
        case domain
        /// It is a registrable domain suffix of the domain.
        case suffix
        /// The RP ID's document lists the origin; the index is its place there.
        case relatedOrigin(index: Int)
        /// The platform vouches for the app.
        case app
    }

    /// The RP ID that the device is asked for.
    case rpID(String, RPIDGround)
    /// How long the ceremony may take, in milliseconds; nil for no end.
    case lifetime(milliseconds: Int64?)
    /// Whether a discoverable credential is asked for.
    case discoverable(Bool)
    /// How the user gets verified.
    case verification(VerificationPlan)
    /// The user was not verified and need not be: asking again without.
    case goingOnUnverified
    /// A list was longer than the device takes, so it was asked silently; the place of the entry that it knows.
    case listSearched(entries: Int, known: [UInt8]?)
    /// Discoverable credentials that conditional or immediate mediation found silently.
    case found(Int)
    /// The account that the user chose, counted from 1.
    case account(Int, of: Int)
    /// The attestation was replaced by none before the page could see it (§5.1.3).
    case attestationWithheld(format: String)
}

extension Decision: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .rpID(let id, .domain): "the RP ID is \(id), the origin's own domain"
        case .rpID(let id, .suffix): "the RP ID is \(id), a registrable domain suffix of the origin's domain"
        case .rpID(let id, .relatedOrigin(let index)):
            "the RP ID is \(id), whose related origins list the origin at place \(index)"
        case .rpID(let id, .app): "the RP ID is \(id), for which the app's platform vouches"
        case .lifetime(let milliseconds?): "the ceremony may take \(milliseconds) ms"
        case .lifetime(nil): "the ceremony may take for ever"
        case .discoverable(true): "a discoverable credential is asked for"
        case .discoverable(false): "a server-side credential will do"
        case .verification(.presenceOnly): "the user will not be verified"
        case .verification(.builtIn): "the device verifies the user"
        case .verification(.pin): "a PIN verifies the user"
        case .verification(.newPIN): "a PIN is set first, which then verifies the user"
        case .goingOnUnverified: "the user was not verified, and need not be"
        case .listSearched(let entries, .some): "one of \(entries) listed credentials lives on the device"
        case .listSearched(let entries, nil): "none of \(entries) listed credentials lives on the device"
        case .found(let count): "discoverable credentials found without a prompt: \(count)"
        case .account(let number, let count): "account \(number) of \(count) was chosen"
        case .attestationWithheld(let format): "the \(format) attestation was withheld from the page"
        }
    }
}
