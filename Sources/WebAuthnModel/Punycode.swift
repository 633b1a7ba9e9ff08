/// Punycode (RFC 3492), the encoding half: what follows `xn--` in an A-label.
package enum Punycode {
    // The parameters of RFC 3492 section 5.
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let initialCode = 0x80

    /// Encodes a label.
    ///
    /// With at most 63 code points, as labels have, no sum comes near the limits of `Int`: the delta grows
    /// by at most 0x10FFFF × 64 a code point.
    package static func encode(_ label: String) -> String {
        let codes = label.unicodeScalars.map { Int($0.value) }
        var output = codes.filter { $0 < initialCode }.map { UInt8(truncatingIfNeeded: $0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var code = initialCode
        var delta = 0
        var bias = initialBias
        var handled = basicCount
        while handled < codes.count, let next = codes.lazy.filter({ $0 >= code }).min() {
            delta += (next - code) * (handled + 1)
            code = next
            for other in codes {
                if other < code { delta += 1 }
                guard other == code else { continue }
                appendInteger(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A generalised variable-length integer (RFC 3492 section 3.3).
    private static func appendInteger(_ value: Int, bias: Int, to output: inout [UInt8]) {
        var rest = value
        var position = base
        while true {
            let threshold = min(max(position - bias, minimumThreshold), maximumThreshold)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    /// RFC 3492 section 6.1.
    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            steps += base
        }
        return steps + (base - minimumThreshold + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(
            truncatingIfNeeded: value < 26
                ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26)
    }
}
