/// What a JSON value is.
public enum JSONKind: UInt8, Hashable, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}

/// One value of a document, or one member name: where it stands and how many nodes belong to it.
///
/// An array is followed by its elements, an object by name, value, name, value; each with what belongs to it.
struct JSONNode {
    /// The offset of its first byte.
    var start: UInt32
    /// The offset after its last byte.
    var end: UInt32
    /// The index of the node after it and all that belongs to it; for a container still open, its parent.
    var next: UInt32
    /// The kind in three bits, the mark in one, the number of elements or members in the rest.
    private var tag: UInt32

    init(_ kind: JSONKind, marked: Bool = false, start: Int, end: Int, next: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: next)
        tag = UInt32(kind.rawValue) | (marked ? 8 : 0)
    }

    var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: tag & 7)) ?? .null }

    /// For a string: it has escapes; for an object: it has duplicate names; for a bool: it is true.
    var isMarked: Bool { tag & 8 != 0 }

    var count: Int { Int(tag >> 4) }

    mutating func mark() { tag |= 8 }

    mutating func countOneMore() { tag &+= 16 }

    /// A string's bytes between its quotes.
    var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}

/// The parsed document: its bytes and the flat list of its nodes, the root first.
final class JSONTape: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]
    /// Indices of the names that stand in their object for the second time or more, in document order.
    let duplicates: [Int]

    init(bytes: [UInt8], nodes: [JSONNode], duplicates: [Int]) {
        self.bytes = bytes
        self.nodes = nodes
        self.duplicates = duplicates
    }
}
