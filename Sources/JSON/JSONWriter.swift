import Bytes

/// Writes JSON straight to bytes, without a tree in between; commas and indentation are its business.
///
/// Balance is the caller's: each `begin` has its `end`, and every value in an object follows a name.
public struct JSONWriter: Sendable {
    /// What is written so far.
    public private(set) var bytes: [UInt8] = []

    private let isPretty: Bool
    private let escaping: JSONEscaping
    private var depth = 0
    private var needsComma = false
    private var followsName = false

    /// Compact as ECMAScript's `JSON.stringify(value)`, or pretty as `JSON.stringify(value, null, 2)`.
    public init(pretty: Bool = false, escaping: JSONEscaping = .stringify, capacity: Int = 0) {
        isPretty = pretty
        self.escaping = escaping
        bytes.reserveCapacity(capacity)
    }

    // MARK: Containers

    /// Opens an object.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes an object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes an array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Opens an object that is a member.
    public mutating func beginObject(_ name: String) {
        self.name(name)
        beginObject()
    }

    /// Opens an array that is a member.
    public mutating func beginArray(_ name: String) {
        self.name(name)
        beginArray()
    }

    // MARK: Values

    /// A member's name; its value comes next.
    public mutating func name(_ name: String) {
        separate()
        JSONEscape.appendQuoted(name, escaping: escaping, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        followsName = true
    }

    /// A string.
    public mutating func value(_ text: String) {
        separate()
        JSONEscape.appendQuoted(text, escaping: escaping, to: &bytes)
        needsComma = true
    }

    /// A number.
    public mutating func value(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
        needsComma = true
    }

    /// `true` or `false`.
    public mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        needsComma = true
    }

    /// `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// A string that is the base64url of `bytes`.
    public mutating func value(base64URL bytes: some Collection<UInt8>) {
        separate()
        self.bytes.append(UInt8(ascii: "\""))
        Base64URL.append(bytes, to: &self.bytes)
        self.bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// JSON text that is taken as it stands; nobody checks it.
    public mutating func value(raw text: some Collection<UInt8>) {
        separate()
        // Out of generic code before the first byte.
        if text.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
            bytes.append(contentsOf: text)
        }
        needsComma = true
    }

    // MARK: How they are put together

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if followsName {
            followsName = false
            return
        }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * max(depth, 0)))
    }
}

// MARK: Members

extension JSONWriter {
    /// A member that is a string.
    public mutating func member(_ name: String, _ text: String) {
        self.name(name)
        value(text)
    }

    /// A member that is a number.
    public mutating func member(_ name: String, _ number: Int) {
        self.name(name)
        value(number)
    }

    /// A member that is `true` or `false`.
    public mutating func member(_ name: String, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    /// A member that is the base64url of `bytes`.
    public mutating func member(_ name: String, base64URL bytes: some Collection<UInt8>) {
        self.name(name)
        value(base64URL: bytes)
    }

    /// A member that is JSON text, taken as it stands.
    public mutating func member(_ name: String, raw text: some Collection<UInt8>) {
        self.name(name)
        value(raw: text)
    }

    /// A member that is any value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// A member that is `null`.
    public mutating func nullMember(_ name: String) {
        self.name(name)
        null()
    }

    /// A value with all that is in it.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): self.value(flag)
        case .integer(let number): self.value(number)
        case .number(let text): self.value(raw: text.utf8)
        case .string(let text): self.value(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members { self.member(member.name, member.value) }
            endObject()
        }
    }
}
