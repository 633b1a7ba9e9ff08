/// One CBOR data item (RFC 8949), as it is on the wire.
///
/// Permissive on purpose: it can hold what the canonical form of CTAP2 forbids (tags, floats, keys in any
/// order or twice), because some must write such items. What may be read is the decoder's business.
public enum CBORValue: Sendable {
    /// An unsigned integer, major type 0.
    case unsigned(UInt64)
    /// A negative integer, major type 1: the payload `n` stands for `-1 - n`.
    case negative(UInt64)
    /// A byte string, major type 2.
    case bytes([UInt8])
    /// A text string, major type 3. Two texts are equal when their UTF-8 bytes are.
    case text(String)
    /// An array, major type 4.
    case array([CBORValue])
    /// A map, major type 5, its pairs in the order they were written.
    case map([CBORPair])
    /// A tagged item, major type 6: the tag's number and what it encloses.
    indirect case tagged(UInt64, CBORValue)
    /// A simple value that has no case of its own. 20 to 23 are spelled as the four cases below.
    case simple(UInt8)
    /// Simple value 20 (false) or 21 (true).
    case bool(Bool)
    /// Simple value 22.
    case null
    /// Simple value 23.
    case undefined
    /// A half-precision float, as its bit pattern: the width is part of the item.
    case float16(UInt16)
    /// A single-precision float, as its bit pattern.
    case float32(UInt32)
    /// A double-precision float, as its bit pattern.
    case float64(UInt64)
}

/// One key of a map and its value.
public struct CBORPair: Hashable, Sendable {
    /// The key; nearly always an integer or a text.
    public var key: CBORValue
    /// What the key stands for.
    public var value: CBORValue

    /// Pairs a key with its value.
    public init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }

    /// Pairs a key with its value.
    public init(key: CBORValue, value: CBORValue) {
        self.init(key, value)
    }
}

extension CBORValue: Hashable {
    /// Compares the items as CBOR does: by type and content; texts byte by byte, not as `String` would.
    public static func == (a: CBORValue, b: CBORValue) -> Bool {
        switch (a, b) {
        case (.unsigned(let a), .unsigned(let b)): a == b
        case (.negative(let a), .negative(let b)): a == b
        case (.bytes(let a), .bytes(let b)): a == b
        case (.text(let a), .text(let b)): sameBytes(a, b)
        case (.array(let a), .array(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        case (.tagged(let a, let x), .tagged(let b, let y)): a == b && x == y
        case (.simple(let a), .simple(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.null, .null), (.undefined, .undefined): true
        case (.float16(let a), .float16(let b)): a == b
        case (.float32(let a), .float32(let b)): a == b
        case (.float64(let a), .float64(let b)): a == b
        default: false
        }
    }

    /// Feeds type and content.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .unsigned(let value):
            hasher.combine(0)
            hasher.combine(value)
        case .negative(let value):
            hasher.combine(1)
            hasher.combine(value)
        case .bytes(let value):
            hasher.combine(2)
            hasher.combine(value)
        case .text(let value):
            hasher.combine(3)
            for byte in value.utf8 { hasher.combine(byte) }
        case .array(let value):
            hasher.combine(4)
            hasher.combine(value)
        case .map(let value):
            hasher.combine(5)
            hasher.combine(value)
        case .tagged(let number, let value):
            hasher.combine(6)
            hasher.combine(number)
            hasher.combine(value)
        case .simple(let value):
            hasher.combine(7)
            hasher.combine(value)
        case .bool(let value):
            hasher.combine(8)
            hasher.combine(value)
        case .null: hasher.combine(9)
        case .undefined: hasher.combine(10)
        case .float16(let value):
            hasher.combine(11)
            hasher.combine(value)
        case .float32(let value):
            hasher.combine(12)
            hasher.combine(value)
        case .float64(let value):
            hasher.combine(13)
            hasher.combine(value)
        }
    }

    private static func sameBytes(_ a: String, _ b: String) -> Bool {
        guard a.utf8.count == b.utf8.count else { return false }
        let answer = a.utf8.withContiguousStorageIfAvailable { a in
            b.utf8.withContiguousStorageIfAvailable { b in a.elementsEqual(b) }
        }
        return (answer ?? nil) ?? a.utf8.elementsEqual(b.utf8)
    }
}
