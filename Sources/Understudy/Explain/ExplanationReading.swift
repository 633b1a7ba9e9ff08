extension Explanation {
    /// How bytes were written down.
    public enum Notation: Hashable, Sendable {
        /// As they are.
        case binary
        /// As text that means itself: JSON and the like.
        case text
        /// Base64url without padding, the notation of WebAuthn's JSON.
        case base64URL
        /// Base64 with padding or of the other alphabet.
        case base64
        /// Hexadecimal, with or without separators.
        case hex
        /// A PEM block with this label (RFC 7468).
        case pem(label: String)
        /// The form of a UUID.
        case uuid
        /// The dotted form of RFC 7515.
        case compactSignature

        /// The name for people.
        public var title: String {
            switch self {
            case .binary: "binary"
            case .text: "text"
            case .base64URL: "base64url"
            case .base64: "base64"
            case .hex: "hex"
            case .pem(let label): "PEM \"\(label)\""
            case .uuid: "UUID"
            case .compactSignature: "compact JWS"
            }
        }
    }

    /// How sure it is that bytes are what they are taken for.
    public enum Confidence: Int, Hashable, Sendable, Comparable {
        /// Nothing speaks for it, nothing against it.
        case guess = 0
        /// The structure fits, and others might fit too.
        case likely
        /// So much fits that chance is out of the question, or the caller said so.
        case certain

        /// The word of the JSON form.
        public var word: String {
            switch self {
            case .guess: "guess"
            case .likely: "likely"
            case .certain: "certain"
            }
        }

        /// Orders by sureness.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// One way to read the input.
    public struct Reading: Hashable, Sendable {
        /// As what.
        public let kind: Kind
        /// In which notation.
        public let notation: Notation
        /// How much speaks for it.
        public let confidence: Confidence

        /// Takes the three parts.
        public init(_ kind: Kind, in notation: Notation, _ confidence: Confidence) {
            self.kind = kind
            self.notation = notation
            self.confidence = confidence
        }
    }
}
