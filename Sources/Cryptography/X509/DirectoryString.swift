import Bytes

/// The value of an attribute in a name: text, and the string type it is written in.
public struct DirectoryString: Hashable, Sendable {
    /// The string types of ASN.1 that names are written in (RFC 5280 §4.1.2.4).
    public enum Form: Hashable, Sendable, CaseIterable {
        /// UTF8String.
        case utf8
        /// PrintableString.
        case printable
        /// IA5String, for e-mail addresses and domain components.
        case ia5
        /// TeletexString, read and written as ISO 8859-1, as everybody does.
        case teletex
        /// BMPString: UTF-16, big-endian.
        case bmp
        /// UniversalString: UTF-32, big-endian.
        case universal
        /// NumericString.
        case numeric
        /// VisibleString.
        case visible

        /// The tag of the type.
        public var tag: DERTag {
            switch self {
            case .utf8: .utf8String
            case .printable: .printableString
            case .ia5: .ia5String
            case .teletex: .teletexString
            case .bmp: .bmpString
            case .universal: .universalString
            case .numeric: .numericString
            case .visible: .visibleString
            }
        }
    }

    /// The string type; nil when the value is of another type.
    public let form: Form?
    /// The text; for a value that is no string, `#` and its DER in hexadecimal (RFC 4514 §2.4).
    public let text: String
    /// The whole DER element.
    public let encoded: [UInt8]

    /// Writes text in a string type.
    ///
    /// Characters that the type does not have become `?`; whether the rest keeps to a type's repertoire
    /// (PrintableString has no `@`) is the caller's business.
    public init(_ text: String, as form: Form) {
        self.form = form
        self.text = text
        encoded = DER.element(form.tag, Self.contents(of: text, as: form))
    }

    /// Reads a value.
    ///
    /// - Throws: ``DERProblem/badString(offset:)`` for bytes that are no text of the string type.
    public init(_ element: DERElement) throws(CryptographyError) {
        encoded = Array(element.encoded)
        form = Form.allCases.first { $0.tag == element.tag }
        guard let form else {
            text = "#" + Hex.encode(encoded)
            return
        }
        guard let text = Self.text(of: element.contents, as: form) else {
            throw .der(.badString(offset: element.offset))
        }
        self.text = text
    }

    private static func contents(of text: String, as form: Form) -> [UInt8] {
        let scalars = text.unicodeScalars
        var bytes: [UInt8] = []
        switch form {
        case .utf8: bytes = Array(text.utf8)
        case .bmp: for scalar in scalars { bytes.append(bigEndian: UInt16(exactly: scalar.value) ?? 0x3F) }
        case .universal: for scalar in scalars { bytes.append(bigEndian: scalar.value) }
        case .teletex: bytes = scalars.map { UInt8(exactly: $0.value) ?? 0x3F }
        case .printable, .ia5, .numeric, .visible:
            bytes = scalars.map { $0.isASCII ? UInt8(truncatingIfNeeded: $0.value) : 0x3F }
        }
        return bytes
    }

    private static func text(of bytes: ArraySlice<UInt8>, as form: Form) -> String? {
        switch form {
        case .utf8: String(validating: bytes, as: UTF8.self)
        case .bmp: wideText(of: bytes, width: 2)
        case .universal: wideText(of: bytes, width: 4)
        case .teletex: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        // Lenient within ASCII: real names hold `@`, `*` and `_` in PrintableStrings.
        case .printable, .ia5, .numeric, .visible:
            bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }

    private static func wideText(of bytes: ArraySlice<UInt8>, width: Int) -> String? {
        guard bytes.count % width == 0 else { return nil }
        var scalars = String.UnicodeScalarView()
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: width) {
            let value = bytes[start..<start + width].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard let scalar = Unicode.Scalar(value) else { return nil }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}

extension DirectoryString: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
