extension JSONElement {
    /// The number, when it is a whole one that fits: `3`, `3.0` and `30e-1` are; nil for anything else.
    public var int: Int? {
        let node = node
        guard node.kind == .number else { return nil }
        return JSONNumber.integer(tape.bytes[Int(node.start)..<Int(node.end)])
    }

    /// The number, rounded to the nearest double, beyond the range to infinity as ECMAScript does.
    public var double: Double? {
        kind == .number ? Double(String(decoding: rawBytes, as: UTF8.self)) : nil
    }
}

/// Reads the text of a number that the parser has accepted.
enum JSONNumber {
    /// The exact integer, nil when the value is none or does not fit.
    static func integer(_ text: ArraySlice<UInt8>) -> Int? {
        if let integer = shortInteger(text) { return integer }
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }

        // The value is `magnitude` × 10^`scale`, with zeros at the end held back: `1.000…0` has no limit.
        var magnitude: UInt64 = 0
        var scale = 0
        var zeros = 0
        var isFraction = false
        while let character = rest.first, character != UInt8(ascii: "e"), character != UInt8(ascii: "E") {
            rest.removeFirst()
            if character == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            if isFraction { scale -= 1 }
            if character == UInt8(ascii: "0") {
                zeros += 1
                continue
            }
            guard let shifted = multiply(magnitude, byTenTo: zeros + 1) else { return nil }
            let (sum, overflow) = shifted.addingReportingOverflow(UInt64(character &- UInt8(ascii: "0")))
            if overflow { return nil }
            magnitude = sum
            zeros = 0
        }
        if magnitude == 0 { return 0 }
        scale += zeros + exponent(rest.dropFirst())
        guard scale >= 0, let absolute = multiply(magnitude, byTenTo: scale) else { return nil }
        return isNegative
            ? (absolute <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- absolute) : nil)
            : Int(exactly: absolute)
    }

    /// The quick way for nothing but digits, few enough not to overflow.
    private static func shortInteger(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.count <= 18 else { return nil }
        var value = 0
        for character in text {
            guard character &- UInt8(ascii: "0") < 10 else { return nil }
            value = value &* 10 &+ Int(character &- UInt8(ascii: "0"))
        }
        return value
    }

    private static func multiply(_ value: UInt64, byTenTo power: Int) -> UInt64? {
        if value == 0 { return 0 }
        guard power < 20 else { return nil }
        var product = value
        for _ in 0..<power {
            let (next, overflow) = product.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            product = next
        }
        return product
    }

    /// The exponent, cut at a size that no fraction within a document's limits can undo.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        var value = 0
        for character in text where character >= UInt8(ascii: "0") {
            value = min(value * 10 + Int(character - UInt8(ascii: "0")), 1 << 40)
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}
