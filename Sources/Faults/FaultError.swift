public import WebAuthnModel

/// Why a fault was not planted.
public enum FaultError: Error, Hashable, Sendable {
    /// No fault has that name; some that look like it.
    case unknown(String, near: [String])
    /// A value was given to a fault that takes none.
    case takesNoValue(FaultID)
    /// No value was given to a fault that needs one; what it means, and what would be right.
    case needsValue(FaultID, meaning: String, form: String)
    /// The value is not what it must be.
    case wrongValue(FaultID, value: String, meaning: String, form: String)
    /// A fault was given twice.
    case twice(FaultID)
    /// It makes no sense in this ceremony; why not, as the rest of a sentence that begins with the fault.
    case notApplicable(FaultID, because: String)
    /// The ceremony ran and nothing was different.
    case withoutEffect(FaultID)
}

extension FaultError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .unknown(let text, let near) where near.isEmpty: "there is no fault \"\(text)\""
        case .unknown(let text, let near):
            "there is no fault \"\(text)\"; near it are \(near.joined(separator: ", "))"
        case .takesNoValue(let id): "\(id) takes no value"
        case .needsValue(let id, let meaning, let form):
            "\(id) needs a value, \(id)=VALUE: \(meaning), \(form)"
        case .wrongValue(let id, let value, let meaning, let form):
            "\(id) cannot have the value \"\(value)\": \(meaning) must be \(form)"
        case .twice(let id): "\(id) may be given only once"
        case .notApplicable(let id, let because): "\(id) \(because)"
        case .withoutEffect(let id):
            "\(id) changed nothing: what it would make wrong did not come up in this ceremony, or was so already"
        }
    }
}
