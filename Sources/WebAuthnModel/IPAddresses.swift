/// IPv4 addresses as the URL standard reads them: one to four numbers, decimal, octal or hexadecimal, the
/// last of which fills what is left (<https://url.spec.whatwg.org/#concept-ipv4-parser>).
enum IPv4 {
    /// The check that decides for an IPv4 address (<https://url.spec.whatwg.org/#ends-in-a-number-checker>).
    static func endsInNumber(_ domain: [UInt8]) -> Bool {
        guard let last = parts(domain).last, !last.isEmpty else { return false }
        return last.allSatisfy { ASCII.digit($0, radix: 10) != nil } || number(last) != nil
    }

    static func parse(_ domain: [UInt8]) -> UInt32? {
        let parts = parts(domain)
        guard parts.count <= 4 else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard let number = number(part) else { return nil }
            numbers.append(number)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 <= 255 }),
            last < 1 << UInt64(8 * (4 - numbers.count))
        else { return nil }
        var address = last
        for (index, number) in numbers.enumerated() { address |= number << UInt64(8 * (3 - index)) }
        return UInt32(exactly: address)
    }

    static func serialise(_ address: UInt32) -> String {
        [24, 16, 8, 0].map { String(address >> UInt32($0) & 0xFF) }.joined(separator: ".")
    }

    /// The parts between dots; one empty part at the end is dropped.
    private static func parts(_ domain: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        return parts
    }

    /// <https://url.spec.whatwg.org/#ipv4-number-parser>; a number past 32 bits stays past them, and
    /// overflows no type.
    private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard let first = text.first else { return nil }
        var digits = text
        var radix: UInt8 = 10
        if first == UInt8(ascii: "0"), text.count > 1 {
            digits = digits.dropFirst()
            radix = 8
            if let second = digits.first, ASCII.lowercased(second) == UInt8(ascii: "x") {
                digits = digits.dropFirst()
                radix = 16
            }
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = ASCII.digit(byte, radix: radix) else { return nil }
            value = min(value * UInt64(radix) + UInt64(digit), 1 << 40)
        }
        return value
    }
}

/// IPv6 addresses as the URL standard reads (<https://url.spec.whatwg.org/#concept-ipv6-parser>) and writes
/// them (<https://url.spec.whatwg.org/#concept-ipv6-serializer>); zone identifiers do not exist there.
enum IPv6 {
    static func parse(_ text: [UInt8]) -> UInt128? {
        guard let gap = firstGap(in: text) else {
            guard let pieces = pieces(text[...]), pieces.count == 8 else { return nil }
            return assemble(pieces)
        }
        guard let head = pieces(text[..<gap]), let tail = pieces(text[(gap + 2)...]),
            !endsInIPv4(text[..<gap]), head.count + tail.count <= 7
        else { return nil }
        return assemble(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
    }

    static func serialise(_ address: UInt128) -> String {
        let pieces = (0..<8).map { UInt16(truncatingIfNeeded: address >> UInt128(16 * (7 - $0))) }
        // The first of the longest runs of zeros, if it is longer than one, is written as "::".
        var gap = 0..<0
        var index = 0
        while index < 8 {
            var end = index
            while end < 8, pieces[end] == 0 { end += 1 }
            if end - index > max(gap.count, 1) { gap = index..<end }
            index = end + 1
        }
        func joined(_ pieces: ArraySlice<UInt16>) -> String {
            pieces.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !gap.isEmpty else { return joined(pieces[...]) }
        return joined(pieces[..<gap.lowerBound]) + "::" + joined(pieces[gap.upperBound...])
    }

    private static func firstGap(in text: [UInt8]) -> Int? {
        guard text.count >= 2 else { return nil }
        return (0..<(text.count - 1)).first {
            text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":")
        }
    }

    private static func endsInIPv4(_ text: ArraySlice<UInt8>) -> Bool { text.contains(UInt8(ascii: ".")) }

    /// The pieces between colons, the last of which may be four decimal numbers; nothing for a wrong one.
    private static func pieces(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 8 else { return nil }
        var pieces: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, endsInIPv4(part) {
                guard let address = strictIPv4(part) else { return nil }
                pieces.append(UInt16(truncatingIfNeeded: address >> 16))
                pieces.append(UInt16(truncatingIfNeeded: address))
            } else {
                guard (1...4).contains(part.count) else { return nil }
                var value: UInt16 = 0
                for byte in part {
                    guard let digit = ASCII.digit(byte, radix: 16) else { return nil }
                    value = value << 4 | UInt16(digit)
                }
                pieces.append(value)
            }
        }
        return pieces
    }

    /// Exactly four decimal numbers without leading zeros.
    private static func strictIPv4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else {
                return nil
            }
            var value: UInt32 = 0
            for byte in part {
                guard let digit = ASCII.digit(byte, radix: 10) else { return nil }
                value = value * 10 + UInt32(digit)
            }
            guard value <= 255 else { return nil }
            address = address << 8 | value
        }
        return address
    }

    private static func assemble(_ pieces: [UInt16]) -> UInt128 {
        pieces.reduce(0) { $0 << 16 | UInt128($1) }
    }
}
