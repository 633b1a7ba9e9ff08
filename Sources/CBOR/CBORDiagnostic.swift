import Bytes

/// Diagnostic notation (RFC 8949 section 8): CBOR for people.
///
/// `{1: 2, 3: -7, "x": h'0102'}`. Floats are written without their width, strings without their chunks.
public enum CBORDiagnostic {
    /// The item on one line.
    public static func text(of value: CBORValue) -> String {
        var text = ""
        write(value, to: &text)
        return text
    }

    /// The text in double quotes, with all that could disturb a terminal escaped as JSON does.
    static func quoted(_ content: String) -> String {
        var text = "\""
        for scalar in content.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                    for unit in String(scalar).utf16 {
                        var bytes: [UInt8] = []
                        bytes.append(bigEndian: unit)
                        text += "\\u" + Hex.encode(bytes)
                    }
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }

    private static func write(_ value: CBORValue, to text: inout String) {
        switch value {
        case .unsigned(let value): text += "\(value)"
        case .negative(.max): text += "-18446744073709551616"
        case .negative(let value): text += "-\(value + 1)"
        case .bytes(let value): text += "h'\(Hex.encode(value))'"
        case .text(let value): text += quoted(value)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                write(element, to: &text)
            }
            text += "]"
        case .map(let pairs):
            text += "{"
            for (index, pair) in pairs.enumerated() {
                if index > 0 { text += ", " }
                write(pair.key, to: &text)
                text += ": "
                write(pair.value, to: &text)
            }
            text += "}"
        case .tagged(let number, let value):
            text += "\(number)("
            write(value, to: &text)
            text += ")"
        case .simple(let value): text += "simple(\(value))"
        case .bool(let value): text += value ? "true" : "false"
        case .null: text += "null"
        case .undefined: text += "undefined"
        case .float16(let pattern): text += number(widened(pattern))
        case .float32(let pattern): text += number(Double(Float(bitPattern: pattern)))
        case .float64(let pattern): text += number(Double(bitPattern: pattern))
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return "\(value)"
    }

    /// A half-precision float as a double (RFC 8949 appendix D).
    private static func widened(_ pattern: UInt16) -> Double {
        let sign: FloatingPointSign = pattern >> 15 == 0 ? .plus : .minus
        let exponent = Int(pattern >> 10 & 31)
        let mantissa = Double(pattern & 1023)
        switch exponent {
        case 0: return Double(sign: sign, exponent: -24, significand: mantissa)
        case 31: return mantissa != 0 ? .nan : sign == .plus ? .infinity : -.infinity
        default: return Double(sign: sign, exponent: exponent - 25, significand: mantissa + 1024)
        }
    }
}

extension CBORValue: CustomStringConvertible {
    /// The item in diagnostic notation.
    public var description: String { CBORDiagnostic.text(of: self) }
}
