/// The one reader behind the strict and the lenient decoding: an index that walks over the bytes.
struct CBORParser {
    let bytes: [UInt8]
    private(set) var offset: Int
    let leniency: CBORLeniency
    private(set) var forgiven: [CBORError] = []
    private let maximumDepth: Int

    init(_ bytes: [UInt8], from offset: Int, maximumDepth: Int, leniency: CBORLeniency = []) {
        self.bytes = bytes
        self.offset = bytes.indices.contains(offset) ? offset : bytes.count
        self.maximumDepth = min(maximumDepth, CBORDecoder.depthCeiling)
        self.leniency = leniency
    }

    /// Reads the item at the index, which has `depth` containers around it.
    mutating func parseItem(depth: Int) throws(CBORError) -> CBORValue {
        let start = offset
        let initial = try readByte()
        let information = initial & 31
        switch initial >> 5 {
        case 0: return .unsigned(try readArgument(information, start: start))
        case 1: return .negative(try readArgument(information, start: start))
        case 2:
            if information == 31 { return .bytes(try parseByteChunks(start: start)) }
            return .bytes(Array(bytes[try readString(information, start: start)]))
        case 3:
            if information == 31 { return .text(try parseTextChunks(start: start)) }
            return .text(try text(in: try readString(information, start: start)))
        case 4: return .array(try parseArray(information, start: start, depth: depth + 1))
        case 5: return .map(try parseMap(information, start: start, depth: depth + 1))
        case 6: return try parseTag(information, start: start, depth: depth + 1)
        default: return try parseSimple(information, start: start)
        }
    }

    /// Throws the fault, or notes it where the leniency has `kind`.
    mutating func object(_ fault: CBORError, unless kind: CBORLeniency) throws(CBORError) {
        guard leniency.contains(kind) else { throw fault }
        forgiven.append(fault)
    }
}

// MARK: - Heads

extension CBORParser {
    mutating func readByte() throws(CBORError) -> UInt8 {
        guard offset < bytes.count else { throw .truncated(offset: bytes.count) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func readInteger(_ count: Int) throws(CBORError) -> UInt64 {
        guard count <= bytes.count - offset else { throw .truncated(offset: bytes.count) }
        var value: UInt64 = 0
        for index in offset..<offset + count { value = value << 8 | UInt64(bytes[index]) }
        offset += count
        return value
    }

    /// The argument of a head whose first byte is read.
    mutating func readArgument(
        _ information: UInt8, start: Int
    ) throws(CBORError) -> UInt64 {
        if information < 24 { return UInt64(information) }
        guard information < 28 else {
            throw .reservedAdditionalInformation(offset: start, value: information)
        }
        let width = 1 << Int(information - 24)
        let argument = try readInteger(width)
        // A form is needed from the first value that half its width cannot hold; one byte from 24 on.
        let least: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
        if argument < least { try object(.nonShortest(offset: start), unless: .nonShortest) }
        return argument
    }

    /// The length of a string, or the number of items in a container: each of them takes a byte at least.
    mutating func readCount(_ information: UInt8, start: Int) throws(CBORError) -> Int {
        let claimed = try readArgument(information, start: start)
        let available = bytes.count - offset
        guard let count = Int(exactly: claimed), count <= available else {
            throw .lengthTooLarge(offset: start, claimed: claimed, available: available)
        }
        return count
    }

    /// Steps over the content of a definite-length string and returns where it lies.
    mutating func readString(
        _ information: UInt8, start: Int
    ) throws(CBORError) -> Range<Int> {
        let count = try readCount(information, start: start)
        defer { offset += count }
        return offset..<offset + count
    }

    /// Whether the break code stands at the index; if so, steps over it.
    mutating func readBreak() throws(CBORError) -> Bool {
        guard offset < bytes.count else { throw .truncated(offset: bytes.count) }
        guard bytes[offset] == 0xFF else { return false }
        offset += 1
        return true
    }

    /// Refuses a container that would be the `depth`th around its items.
    func enter(_ depth: Int, start: Int) throws(CBORError) {
        guard depth <= maximumDepth else { throw .tooDeep(offset: start, maximum: maximumDepth) }
    }
}
