internal import CBOR
internal import COSE

/// What a place in a CBOR structure is known to hold: names for the members, meanings for the values.
///
/// It describes and never refuses; a place that holds something else is shown as what it is.
struct CBORShape: Sendable {
    /// What is inside an array or a map.
    indirect enum Inside: Sendable {
        case unknown
        case members([CBORMember])
        case elements(CBORShape)
    }

    var inside = Inside.unknown
    /// What the content of a byte string is.
    var content: ByteContent?
    /// What a value means, in addition to what it is; nil where there is nothing to add.
    var meaning: (@Sendable (CBORValue, ExplainContext) -> String?)?
    /// Finds the shape that depends on what stands inside the item.
    var resolve: (@Sendable (CBORPeek) -> CBORShape)?

    /// Nothing is known.
    static let any = CBORShape()

    /// A map with these members, and perhaps others.
    static func map(_ members: [CBORMember]) -> CBORShape { CBORShape(inside: .members(members)) }

    /// An array of such items.
    static func array(_ element: CBORShape) -> CBORShape { CBORShape(inside: .elements(element)) }

    /// A byte string with such content.
    static func bytes(_ content: ByteContent) -> CBORShape { CBORShape(content: content) }

    /// A value that means something.
    static func value(_ meaning: @escaping @Sendable (CBORValue, ExplainContext) -> String?) -> CBORShape {
        CBORShape(meaning: meaning)
    }

    /// A value of which the same is to be said whatever it is.
    static func note(_ text: String) -> CBORShape { value { _, _ in text } }

    /// A number with a name.
    static func number(_ names: [Int: String]) -> CBORShape {
        value { value, _ in value.integer.flatMap { names[$0] } }
    }

    /// A shape that depends on what stands inside.
    static func dependent(_ resolve: @escaping @Sendable (CBORPeek) -> CBORShape) -> CBORShape {
        CBORShape(resolve: resolve)
    }

    /// A COSE algorithm number.
    static let algorithm = value { value, _ in
        value.integer.map { COSEAlgorithm(rawValue: $0).name ?? "an algorithm that is not known here" }
    }

    func member(_ key: CBORValue) -> CBORMember? {
        guard case .members(let members) = inside else { return nil }
        return members.first { $0.key == key }
    }

    var element: CBORShape {
        if case .elements(let shape) = inside { shape } else { .any }
    }
}

/// A member that a map is known to have.
struct CBORMember: Sendable {
    let key: CBORValue
    let name: String
    let shape: CBORShape

    init(_ key: CBORValue, _ name: String, _ shape: CBORShape = .any) {
        (self.key, self.name, self.shape) = (key, name, shape)
    }

    /// A member whose key is its name.
    init(_ name: String, _ shape: CBORShape = .any) { self.init(.text(name), name, shape) }
}

/// What a byte string can hold that has a structure of its own.
enum ByteContent: Hashable, Sendable {
    case authenticatorData
    case coseKey
    case certificate
    /// A signature by an algorithm, if that is known.
    case signature(COSEAlgorithm?)
    case tpmPublicArea
    case tpmAttestation
    case webSignature
}

/// A look ahead, into an item that is about to be shown; it sees as far as the bytes can be read.
struct CBORPeek {
    private let bytes: [UInt8]
    private let annotations: [CBORAnnotation]
    private let index: Int

    init(_ bytes: [UInt8], _ annotations: [CBORAnnotation], at index: Int) {
        (self.bytes, self.annotations, self.index) = (bytes, annotations, index)
    }

    /// The item's own first byte.
    var initialByte: UInt8 { bytes[annotations[index].offset] }

    /// What a key of this map stands for; nil if it has no such key, or the bytes break off within the value.
    subscript(key: CBORValue) -> CBORValue? {
        let outer = annotations[index].depth
        for annotation in annotations[(index + 1)...] {
            if annotation.depth <= outer { return nil }
            if annotation.depth == outer + 1, case .value(of: key) = annotation.role {
                return Self.value(in: bytes, at: annotation.offset)
            }
        }
        return nil
    }

    /// The item at an offset, well-formed or nil.
    static func value(in bytes: [UInt8], at offset: Int) -> CBORValue? {
        try? CBORDecoder.decodePrefixLeniently(bytes, from: offset, forgiving: .wellFormed).value
    }
}
