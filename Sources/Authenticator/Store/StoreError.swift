/// Why a store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// Somebody else holds it; who, if that is known, and what to do.
    case busy(String)
    /// It is not a store, or not a whole one; it was left untouched.
    case damaged(String)
    /// It was written by a later version.
    case newer(schema: Int, supported: Int)
    /// It cannot be opened, read or written.
    case unavailable(String)
    /// No credential has that ID.
    case noSuchCredential
    /// Every value of a signature counter was handed out.
    case counterExhausted
    /// The authenticator exists and is another model than the one asked for.
    case otherProfile(authenticator: String, kept: String, asked: String)
    /// No authenticator can have that name, or no copy of a store; why not.
    case badName(String)
}

extension StoreError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .busy(let text), .damaged(let text), .unavailable(let text), .badName(let text): text
        case .newer(let schema, let supported):
            "the store has schema \(schema); this version reads up to \(supported): use a newer one"
        case .noSuchCredential: "no credential has that ID"
        case .counterExhausted: "the credential's signature counter has reached its last value"
        case .otherProfile(let authenticator, let kept, let asked) where kept == asked:
            "the authenticator \(authenticator) was made with another version of the profile \(kept);"
                + " leave the profile out to go on with that one, or name another authenticator"
        case .otherProfile(let authenticator, let kept, let asked):
            "the authenticator \(authenticator) has the profile \(kept), not \(asked);"
                + " leave the profile out, or name another authenticator"
        }
    }
}
