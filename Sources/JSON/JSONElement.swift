/// A value within a ``JSONDocument``: a view that keeps the document alive and copies nothing.
public struct JSONElement: Sendable {
    let tape: JSONTape
    let index: Int

    var node: JSONNode { tape.nodes[index] }

    /// What the value is.
    public var kind: JSONKind { node.kind }

    /// The offset of its first byte in the document.
    public var offset: Int { Int(node.start) }

    /// How many bytes it takes in the document, quotes and brackets included.
    public var length: Int {
        let node = node
        return Int(node.end) - Int(node.start)
    }

    /// The value as it was written.
    public var rawBytes: ArraySlice<UInt8> {
        let node = node
        return tape.bytes[Int(node.start)..<Int(node.end)]
    }

    /// Whether it is `null`.
    public var isNull: Bool { kind == .null }

    /// `true` or `false`; nil for anything else.
    public var bool: Bool? {
        let node = node
        return node.kind == .bool ? node.isMarked : nil
    }

    /// How many elements an array or members an object has, duplicates counted; 0 for anything else.
    public var count: Int { node.count }
}

// MARK: Strings

extension JSONElement {
    /// The string; nil for anything else.
    ///
    /// A lone surrogate escape becomes U+FFFD, which UTF-8 has in its place.
    public var string: String? { stringBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The string as UTF-8, its escapes resolved; a slice of the document itself when it has none.
    public var stringBytes: ArraySlice<UInt8>? {
        let node = node
        guard node.kind == .string else { return nil }
        let content = tape.bytes[node.content]
        return node.isMarked ? JSONEscape.resolve(content)[...] : content
    }

    /// Whether it is this string; makes no copy of either.
    public func equals(_ text: String) -> Bool {
        let node = node
        guard node.kind == .string else { return false }
        var text = text
        return text.withUTF8 { tape.content(of: node, equals: $0) }
    }
}

extension JSONTape {
    /// Compares a string node with UTF-8 text.
    @inline(__always)
    func content(of node: JSONNode, equals text: UnsafeBufferPointer<UInt8>) -> Bool {
        let content = node.content
        if node.isMarked { return JSONEscape.resolve(bytes[content]).elementsEqual(text) }
        guard content.count == text.count else { return false }
        return bytes.withUnsafeBytes {
            JSONPlainText.areEqual(
                UnsafeRawBufferPointer(rebasing: $0[content]), UnsafeRawBufferPointer(text))
        }
    }
}

// MARK: Members and elements

extension JSONElement {
    /// The member of that name, the last one if there are several; nil for no member or no object.
    public subscript(name: String) -> JSONElement? {
        let node = node
        guard node.kind == .object else { return nil }
        var name = name
        let found = name.withUTF8 { tape.lastMember(of: node, after: index, named: $0) }
        return found.map { JSONElement(tape: tape, index: $0) }
    }

    /// The element at that place of an array; nil beyond its ends or for no array.
    ///
    /// Walks there: a loop over ``elements`` is quicker than one over places.
    public subscript(place: Int) -> JSONElement? {
        let node = node
        guard node.kind == .array, place >= 0, place < node.count else { return nil }
        var index = index + 1
        for _ in 0..<place { index = Int(tape.nodes[index].next) }
        return JSONElement(tape: tape, index: index)
    }

    /// An object's members in the order written, duplicates included; none for anything else.
    public var members: JSONMembers { JSONMembers(names: memberNames) }

    /// As ``members``, with the names as elements: for their offsets, or to compare them without a copy.
    public var memberNames: JSONMemberNames { JSONMemberNames(object: self) }

    /// An array's elements; none for anything else.
    public var elements: JSONElements { JSONElements(array: self) }
}

extension JSONTape {
    func lastMember(of object: JSONNode, after index: Int, named name: UnsafeBufferPointer<UInt8>) -> Int? {
        var key = index + 1
        var found: Int?
        for _ in 0..<object.count {
            if content(of: nodes[key], equals: name) {
                found = key + 1
                if !object.isMarked { break }
            }
            key = Int(nodes[key + 1].next)
        }
        return found
    }
}
