internal import Cryptography

/// What a place in a DER structure is known to hold: names for the fields, meanings for the values.
///
/// It describes and never refuses; an element that fits no field is shown as what it is.
struct DERShape: Sendable {
    /// What is inside an element.
    indirect enum Inside: Sendable {
        case unknown
        /// Fields in order; those whose tag does not stand next are skipped.
        case fields([DERField])
        /// Any number of the same.
        case each(String, DERShape)
        /// DER inside a primitive OCTET STRING or BIT STRING.
        case wrapped(String, DERShape)
    }

    var inside = Inside.unknown
    /// What the element means, in addition to what it is; nil where there is nothing to add.
    var meaning: (@Sendable (DERElement, ExplainContext) -> String?)?
    /// Finds the shape that depends on what stands inside the element.
    var resolve: (@Sendable (DERElement) -> DERShape)?

    /// Nothing is known.
    static let any = DERShape()

    /// A SEQUENCE or the like with these fields.
    static func fields(_ fields: [DERField]) -> DERShape { DERShape(inside: .fields(fields)) }

    /// A SEQUENCE OF or SET OF the same.
    static func each(_ name: String, _ shape: DERShape = .any) -> DERShape {
        DERShape(inside: .each(name, shape))
    }

    /// A string that holds DER.
    static func wrapped(_ name: String, _ shape: DERShape = .any) -> DERShape {
        DERShape(inside: .wrapped(name, shape))
    }

    /// A value that means something.
    static func value(_ meaning: @escaping @Sendable (DERElement, ExplainContext) -> String?) -> DERShape {
        DERShape(meaning: meaning)
    }

    /// A value of which the same is to be said whatever it is.
    static func note(_ text: String) -> DERShape { value { _, _ in text } }

    /// A shape that depends on what stands inside.
    static func dependent(_ resolve: @escaping @Sendable (DERElement) -> DERShape) -> DERShape {
        DERShape(resolve: resolve)
    }

    /// The same shape, with a meaning for the element as a whole.
    func meaning(_ meaning: @escaping @Sendable (DERElement, ExplainContext) -> String?) -> DERShape {
        var copy = self
        copy.meaning = meaning
        return copy
    }
}

/// A field that a SEQUENCE is known to have.
struct DERField: Sendable {
    let name: String
    /// The tags that it may have; any tag when there are none.
    let tags: [DERTag]
    let shape: DERShape

    init(_ name: String, _ tags: DERTag..., as shape: DERShape = .any) {
        (self.name, self.tags, self.shape) = (name, tags, shape)
    }

    func fits(_ tag: DERTag) -> Bool { tags.isEmpty || tags.contains(tag) }
}

extension DERElement {
    /// The object identifier that is the first element inside; nil if another or none is.
    var leadingObjectIdentifier: OID? {
        var inside = reader
        return (try? inside.read(.objectIdentifier).objectIdentifier())
    }
}
