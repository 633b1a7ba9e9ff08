internal import Bytes
internal import Cryptography

/// The value of a primitive element in words.
enum DERValue {
    /// Its type and value; and what is wrong with it, if something is.
    static func describe(_ element: DERElement) -> (text: String, error: CryptographyError?) {
        let tag = element.tag.description
        do {
            let value = try value(of: element)
            return (value.isEmpty ? tag : "\(tag) \(value)", nil)
        } catch { return ("\(tag) of \(byteCount(element.contents.count))", error) }
    }

    private static func value(of element: DERElement) throws(CryptographyError) -> String {
        switch element.tag {
        case .boolean: return try element.boolean() ? "TRUE" : "FALSE"
        case .integer, .enumerated: return integer(try element.integerBytes())
        case .null:
            try element.null()
            return ""
        case .objectIdentifier: return OIDNames.describe(try element.objectIdentifier())
        case .bitString:
            let (bytes, unused) = try element.bitString()
            let count = bytes.count * 8 - unused
            return count == 1 ? "of 1 bit" : "of \(count) bits"
        case .utcTime, .generalizedTime:
            _ = try element.time()
            return date(element)
        case .octetString: return octets(element.contents)
        default:
            if DirectoryString.Form.allCases.contains(where: { $0.tag == element.tag }) {
                return quoted(try DirectoryString(element).text)
            }
            return element.tag.isConstructed ? "empty" : octets(element.contents)
        }
    }

    /// Decimal where that is shorter than counting bytes.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.count > 8 else {
            let sign = bytes.first.map { $0 >= 0x80 ? -1 : 0 } ?? 0
            return String(bytes.reduce(sign) { $0 << 8 | Int($1) })
        }
        let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
        return "of \(byteCount(bytes.count))\(isNegative ? ", negative" : "")"
    }

    private static func octets(_ bytes: ArraySlice<UInt8>) -> String {
        let isText = !bytes.isEmpty && bytes.count <= 64 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
        return "of \(byteCount(bytes.count))"
            + (isText ? ": \(quoted(String(decoding: bytes, as: UTF8.self)))" : "")
    }

    /// The time that is written, which was checked to be one: `2024-01-01 00:00:00 UTC`.
    static func date(_ element: DERElement) -> String {
        var digits = String(decoding: element.contents.dropLast(), as: UTF8.self)
        if element.tag == .utcTime { digits = (digits < "5" ? "20" : "19") + digits }
        let cuts = [0, 4, 6, 8, 10, 12, 14]
        let text = Array(digits.utf8)
        guard text.count == 14 else { return quoted(digits) }
        let parts = zip(cuts, cuts.dropFirst()).map { String(decoding: text[$0..<$1], as: UTF8.self) }
        return parts[0...2].joined(separator: "-") + " " + parts[3...5].joined(separator: ":") + " UTC"
    }
}
