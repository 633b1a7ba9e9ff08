public import JSON

/// Why something that a caller handed in, other than a response, cannot be used.
public enum RelyingPartyError: Error, Hashable, Sendable {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// A member of a credential record or of a case is absent or not what it must be; `path` names it.
    case member(path: String, expected: String, offset: Int)
    /// The report is that of a rejected response: it holds no credential.
    case rejectedReport(offset: Int)
    /// Neither the options nor the origins tell the RP ID.
    case noRPID
    /// A page of the web that no browser would let use the RP ID.
    case originOutsideRPID(String)
    /// A user handle must have 1 to 64 bytes, and has so many.
    case userIDLength(Int)
    /// A user handle is an e-mail address.
    case userIDIsAddress
    /// A challenge must have 16 bytes or more, and has so many.
    case challengeTooShort(Int)
    /// A server's secret must have 16 bytes or more, and has so many.
    case secretTooShort(Int)
    /// There are no random bytes to be had.
    case randomUnavailable
    /// A store or a directory that was handed in failed; the text is its own.
    case store(String)
}

extension RelyingPartyError: CustomStringConvertible {
    /// A sentence for people: which member, where, and what would be right.
    public var description: String {
        switch self {
        case .notJSON(let error): "not JSON: \(error)"
        case .member("", let expected, let offset): "byte \(offset): expected \(expected)"
        case .member(let path, let expected, let offset): "\(path) (byte \(offset)) must be \(expected)"
        case .rejectedReport(let offset):
            "the report (byte \(offset)) rejects its ceremony, so there is no credential to go on with"
        case .noRPID: "the options name no RP ID, and no origin has a domain to take it from"
        case .originOutsideRPID(let origin): "\(origin) neither lies within the RP ID nor is a related origin"
        case .userIDLength(let count): "a user handle has 1 to 64 bytes, not \(count)"
        case .userIDIsAddress:
            "a user handle must not be an e-mail address: anybody who holds the key can read it"
        case .challengeTooShort(let count): "a challenge has 16 bytes or more, not \(count)"
        case .secretTooShort(let count): "the server's secret has 16 bytes or more, not \(count)"
        case .randomUnavailable: "there are no random bytes to be had"
        case .store(let text): "the store failed: \(text)"
        }
    }
}
