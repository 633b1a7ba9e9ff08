/// Finds the bytes of a string that mean something in JSON, and compares strings, eight bytes at a time.
enum JSONPlainText {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A mask with the high bit set in each byte of a little-endian word that is a control character, a quote
    /// or a backslash; behind the lowest such byte the mask may say so wrongly.
    ///
    /// Subtraction borrows into the next byte only out of a byte that is rightly marked.
    @inline(__always)
    static func specials(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        return
            ((word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
            | (backslashes &- ones) & ~backslashes) & highBits
    }

    /// A mask with the high bit set in each byte that is not ASCII.
    @inline(__always)
    static func nonASCII(in word: UInt64) -> UInt64 { word & highBits }

    /// The offset of the first byte from `offset` on that must be escaped; the count when there is none.
    static func firstSpecial(in text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
        var offset = offset
        let raw = UnsafeRawBufferPointer(text)
        while raw.count &- offset >= 8 {
            let specials = specials(in: word(raw, at: offset))
            guard specials == 0 else { return offset + specials.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < text.count, !isSpecial(text[offset]) { offset &+= 1 }
        return offset
    }

    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Whether both hold the same bytes; they must be of one length.
    @inline(__always)
    static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while a.count &- offset >= 8 {
            guard word(a, at: offset) == word(b, at: offset) else { return false }
            offset &+= 8
        }
        while offset < a.count {
            guard a[offset] == b[offset] else { return false }
            offset &+= 1
        }
        return true
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
