internal import Bytes
public import JSON

/// An output of a client that has the wrong type.
public struct ClientExtensionProblem: Sendable {
    /// The output's name in `clientExtensionResults`.
    public let identifier: String
    /// What would be right.
    public let expected: String
    /// What there is; the output itself or something inside.
    public let element: JSONElement
}

/// Reads the outputs of clients and collects what has the wrong type.
struct ClientOutputReader {
    /// The output that is being read.
    var identifier = ""
    private(set) var problems: [ClientExtensionProblem] = []

    mutating func note(_ element: JSONElement, _ expected: String) {
        problems.append(
            ClientExtensionProblem(identifier: identifier, expected: expected, element: element))
    }

    mutating func isObject(_ element: JSONElement) -> Bool {
        if element.kind == .object { return true }
        note(element, "an object")
        return false
    }

    mutating func flag(_ element: JSONElement?) -> Bool? {
        guard let element else { return nil }
        if let flag = element.bool { return flag }
        note(element, "true or false")
        return nil
    }

    mutating func bytes(_ element: JSONElement?) -> [UInt8]? {
        guard let element else { return nil }
        if let bytes = element.base64URL { return bytes }
        note(element, "base64url")
        return nil
    }
}

extension JSONElement {
    /// The bytes that a string of base64url stands for; nil for anything else.
    var base64URL: [UInt8]? { stringBytes.flatMap { try? Base64URL.decode($0) } }
}
