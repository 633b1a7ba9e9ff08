/// Escapes within strings: how they are read, and how they are written.
enum JSONEscape {
    /// Resolves the escapes of a string's content that the parser has accepted.
    ///
    /// A surrogate pair becomes its character, a lone surrogate U+FFFD, since UTF-8 has no form for it.
    static func resolve(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var offset = content.startIndex
        while offset < content.endIndex {
            guard content[offset] == UInt8(ascii: "\\"), offset + 1 < content.endIndex else {
                text.append(content[offset])
                offset += 1
                continue
            }
            let letter = content[offset + 1]
            if letter != UInt8(ascii: "u") {
                text.append(character(after: letter))
                offset += 2
                continue
            }
            var code = unit(content, at: offset) ?? 0xFFFD
            offset += 6
            if code & 0xFC00 == 0xD800, let low = unit(content, at: offset), low & 0xFC00 == 0xDC00 {
                code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
                offset += 6
            }
            text.append(contentsOf: (UnicodeScalar(code) ?? "\u{FFFD}").utf8)
        }
        return text
    }

    /// What a one-letter escape stands for; `"`, `\` and `/` stand for themselves.
    private static func character(after letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// The UTF-16 code unit of a `\u` escape that starts at `offset`; nil when there is none.
    private static func unit(_ content: ArraySlice<UInt8>, at offset: Int) -> UInt32? {
        guard content.endIndex - offset >= 6, content[offset] == UInt8(ascii: "\\"),
            content[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for digit in content[offset + 2..<offset + 6] {
            guard let value = digitValue(digit) else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        return unit
    }

    static func digitValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

// MARK: Writing

/// How a writer escapes control characters; a quote and a backslash get a backslash before them either way.
public enum JSONEscaping: Hashable, Sendable {
    /// As ECMAScript's `JSON.stringify` (QuoteJSONString): `\b \t \n \f \r`, others as `\u00xx` in lower case.
    case stringify
    /// All of them as `\u00xx`: WebAuthn's CCDToString, the form of client data (Level 3 section 5.8.1.1).
    case numeric
}

extension JSONEscape {
    /// Appends the string in its quotes.
    static func appendQuoted(_ text: String, escaping: JSONEscaping, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            guard JSONPlainText.firstSpecial(in: text, from: 0) < text.count else {
                return appendPlain(text, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\""))
            var written = 0
            while true {
                let special = JSONPlainText.firstSpecial(in: text, from: written)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[written..<special]))
                guard special < text.count else { break }
                appendEscaped(text[special], escaping, to: &bytes)
                written = special + 1
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Nearly every string: it is put together first, as each append looks anew whether there is room.
    private static func appendPlain(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 2) { quoted in
            quoted[0] = UInt8(ascii: "\"")
            _ = quoted[1...].update(fromContentsOf: text)
            quoted[text.count + 1] = UInt8(ascii: "\"")
            bytes.append(contentsOf: quoted)
        }
    }

    private static func appendEscaped(_ byte: UInt8, _ escaping: JSONEscaping, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        if let letter = letter(for: byte), escaping == .stringify || byte >= 0x20 {
            bytes.append(letter)
        } else {
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hexDigit(byte >> 4))
            bytes.append(hexDigit(byte & 15))
        }
    }

    private static func letter(for byte: UInt8) -> UInt8? {
        switch byte {
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        default: nil
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
