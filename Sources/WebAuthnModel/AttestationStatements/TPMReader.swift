internal import Bytes

/// Reads a TPM's structures: big-endian integers, and TPM2B, a length of two bytes and as many bytes.
struct TPMReader {
    private var cursor: ByteCursor

    init(_ bytes: [UInt8]) { cursor = ByteCursor(bytes) }

    var offset: Int { cursor.offset }

    mutating func bytes(_ count: Int, _ field: TPMField) throws(TPMStructureError) -> ArraySlice<UInt8> {
        do { return try cursor.read(count) } catch {
            throw .truncated(field: field, offset: offset, wanted: count, available: cursor.remaining)
        }
    }

    mutating func integer<I: FixedWidthInteger & UnsignedInteger>(
        _ field: TPMField, _ type: I.Type = I.self
    ) throws(TPMStructureError) -> I {
        try bytes(I.bitWidth / 8, field).reduce(0) { $0 << 8 | I(truncatingIfNeeded: $1) }
    }

    mutating func algorithm(_ field: TPMField) throws(TPMStructureError) -> TPMAlgorithm {
        TPMAlgorithm(rawValue: try integer(field))
    }

    /// A TPM2B.
    mutating func sized(_ field: TPMField) throws(TPMStructureError) -> [UInt8] {
        Array(try bytes(Int(try integer(field, UInt16.self)), field))
    }

    mutating func rest() -> [UInt8] { Array(cursor.readRest()) }

    func finish() throws(TPMStructureError) {
        guard cursor.remaining == 0 else {
            throw .trailingBytes(offset: offset, count: cursor.remaining)
        }
    }
}

extension [UInt8] {
    /// Appends a TPM2B; past 65,535 bytes the length wraps while the bytes stay.
    mutating func append(sized bytes: [UInt8]) {
        append(bigEndian: UInt16(truncatingIfNeeded: bytes.count))
        append(contentsOf: bytes)
    }
}
