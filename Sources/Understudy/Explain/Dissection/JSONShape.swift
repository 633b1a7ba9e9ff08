internal import JSON

/// What a place in a JSON text is known to hold: names, meanings, and what to decode.
///
/// It describes and never refuses.
struct JSONShape: Sendable {
    /// What is inside an array or an object.
    indirect enum Inside: Sendable {
        case unknown
        case members([String: JSONShape])
        case elements(JSONShape)
        /// Something that is told in one row, with all that is in it.
        case summary(@Sendable (JSONElement) -> String)
    }

    /// What a string of base64url is good for.
    enum Decoded: Hashable, Sendable {
        /// Bytes that are explained in a section of their own.
        case section(Explanation.Kind)
        /// A signature, of ECDSA if it looks like one.
        case signature
        /// Bytes that say nothing but their number.
        case counted

        /// What to explain the bytes as, if they get a section.
        func sectionKind(of bytes: [UInt8]) -> Explanation.Kind? {
            switch self {
            case .section(let kind): kind
            case .signature: DERShape.ecdsaSignature.isMeant(by: bytes) ? .ecdsaSignature : .bytes
            case .counted: nil
            }
        }
    }

    var inside = Inside.unknown
    /// How many elements of an array have rows; those that follow share one.
    var mostElements = Int.max
    /// What the string's bytes are; nil for a string that is text.
    var decoded: Decoded?
    /// What the value means, in addition to what it is; nil where there is nothing to add.
    var meaning: (@Sendable (JSONElement, ExplainContext) -> String?)?

    /// Nothing is known, but objects in it may be recognised.
    static let any = JSONShape()

    static func object(_ members: [String: JSONShape]) -> JSONShape {
        JSONShape(inside: .members(members))
    }

    static func array(_ element: JSONShape, most: Int = .max) -> JSONShape {
        JSONShape(inside: .elements(element), mostElements: most)
    }

    static func summary(_ tell: @escaping @Sendable (JSONElement) -> String) -> JSONShape {
        JSONShape(inside: .summary(tell))
    }

    /// Bytes for a section.
    static func section(_ kind: Explanation.Kind, _ note: String? = nil) -> JSONShape {
        JSONShape(decoded: .section(kind), meaning: { _, _ in note })
    }

    /// Bytes without a structure.
    static func bytes(_ note: String? = nil) -> JSONShape {
        JSONShape(decoded: .counted, meaning: { _, _ in note })
    }

    static func value(_ meaning: @escaping @Sendable (JSONElement, ExplainContext) -> String?) -> JSONShape {
        JSONShape(meaning: meaning)
    }

    static func note(_ text: String) -> JSONShape { value { _, _ in text } }

    /// Words and what they mean.
    static func words(_ meanings: [String: String]) -> JSONShape {
        value { element, _ in element.string.flatMap { meanings[$0] } }
    }

    /// The same shape with a meaning for the value as a whole.
    func meaning(_ meaning: @escaping @Sendable (JSONElement, ExplainContext) -> String?) -> JSONShape {
        var copy = self
        copy.meaning = meaning
        return copy
    }

    func member(_ name: String) -> JSONShape? {
        guard case .members(let members) = inside else { return nil }
        return members[name]
    }

    var element: JSONShape {
        if case .elements(let shape) = inside { shape } else { .any }
    }
}
