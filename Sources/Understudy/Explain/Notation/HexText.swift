internal import Bytes

/// Hexadecimal as people write it: `a1 B2`, `a1:b2`, `0xa1, 0xb2`.
enum HexText {
    /// Nil for text that holds anything but digits and separators.
    ///
    /// An odd digit at the end is left out, and a problem.
    static func read(_ text: ArraySlice<UInt8>) -> Writing? {
        var bytes: [UInt8] = []
        var high: (digit: UInt8, offset: Int)?
        var previous: UInt8?
        for (offset, character) in zip(text.indices, text) {
            if let digit = value(character) {
                if let first = high {
                    bytes.append(first.digit << 4 | digit)
                    high = nil
                } else {
                    high = (digit, offset)
                }
            } else if character == UInt8(ascii: "x") || character == UInt8(ascii: "X") {
                // The 0 before it, which is the first digit of a pair, belongs to the prefix.
                guard previous == UInt8(ascii: "0"), high != nil else { return nil }
                high = nil
            } else {
                guard " \t\r\n:,-".utf8.contains(character), high == nil else { return nil }
            }
            previous = character
        }
        guard !bytes.isEmpty else { return nil }
        let problem = high.map { ExplainError.bytes(.notHex(offset: $0.offset)) }
        return Writing(.hex, bytes, problem: problem)
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
