extension CBORParser {
    /// Major type 7: simple values and floats.
    mutating func parseSimple(_ information: UInt8, start: Int) throws(CBORError) -> CBORValue {
        switch information {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23:
            try object(.simpleValue(offset: start, value: 23), unless: .unusedTypes)
            return .undefined
        case ..<20:
            try object(.simpleValue(offset: start, value: information), unless: .unusedTypes)
            return .simple(information)
        case 24:
            let value = UInt8(truncatingIfNeeded: try readInteger(1))
            guard value >= 32 else { throw .malformedSimpleValue(offset: start, value: value) }
            try object(.simpleValue(offset: start, value: value), unless: .unusedTypes)
            return .simple(value)
        case 25...27:
            let pattern = try readInteger(1 << Int(information - 24))
            try object(.float(offset: start), unless: .unusedTypes)
            return switch information {
            case 25: .float16(UInt16(truncatingIfNeeded: pattern))
            case 26: .float32(UInt32(truncatingIfNeeded: pattern))
            default: .float64(pattern)
            }
        case 31: throw .unexpectedBreak(offset: start)
        default: throw .reservedAdditionalInformation(offset: start, value: information)
        }
    }

    /// The text whose UTF-8 lies at `range`.
    func text(in range: Range<Int>) throws(CBORError) -> String {
        // ASCII, as nearly every key is, need not be validated; that would cost five times as much.
        if bytes[range].allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes[range], as: UTF8.self) }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw .notUTF8(offset: firstIllFormedByte(in: range))
        }
        return text
    }

    private func firstIllFormedByte(in range: Range<Int>) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[range].makeIterator()
        var position = range.lowerBound
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): position += scalar.count
            case .error, .emptyInput: return position
            }
        }
    }
}

// MARK: - Strings of indefinite length

extension CBORParser {
    mutating func parseByteChunks(start: Int) throws(CBORError) -> [UInt8] {
        try object(.indefiniteLength(offset: start), unless: .indefiniteLengths)
        var content: [UInt8] = []
        while let chunk = try readChunk(major: 2) { content += bytes[chunk] }
        return content
    }

    /// Each chunk has to be UTF-8 by itself (RFC 8949 section 3.2.3).
    mutating func parseTextChunks(start: Int) throws(CBORError) -> String {
        try object(.indefiniteLength(offset: start), unless: .indefiniteLengths)
        var content = ""
        while let chunk = try readChunk(major: 3) { content += try text(in: chunk) }
        return content
    }

    /// Where the content of the next chunk lies; nil at the break code.
    private mutating func readChunk(major: UInt8) throws(CBORError) -> Range<Int>? {
        guard try !readBreak() else { return nil }
        let start = offset
        let initial = try readByte()
        guard initial >> 5 == major, initial & 31 != 31 else { throw .badChunk(offset: start) }
        return try readString(initial & 31, start: start)
    }
}
