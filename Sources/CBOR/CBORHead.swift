/// The eight major types of CBOR (RFC 8949 section 3.1), by the number in the top three bits of a head.
public enum CBORMajorType: UInt8, Hashable, Sendable, CaseIterable {
    /// An unsigned integer.
    case unsigned
    /// A negative integer.
    case negative
    /// A byte string.
    case bytes
    /// A text string.
    case text
    /// An array.
    case array
    /// A map.
    case map
    /// A tag.
    case tag
    /// A simple value, a float, or the break code.
    case simple
}

/// The forms of a head whose argument does not stand in its first byte, by their additional information
/// (RFC 8949 section 3).
public enum CBORHeadForm: UInt8, Hashable, Sendable, CaseIterable {
    /// The argument in one byte.
    case oneByte = 24
    /// The argument in two bytes.
    case twoBytes
    /// The argument in four bytes.
    case fourBytes
    /// The argument in eight bytes.
    case eightBytes

    /// How many bytes the argument takes.
    public var width: Int { 1 << Int(rawValue - 24) }
}
