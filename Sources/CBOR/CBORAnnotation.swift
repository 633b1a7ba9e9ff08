/// One step of a walk through CBOR: a leaf, or the head of something that encloses others.
///
/// The annotations of a walk follow each other without gap or overlap.
public struct CBORAnnotation: Hashable, Sendable {
    /// Where the item starts, in bytes from the start of the bytes walked.
    public let offset: Int
    /// How many bytes its head takes; a string's content follows it.
    public let headLength: Int
    /// How many bytes this annotation covers: head and content of a leaf, the head alone of a container or tag.
    public let length: Int
    /// How many containers, tags and chunked strings lie around the item; zero for the outermost.
    public let depth: Int
    /// What the item is to the one around it.
    public let role: CBORRole
    /// The item for people: a leaf in diagnostic notation, long ones shortened.
    public let text: String
    /// How the item breaks the canonical form; empty for most.
    public let faults: [CBORError]

    /// Says all there is to say of one item.
    public init(
        offset: Int, headLength: Int, length: Int, depth: Int, role: CBORRole, text: String,
        faults: [CBORError]
    ) {
        self.offset = offset
        self.headLength = headLength
        self.length = length
        self.depth = depth
        self.role = role
        self.text = text
        self.faults = faults
    }
}

/// What an item is to the one around it.
public enum CBORRole: Hashable, Sendable {
    /// The outermost item.
    case item
    /// An array's element, counted from zero.
    case element(Int)
    /// A map's key, the pairs counted from zero.
    case key(Int)
    /// What a key of a map stands for.
    case value(of: CBORValue)
    /// What a tag encloses.
    case tagContent
    /// A chunk of an indefinite-length string, counted from zero.
    case chunk(Int)
    /// The break code that ends an item of indefinite length.
    case end
}

/// A walk through one item, as far as the bytes go.
public struct CBORWalk: Hashable, Sendable {
    /// The steps, in reading order.
    public let annotations: [CBORAnnotation]
    /// The offset of the first byte that no annotation covers: the end of the item, or of what could be read.
    public let end: Int
    /// Why the walk ended before the item did; nil when the item is whole.
    public let error: CBORError?

    /// Gathers the steps of a walk.
    public init(annotations: [CBORAnnotation], end: Int, error: CBORError?) {
        self.annotations = annotations
        self.end = end
        self.error = error
    }
}
