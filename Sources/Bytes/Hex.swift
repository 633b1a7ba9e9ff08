/// Hexadecimal text, lower case when written, either case when read.
public enum Hex {
    /// Two lower-case digits a byte, without separators.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        // Out of generic code before the first byte, where each step of an iterator is a call.
        let bytes = Array(bytes)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes pairs of digits.
    ///
    /// - Throws: ``BytesError/notHex(offset:)`` at the first character that belongs to no pair.
    public static func decode(_ text: String) throws(BytesError) -> [UInt8] {
        let digits = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for offset in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[offset]) else { throw .notHex(offset: offset) }
            guard offset + 1 < digits.count, let low = value(digits[offset + 1]) else {
                throw .notHex(offset: offset + 1)
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
