public import JSON

/// Why there is no profile.
public enum ProfileError: Error, Hashable, Sendable {
    /// No built-in profile has this name.
    case unknownName(String, known: [String])
    /// The document is not JSON.
    case notJSON(JSONError)
    /// The document breaks the format or contradicts itself: everything that is wrong, in the order of the text.
    case invalid([ProfileViolation])
}

/// One thing that is wrong with a profile document.
public struct ProfileViolation: Hashable, Sendable {
    /// Where, as a JSON Pointer (RFC 6901); for a member that is missing, where it would be.
    public let path: String
    /// The byte of the document; for a member that is missing, that of the object it is missing from.
    public let offset: Int
    /// What is wrong.
    public let problem: String
    /// What would be right.
    public let remedy: String

    /// Takes the members.
    public init(path: String, offset: Int, problem: String, remedy: String) {
        self.path = path
        self.offset = offset
        self.problem = problem
        self.remedy = remedy
    }
}

extension ProfileViolation: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        "\(path.isEmpty ? "the document" : path) at byte \(offset): \(problem); \(remedy)"
    }
}

extension ProfileError: CustomStringConvertible {
    /// A sentence, or one line for each violation.
    public var description: String {
        switch self {
        case .unknownName(let name, let known):
            "there is no profile \"\(name)\"; there are \(known.joined(separator: ", "))"
        case .notJSON(let error): "the profile is not JSON: \(error)"
        case .invalid(let violations): violations.map(\.description).joined(separator: "\n")
        }
    }
}
