/// Reads forward through bytes; every refusal names the offset.
public struct ByteCursor: Sendable {
    /// All the bytes, read and unread.
    public let bytes: [UInt8]
    /// How many of them are read.
    public private(set) var offset: Int

    /// Starts at `offset`, which must lie within the bytes or at their end.
    public init(_ bytes: [UInt8], offset: Int = 0) {
        self.bytes = bytes
        self.offset = min(max(offset, 0), bytes.count)
    }

    /// How many bytes are left.
    public var remaining: Int { bytes.count - offset }

    /// The next `count` bytes, without a copy.
    public mutating func read(_ count: Int) throws(BytesError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else {
            throw .truncated(offset: offset, wanted: count, available: remaining)
        }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// The next byte.
    public mutating func readByte() throws(BytesError) -> UInt8 {
        guard remaining > 0 else { throw .truncated(offset: offset, wanted: 1, available: 0) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The next big-endian integer.
    public mutating func readInteger<I: FixedWidthInteger & UnsignedInteger>(
        _ type: I.Type
    ) throws(BytesError) -> I {
        try read(I.bitWidth / 8).reduce(0) { $0 << 8 | I(truncatingIfNeeded: $1) }
    }

    /// Everything that is left.
    public mutating func readRest() -> ArraySlice<UInt8> {
        defer { offset = bytes.count }
        return bytes[offset...]
    }
}

extension [UInt8] {
    /// Appends the integer, most significant byte first.
    @inlinable
    public mutating func append<I: FixedWidthInteger>(bigEndian value: I) {
        for shift in stride(from: I.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> I(shift)))
        }
    }
}
