extension Explanation {
    /// One line of the dump: some bytes and what they are.
    public struct Row: Hashable, Sendable {
        /// What a row stands for.
        public enum Part: Hashable, Sendable {
            /// Bytes that no other such row covers.
            case bytes([UInt8])
            /// A heading over the deeper rows that follow; it has no bytes of its own and spans theirs.
            case group
            /// One bit of the byte in the row above, 0 the least significant.
            case bit(number: Int, isSet: Bool)
        }

        /// Where the first byte is; offsets count bytes of what ``Explanation/length`` counts.
        public let offset: Int
        /// How many bytes there are, for a group those of all rows in it; 1 for a bit.
        public let length: Int
        /// How many rows and groups lie around this one.
        public let depth: Int
        /// What it is called in its specification.
        public let name: String
        /// The value, and what it means.
        public let meaning: String
        /// What the row stands for.
        public let part: Part

        /// Takes the parts.
        public init(offset: Int, length: Int, depth: Int, name: String, meaning: String, part: Part) {
            self.offset = offset
            self.length = length
            self.depth = depth
            self.name = name
            self.meaning = meaning
            self.part = part
        }

        /// The bytes of a row that has its own; nil for a group or a bit.
        public var bytes: [UInt8]? {
            if case .bytes(let bytes) = part { bytes } else { nil }
        }
    }

    /// Something wrong or unusual.
    public struct Problem: Hashable, Sendable {
        /// How bad it is.
        public enum Severity: String, Hashable, Sendable {
            /// The bytes are not what they must be.
            case error
            /// Unusual, or against a rule that reading does not depend on.
            case remark
        }

        /// How bad it is.
        public let severity: Severity
        /// The byte concerned; nil when it is no single one.
        public let offset: Int?
        /// A sentence for people.
        public let message: String
        /// The error behind it, where there is one; its offsets count like this problem's.
        public let error: ExplainError?

        /// A problem that is an error of a lower room.
        public init(_ severity: Severity = .error, at offset: Int? = nil, _ error: ExplainError) {
            self.severity = severity
            self.offset = offset ?? error.offset
            self.error = error
            message = error.description
        }

        /// An error in the notation that the bytes were written in; no byte of theirs is concerned.
        init(inNotation error: ExplainError) {
            severity = .error
            offset = nil
            self.error = error
            message = "in the text as it was given, \(error)"
        }

        /// A remark in words.
        public init(remarkAt offset: Int? = nil, _ message: String) {
            severity = .remark
            self.offset = offset
            self.message = message
            error = nil
        }
    }
}
