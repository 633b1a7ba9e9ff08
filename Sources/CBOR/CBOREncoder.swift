import Bytes

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

/// Writes CBOR: canonically (CTAP 2.1 section 8), or as a value says, however wrong.
///
/// The `append…` functions write heads and leaves straight to bytes, in their shortest form. Whoever writes
/// maps with them keeps the order of the keys himself.
public enum CBOREncoder {
    /// The canonical form: keys sorted bytewise by their encodings, everything in its shortest form.
    ///
    /// Tags, floats and simple values are written as they are. Of two equal keys both are written, in the order
    /// they had: no decoder will take that.
    public static func encode(_ value: CBORValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, sorting: true, to: &bytes)
        return bytes
    }

    /// Everything in its shortest form, but the pairs of maps in the order they have.
    public static func encodeAsWritten(_ value: CBORValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, sorting: false, to: &bytes)
        return bytes
    }

    /// Appends the canonical form of `value`.
    public static func append(_ value: CBORValue, to bytes: inout [UInt8]) {
        append(value, sorting: true, to: &bytes)
    }

    /// Appends a head in its shortest form.
    public static func appendHead(_ major: CBORMajorType, _ argument: UInt64, to bytes: inout [UInt8]) {
        let type = major.rawValue << 5
        if argument < 24 {
            bytes.append(type | UInt8(truncatingIfNeeded: argument))
        } else if argument <= 0xFF {
            bytes.append(type | 24)
            bytes.append(UInt8(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF {
            bytes.append(type | 25)
            bytes.append(bigEndian: UInt16(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF_FFFF {
            bytes.append(type | 26)
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: argument))
        } else {
            bytes.append(type | 27)
            bytes.append(bigEndian: argument)
        }
    }

    /// Appends the head of a map of `count` pairs.
    public static func appendMap(count: Int, to bytes: inout [UInt8]) {
        appendHead(.map, UInt64(max(count, 0)), to: &bytes)
    }

    /// Appends the head of an array of `count` elements.
    public static func appendArray(count: Int, to bytes: inout [UInt8]) {
        appendHead(.array, UInt64(max(count, 0)), to: &bytes)
    }

    /// Appends an integer.
    public static func appendInteger(_ value: Int, to bytes: inout [UInt8]) {
        if value < 0 {
            appendHead(.negative, UInt64(~value), to: &bytes)
        } else {
            appendHead(.unsigned, UInt64(value), to: &bytes)
        }
    }

    /// Appends a byte string.
    public static func appendBytes(_ value: [UInt8], to bytes: inout [UInt8]) {
        appendHead(.bytes, UInt64(value.count), to: &bytes)
        bytes.append(contentsOf: value)
    }

    /// Appends a text string.
    public static func appendText(_ value: String, to bytes: inout [UInt8]) {
        appendHead(.text, UInt64(value.utf8.count), to: &bytes)
        bytes.append(contentsOf: value.utf8)
    }

    /// Appends a truth value.
    public static func appendBool(_ value: Bool, to bytes: inout [UInt8]) {
        bytes.append(value ? 0xF5 : 0xF4)
    }

    private static func append(_ value: CBORValue, sorting: Bool, to bytes: inout [UInt8]) {
        switch value {
        case .unsigned(let value): appendHead(.unsigned, value, to: &bytes)
        case .negative(let value): appendHead(.negative, value, to: &bytes)
        case .bytes(let value): appendBytes(value, to: &bytes)
        case .text(let value): appendText(value, to: &bytes)
        case .array(let elements):
            appendArray(count: elements.count, to: &bytes)
            for element in elements { append(element, sorting: sorting, to: &bytes) }
        case .map(let pairs):
            appendMap(count: pairs.count, to: &bytes)
            appendPairs(pairs, sorting: sorting, to: &bytes)
        case .tagged(let number, let value):
            appendHead(.tag, number, to: &bytes)
            append(value, sorting: sorting, to: &bytes)
        case .simple(let value): appendHead(.simple, UInt64(value), to: &bytes)
        case .bool(let value): appendBool(value, to: &bytes)
        case .null: bytes.append(0xF6)
        case .undefined: bytes.append(0xF7)
        case .float16(let pattern):
            bytes.append(0xF9)
            bytes.append(bigEndian: pattern)
        case .float32(let pattern):
            bytes.append(0xFA)
            bytes.append(bigEndian: pattern)
        case .float64(let pattern):
            bytes.append(0xFB)
            bytes.append(bigEndian: pattern)
        }
    }

    /// Writes the pairs as they come and looks at the written keys; only pairs out of order are moved.
    private static func appendPairs(_ pairs: [CBORPair], sorting: Bool, to bytes: inout [UInt8]) {
        guard sorting, pairs.count > 1 else {
            for pair in pairs {
                append(pair.key, sorting: sorting, to: &bytes)
                append(pair.value, sorting: sorting, to: &bytes)
            }
            return
        }
        let start = bytes.count
        var written: [(key: Range<Int>, end: Int)] = []
        written.reserveCapacity(pairs.count)
        var isSorted = true
        for pair in pairs {
            let keyStart = bytes.count
            append(pair.key, sorting: true, to: &bytes)
            let key = keyStart..<bytes.count
            append(pair.value, sorting: true, to: &bytes)
            if let last = written.last, CanonicalOrder.compare(last.key, key, in: bytes) == .descending {
                isSorted = false
            }
            written.append((key, bytes.count))
        }
        guard !isSorted else { return }
        let unsorted = bytes
        written.sort { CanonicalOrder.compare($0.key, $1.key, in: unsorted) == .ascending }
        bytes.removeSubrange(start...)
        for pair in written { bytes.append(contentsOf: unsorted[pair.key.lowerBound..<pair.end]) }
    }
}
