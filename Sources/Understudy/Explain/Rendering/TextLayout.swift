internal import Bytes

/// Text cut to lines of a width; a character counts as its scalars, so that no line comes out longer.
enum TextLayout {
    /// The text with everything replaced that a terminal could obey or that would not be seen.
    static func printable(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Breaks at spaces, and within words that are longer than a line; every line but the first is indented.
    static func wrap(_ text: String, width: Int, hanging: Int) -> [String] {
        var lines: [String] = []
        var rest = text.unicodeScalars[...]
        while true {
            let indent = lines.isEmpty ? 0 : hanging
            let room = max(8, width - indent)
            guard let limit = rest.index(rest.startIndex, offsetBy: room, limitedBy: rest.endIndex),
                limit < rest.endIndex
            else { break }
            // A break after the first third at least: better a cut word than a nearly empty line.
            let space = rest[..<rest.index(after: limit)].lastIndex(of: " ")
            let cut =
                space.flatMap { rest.distance(from: rest.startIndex, to: $0) > room / 3 ? $0 : nil } ?? limit
            lines.append(String(repeating: " ", count: indent) + String(rest[..<cut]))
            rest = rest[cut...].drop { $0 == " " }
        }
        if !rest.isEmpty || lines.isEmpty {
            lines.append(String(repeating: " ", count: lines.isEmpty ? 0 : hanging) + String(rest))
        }
        return lines
    }

    /// Hexadecimal in groups of four bytes; each line with the number of its bytes.
    static func hex(_ bytes: ArraySlice<UInt8>, bytesPerLine: Int) -> [(text: String, count: Int)] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: bytesPerLine).map { start in
            let line = bytes[start..<min(start + bytesPerLine, bytes.endIndex)]
            let groups = stride(from: line.startIndex, to: line.endIndex, by: 4).map {
                Hex.encode(line[$0..<min($0 + 4, line.endIndex)])
            }
            return (groups.joined(separator: " "), line.count)
        }
    }

    /// Text as it stands, what is not printable ASCII as `\xNN`; each line with the number of its bytes.
    static func literal(_ bytes: ArraySlice<UInt8>, width: Int) -> [(text: String, count: Int)] {
        var lines: [(text: String, count: Int)] = []
        var line = (text: "", count: 0)
        for byte in bytes {
            let piece =
                (0x20...0x7E).contains(byte)
                ? String(UnicodeScalar(byte)) : byte == 0x0A ? "\\n" : "\\x" + Hex.encode([byte])
            if line.text.utf8.count + piece.utf8.count > width {
                lines.append(line)
                line = ("", 0)
            }
            line.text += piece
            line.count += 1
        }
        if line.count > 0 { lines.append(line) }
        return lines
    }
}
