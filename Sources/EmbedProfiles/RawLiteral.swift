/// Spells any text as a raw string literal of Swift that holds exactly that text.
enum RawLiteral {
    /// A literal on one line.
    static func line(_ text: String) -> String {
        let fence = fence(around: text)
        return "\(fence)\"\(escaped(text, fence, keeping: []))\"\(fence)"
    }

    /// A literal of several lines, its closing quotes in the first column, so that no indentation is cut off.
    static func lines(_ text: String) -> String {
        let fence = fence(around: text)
        return "\(fence)\"\"\"\n\(escaped(text, fence, keeping: ["\n", "\t"]))\n\"\"\"\(fence)"
    }

    /// One `#` more than stand together anywhere in the text: then neither quotes nor backslashes within it mean
    /// anything.
    private static func fence(around text: String) -> String {
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "#", count: longest + 1)
    }

    /// Control characters may not stand in source, or not unchanged: a carriage return would become a line feed.
    private static func escaped(_ text: String, _ fence: String, keeping kept: Set<Unicode.Scalar>) -> String
    {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFEFF
            if isControl, !kept.contains(scalar) {
                result += "\\\(fence)u{\(String(scalar.value, radix: 16))}".unicodeScalars
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
