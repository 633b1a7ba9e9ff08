/// Base64url without padding (RFC 4648 section 5), the notation of every byte string in WebAuthn's JSON.
public enum Base64URL {
    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Appends the encoding of `bytes` to UTF-8 text; this is the path that responses are written by.
    public static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count * 4 + 2) / 3)
        alphabet.withUTF8Buffer { alphabet in
            var accumulator: UInt32 = 0
            var bits: UInt32 = 0
            for byte in bytes {
                accumulator = accumulator << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text.append(alphabet[Int(accumulator >> bits & 63)])
                }
            }
            if bits > 0 { text.append(alphabet[Int(accumulator << (6 - bits) & 63)]) }
        }
    }

    /// The encoding of `bytes`, unpadded.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes strictly: no padding, no white space, no character of the other alphabet, unused bits zero.
    ///
    /// - Throws: ``BytesError`` with the offset of the first character that is wrong.
    public static func decode(_ text: some Collection<UInt8>) throws(BytesError) -> [UInt8] {
        try Base64Decoder.decode(text, url: true, standard: false)
    }

    /// Decodes strictly, from a string.
    public static func decode(_ text: String) throws(BytesError) -> [UInt8] {
        try decode(Array(text.utf8))
    }
}

/// What a lenient reading of base64 forgave; each is a quirk that some peer really sends.
public struct Base64Leniency: OptionSet, Hashable, Sendable {
    /// The bits, one a quirk.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `=` at the end.
    public static let padded = Base64Leniency(rawValue: 1)
    /// `+` or `/` instead of `-` and `_`.
    public static let standardAlphabet = Base64Leniency(rawValue: 2)
}

/// The one decoder behind the strict and the lenient reading.
public enum Base64Decoder {
    private static let invalid: UInt8 = 0xFF

    /// Decodes either alphabet, padded or not, and tells what was forgiven.
    public static func decodeLeniently(
        _ text: some Collection<UInt8>
    ) throws(BytesError) -> (bytes: [UInt8], forgiven: Base64Leniency) {
        var body = Array(text)
        var forgiven: Base64Leniency = []
        let full = body.count
        while body.last == UInt8(ascii: "="), full - body.count < 2 { body.removeLast() }
        if body.count < full {
            guard full % 4 == 0 else { throw .badPadding(offset: body.count) }
            forgiven.insert(.padded)
        }
        if body.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
            forgiven.insert(.standardAlphabet)
        }
        return (try decode(body, url: true, standard: true), forgiven)
    }

    static func decode(
        _ text: some Collection<UInt8>, url: Bool, standard: Bool
    ) throws(BytesError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var accumulator: UInt32 = 0
        var bits: UInt32 = 0
        var offset = 0
        for character in text {
            let value = value(of: character, url: url, standard: standard)
            guard value != invalid else {
                throw character == UInt8(ascii: "=")
                    ? .badPadding(offset: offset) : .notBase64(offset: offset, character: character)
            }
            accumulator = accumulator << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: accumulator >> bits))
            }
            offset += 1
        }
        guard bits < 6, accumulator & (1 << bits - 1) == 0 else { throw .badBase64Ending(offset: offset - 1) }
        return bytes
    }

    private static func value(of character: UInt8, url: Bool, standard: Bool) -> UInt8 {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-") where url: 62
        case UInt8(ascii: "_") where url: 63
        case UInt8(ascii: "+") where standard: 62
        case UInt8(ascii: "/") where standard: 63
        default: invalid
        }
    }
}
