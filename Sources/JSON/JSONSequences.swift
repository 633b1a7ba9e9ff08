/// The elements of an array.
public struct JSONElements: Sequence, Sendable {
    let array: JSONElement

    /// How many there are.
    public var underestimatedCount: Int { array.kind == .array ? array.count : 0 }

    /// Starts at the first element.
    public func makeIterator() -> Iterator {
        Iterator(
            tape: array.tape, index: array.index + 1, remaining: underestimatedCount)
    }

    /// Walks the elements.
    public struct Iterator: IteratorProtocol, Sendable {
        let tape: JSONTape
        var index: Int
        var remaining: Int

        /// The next element.
        public mutating func next() -> JSONElement? {
            guard remaining > 0 else { return nil }
            defer { index = Int(tape.nodes[index].next) }
            remaining -= 1
            return JSONElement(tape: tape, index: index)
        }
    }
}

/// The members of an object, with their names as elements.
public struct JSONMemberNames: Sequence, Sendable {
    let object: JSONElement

    /// How many there are.
    public var underestimatedCount: Int { object.kind == .object ? object.count : 0 }

    /// Starts at the first member.
    public func makeIterator() -> Iterator {
        Iterator(
            tape: object.tape, index: object.index + 1, remaining: underestimatedCount)
    }

    /// Walks the members.
    public struct Iterator: IteratorProtocol, Sendable {
        let tape: JSONTape
        var index: Int
        var remaining: Int

        /// The next member.
        public mutating func next() -> (name: JSONElement, value: JSONElement)? {
            guard remaining > 0 else { return nil }
            defer { index = Int(tape.nodes[index + 1].next) }
            remaining -= 1
            return (JSONElement(tape: tape, index: index), JSONElement(tape: tape, index: index + 1))
        }
    }
}

/// The members of an object.
public struct JSONMembers: Sequence, Sendable {
    let names: JSONMemberNames

    /// How many there are.
    public var underestimatedCount: Int { names.underestimatedCount }

    /// Starts at the first member.
    public func makeIterator() -> Iterator { Iterator(names: names.makeIterator()) }

    /// Walks the members.
    public struct Iterator: IteratorProtocol, Sendable {
        var names: JSONMemberNames.Iterator

        /// The next member.
        public mutating func next() -> (name: String, value: JSONElement)? {
            names.next().map { ($0.name.string ?? "", $0.value) }
        }
    }
}
