internal import Bytes
internal import Cryptography

/// What the right bytes become when somebody writes them down once too often, or takes them for text.
struct ByteForm {
    /// One word, for names of diagnoses.
    let word: String
    /// What the bytes are of the right ones: "the base64url text".
    let phrase: String

    /// How `bytes` came from `source`; nil when in no way that is known here.
    init?(of bytes: [UInt8], from source: [UInt8]) {
        guard !source.isEmpty, !bytes.isEmpty, bytes != source,
            let form = Self.all.first(where: { $0.make(source) == bytes })
        else { return nil }
        word = form.word
        phrase = form.phrase
    }

    private struct Form: Sendable {
        let word: String
        let phrase: String
        let make: @Sendable ([UInt8]) -> [UInt8]

        init(_ word: String, _ phrase: String, _ make: @escaping @Sendable ([UInt8]) -> [UInt8]) {
            self.word = word
            self.phrase = phrase
            self.make = make
        }

        /// A form that is a text.
        init(_ word: String, _ phrase: String, text: @escaping @Sendable ([UInt8]) -> String) {
            self.init(word, phrase) { Array(text($0).utf8) }
        }
    }

    private static let all: [Form] = [
        Form("asBase64url", "the base64url text") { Array(Base64URL.encode($0).utf8) },
        Form("asBase64", "the base64 text", text: Base64.encode),
        Form("asPaddedBase64url", "the base64url text, padded,", paddedBase64URL),
        Form("asUnpaddedBase64", "the base64 text") {
            Base64.encode($0).utf8.filter { $0 != UInt8(ascii: "=") }
        },
        Form("asHex", "the hexadecimal text", text: { Hex.encode($0) }),
        Form("asUpperCaseHex", "the hexadecimal text", text: { Hex.encode($0).uppercased() }),
        Form("asUUID", "the text, as a UUID,", uuid),
        Form("asNumberList", "the list of numbers, as text,", text: numbers),
        Form("asJSONArray", "the JSON array", text: { "[\(numbers($0))]" }),
        Form("asUTF8", "the UTF-8 text of one character a byte", text: oneCharacterAByte),
        Form(
            "asReplacedText", "what is left after reading as UTF-8 text",
            text: { String(decoding: $0, as: UTF8.self) }),
        Form("asGUID", "the byte order that .NET's Guid has", guid),
        Form("reversed", "the reverse") { $0.reversed() },
        Form("hashed", "the SHA-256", Digest.sha256),
    ]

    private static func paddedBase64URL(_ bytes: [UInt8]) -> [UInt8] {
        Base64.encode(bytes).utf8.map { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: character
            }
        }
    }

    private static func oneCharacterAByte(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return String(text)
    }

    private static func numbers(_ bytes: [UInt8]) -> String {
        bytes.map { String($0) }.joined(separator: ",")
    }

    private static func uuid(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count == 16 else { return [] }
        let text = Array(Hex.encode(bytes).utf8)
        let fields = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20...]]
        return Array(fields.joined(separator: [UInt8(ascii: "-")]))
    }

    /// The first three fields of a UUID with their bytes the other way round.
    private static func guid(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count == 16 else { return [] }
        let fields = [bytes[0..<4], bytes[4..<6], bytes[6..<8]]
        return Array(fields.map { $0.reversed() }.joined()) + bytes[8...]
    }
}
