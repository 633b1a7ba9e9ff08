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
        bytes.reserveCapacity(128)  // A COSE key and most messages fit.
        append(value, sorting: true, to: &bytes)
        return bytes
    }

    /// Everything in its shortest form, but the pairs of maps in the order they have.
    public static func encodeAsWritten(_ value: CBORValue) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)  // A COSE key and most messages fit.
        append(value, sorting: false, to: &bytes)
        return bytes
    }

    /// Appends the canonical form of `value`.
    public static func append(_ value: CBORValue, to bytes: inout [UInt8]) {
        append(value, sorting: true, to: &bytes)
    }

    /// Appends a head in its shortest form.
    public static func appendHead(_ major: CBORMajorType, _ argument: UInt64, to bytes: inout [UInt8]) {
        switch argument {
        case 0..<24: bytes.append(major.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
        case 24...0xFF: appendHead(major, argument, in: .oneByte, to: &bytes)
        case 0x100...0xFFFF: appendHead(major, argument, in: .twoBytes, to: &bytes)
        case 0x1_0000...0xFFFF_FFFF: appendHead(major, argument, in: .fourBytes, to: &bytes)
        default: appendHead(major, argument, in: .eightBytes, to: &bytes)
        }
    }

    /// Appends a head in the form given, shortest or not; what the form cannot hold of the argument is lost.
    public static func appendHead(
        _ major: CBORMajorType, _ argument: UInt64, in form: CBORHeadForm, to bytes: inout [UInt8]
    ) {
        bytes.append(major.rawValue << 5 | form.rawValue)
        var shift = UInt64(form.width * 8)
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: argument >> shift))
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
        case .float16(let pattern): appendHead(.simple, UInt64(pattern), in: .twoBytes, to: &bytes)
        case .float32(let pattern): appendHead(.simple, UInt64(pattern), in: .fourBytes, to: &bytes)
        case .float64(let pattern): appendHead(.simple, pattern, in: .eightBytes, to: &bytes)
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
