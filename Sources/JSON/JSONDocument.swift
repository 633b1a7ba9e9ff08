/// A JSON text, parsed once into a flat tape of nodes over its original bytes; no tree is built.
///
/// The reading is RFC 8259 and nothing beside it: UTF-8 throughout, one value, white space around it.
public struct JSONDocument: Sendable {
    let tape: JSONTape

    /// Parses the text.
    ///
    /// - Throws: ``JSONError`` at the first byte that is wrong. A leading byte order mark is wrong too:
    ///   who wants to forgive it takes it off first.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        tape = try JSONParser.parse(bytes, limits: limits)
    }

    /// Parses the text; offsets count bytes of its UTF-8.
    public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The bytes as they were given.
    public var bytes: [UInt8] { tape.bytes }

    /// The document's value.
    public var root: JSONElement { JSONElement(tape: tape, index: 0) }

    /// The member names that stand in their object a second time or more.
    ///
    /// RFC 8259 section 4 leaves them to the reader. Here they are read as ECMAScript's `JSON.parse` does
    /// (the last one counts) and told.
    public var duplicates: [JSONDuplicate] {
        tape.duplicates.map { JSONDuplicate(element: JSONElement(tape: tape, index: $0)) }
    }
}

/// A member name that its object has already had.
public struct JSONDuplicate: Sendable {
    let element: JSONElement

    /// The name.
    public var name: String { element.string ?? "" }

    /// The offset of the later name's opening quote.
    public var offset: Int { element.offset }

    /// The member as a JSON Pointer (RFC 6901).
    public var path: String { element.pointer }
}
