/// Why bytes or a notation of bytes could not be read; every case names the offset.
public enum BytesError: Error, Hashable, Sendable {
    /// More bytes were asked for than are left.
    case truncated(offset: Int, wanted: Int, available: Int)
    /// A character outside the base64url (or base64) alphabet.
    case notBase64(offset: Int, character: UInt8)
    /// Padding where none is allowed, or padding that does not fill the last group of four.
    case badPadding(offset: Int)
    /// A last group of one character, or unused bits that are not zero: no encoder writes that.
    case badBase64Ending(offset: Int)
    /// A character that is no hexadecimal digit, or a digit without its partner.
    case notHex(offset: Int)
}

extension BytesError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .truncated(let offset, let wanted, let available):
            "\(wanted) bytes wanted at offset \(offset), \(available) available"
        case .notBase64(let offset, let character):
            "character 0x\(Hex.encode([character])) at offset \(offset) is not in the base64url alphabet"
        case .badPadding(let offset): "unexpected or incomplete '=' padding at offset \(offset)"
        case .badBase64Ending(let offset):
            "the base64url text ends in the middle of a byte at offset \(offset)"
        case .notHex(let offset): "no pair of hexadecimal digits at offset \(offset)"
        }
    }
}
