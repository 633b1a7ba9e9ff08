/// A JSON value as a tree: for building and for editing.
///
/// Reading needs none, see ``JSONDocument``.
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written as a plain integer.
    case integer(Int)
    /// Any other number, as it is written; it goes out as it stands, so it must be a number of RFC 8259.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; members keep their order, and a name may stand twice.
    case object([JSONMember])

    /// Copies a value out of a document.
    ///
    /// Numbers keep the form they were written in.
    public init(_ element: JSONElement) {
        switch element.kind {
        case .null: self = .null
        case .bool: self = .bool(element.bool ?? false)
        case .number:
            let text = String(decoding: element.rawBytes, as: UTF8.self)
            // `-0` and `1.0` are integers too, but would be written otherwise.
            if let integer = element.int, String(integer) == text {
                self = .integer(integer)
            } else {
                self = .number(text)
            }
        case .string: self = .string(element.string ?? "")
        case .array: self = .array(element.elements.map { JSONValue($0) })
        case .object:
            self = .object(element.members.map { JSONMember($0.name, JSONValue($0.value)) })
        }
    }

    /// Parses a text.
    ///
    /// - Throws: ``JSONError`` as ``JSONDocument`` does.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        self.init(try JSONDocument(parsing: bytes, limits: limits).root)
    }

    /// Parses a text.
    ///
    /// - Throws: ``JSONError`` as ``JSONDocument`` does.
    public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The text without white space, as ECMAScript's `JSON.stringify(value)`.
    public func serialised() -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The text with two spaces a level, as ECMAScript's `JSON.stringify(value, null, 2)`; no newline at the end.
    public func pretty() -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.value(self)
        return writer.bytes
    }
}

/// A member of an object.
public struct JSONMember: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Pairs the two.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// Compares bytes, as a document does; to Swift's strings composed and decomposed names are equal.
    func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}

// MARK: Access

extension JSONValue {
    /// The flag; nil for anything else.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The plain integer; nil for anything else.
    public var integerValue: Int? { if case .integer(let value) = self { value } else { nil } }

    /// The string; nil for anything else.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements; nil for anything but an array.
    public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members; nil for anything but an object.
    public var objectValue: [JSONMember]? { if case .object(let value) = self { value } else { nil } }

    /// The member of that name, the last one if there are several; nil for no member or no object.
    ///
    /// Setting it replaces the value where it stands or adds a member at the end; nil takes away every member
    /// of that name. On anything but an object, setting does nothing.
    public subscript(name: String) -> JSONValue? {
        get { objectValue?.last { $0.isNamed(name) }?.value }
        set {
            guard case .object(var members) = self else { return }
            if let newValue {
                if let place = members.lastIndex(where: { $0.isNamed(name) }) {
                    members[place].value = newValue
                } else {
                    members.append(JSONMember(name, newValue))
                }
            } else {
                members.removeAll { $0.isNamed(name) }
            }
            self = .object(members)
        }
    }

    /// The element at that place; nil beyond the ends or for no array.
    ///
    /// Setting it beyond the ends does nothing, nil takes the element out.
    public subscript(place: Int) -> JSONValue? {
        get {
            guard case .array(let elements) = self, elements.indices.contains(place) else { return nil }
            return elements[place]
        }
        set {
            guard case .array(var elements) = self, elements.indices.contains(place) else { return }
            if let newValue { elements[place] = newValue } else { elements.remove(at: place) }
            self = .array(elements)
        }
    }
}

// MARK: Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A plain integer.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object, its members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
