public import JSON

/// What the SafetyNet service says of a device: the members of its answer that a relying party looks at.
public struct SafetyNetPayload: Hashable, Sendable {
    /// Base64 of what the answer is about; nil where it is missing or no string.
    public var nonce: String?
    /// When the answer was made, in milliseconds since 1970; nil where it is missing or no integer.
    public var timestampMs: Int?
    /// Whether the device is one whose make passed the compatibility tests, unmodified; nil where it is missing
    /// or neither true nor false.
    public var ctsProfileMatch: Bool?

    /// Takes the parts.
    public init(nonce: String?, timestampMs: Int?, ctsProfileMatch: Bool?) {
        self.nonce = nonce
        self.timestampMs = timestampMs
        self.ctsProfileMatch = ctsProfileMatch
    }

    /// Why bytes are no such answer.
    public enum ReadingError: Error, Hashable, Sendable {
        /// They are not JSON.
        case notJSON(JSONError)
        /// They are no object.
        case notObject
        /// A member is there twice, so that readers may disagree about it.
        case duplicateMember(String)
    }

    /// Reads the payload; members that are not named here are left alone.
    public init(parsing bytes: [UInt8]) throws(ReadingError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        guard document.root.kind == .object else { throw .notObject }
        if let duplicate = document.duplicates.first { throw .duplicateMember(duplicate.name) }
        self.init(
            nonce: document.root["nonce"]?.string, timestampMs: document.root["timestampMs"]?.int,
            ctsProfileMatch: document.root["ctsProfileMatch"]?.bool)
    }
}

extension SafetyNetPayload.ReadingError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notJSON(let error): "the payload is not JSON: \(error)"
        case .notObject: "the payload is not an object"
        case .duplicateMember(let name): "the payload has two members \(name)"
        }
    }
}
