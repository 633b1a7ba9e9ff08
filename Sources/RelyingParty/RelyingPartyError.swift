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
        }
    }
}
