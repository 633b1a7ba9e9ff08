/// Base64url without padding (RFC 4648 section 5), the notation of every byte string in WebAuthn's JSON.
public enum Base64URL {
    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Appends the encoding of `bytes` to UTF-8 text; this is the path that responses are written by.
    public static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        // Out of generic code before the first byte: a witness call for each costs more than the encoding.
        if bytes.withContiguousStorageIfAvailable({ append(contiguous: $0, to: &text) }) == nil {
            Array(bytes).withUnsafeBufferPointer { append(contiguous: $0, to: &text) }
        }
    }

    private static func append(contiguous bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let count = (bytes.count * 4 + 2) / 3
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { encoded in
            alphabet.withUTF8Buffer { alphabet in
                var place = 0
                var offset = 0
                while bytes.count &- offset >= 3 {
                    let group =
                        Int(bytes[offset]) << 16 | Int(bytes[offset &+ 1]) << 8 | Int(bytes[offset &+ 2])
                    encoded[place] = alphabet[group >> 18]
                    encoded[place &+ 1] = alphabet[group >> 12 & 63]
                    encoded[place &+ 2] = alphabet[group >> 6 & 63]
                    encoded[place &+ 3] = alphabet[group & 63]
                    offset &+= 3
                    place &+= 4
                }
                guard offset < bytes.count else { return }
                let hasTwo = bytes.count - offset == 2
                let group = Int(bytes[offset]) << 16 | (hasTwo ? Int(bytes[offset + 1]) << 8 : 0)
                encoded[place] = alphabet[group >> 18]
                encoded[place + 1] = alphabet[group >> 12 & 63]
                if hasTwo { encoded[place + 2] = alphabet[group >> 6 & 63] }
            }
            text.append(contentsOf: encoded)
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
        try Base64Decoder.decode(text, standard: false)
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
        return (try decode(body, standard: true), forgiven)
    }

    private static let urlValues = (0...255).map { value(of: $0, standard: false) }
    private static let allValues = (0...255).map { value(of: $0, standard: true) }

    static func decode(
        _ text: some Collection<UInt8>, standard: Bool
    ) throws(BytesError) -> [UInt8] {
        let values = standard ? allValues : urlValues
        // Out of generic code before the first character, as in the encoder.
        let result =
            text.withContiguousStorageIfAvailable { decode(contiguous: $0, values: values) }
            ?? Array(text).withUnsafeBufferPointer { decode(contiguous: $0, values: values) }
        return try result.get()
    }

    private static func decode(
        contiguous text: UnsafeBufferPointer<UInt8>, values: [UInt8]
    ) -> Result<[UInt8], BytesError> {
        var failure: BytesError?
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4 + 1) { bytes, count in
            // Four good characters at a time; what is left, or wrong, falls to the slow loop.
            var offset = 0
            while text.count &- offset >= 4 {
                let first = values[Int(text[offset])]
                let second = values[Int(text[offset &+ 1])]
                let third = values[Int(text[offset &+ 2])]
                let fourth = values[Int(text[offset &+ 3])]
                guard first | second | third | fourth < 64 else { break }
                bytes[count] = first << 2 | second >> 4
                bytes[count &+ 1] = second << 4 | third >> 2
                bytes[count &+ 2] = third << 6 | fourth
                offset &+= 4
                count &+= 3
            }
            var accumulator: UInt32 = 0
            var bits: UInt32 = 0
            for offset in offset..<text.count {
                let character = text[offset]
                let value = values[Int(character)]
                guard value != invalid else {
                    failure =
                        character == UInt8(ascii: "=")
                        ? .badPadding(offset: offset) : .notBase64(offset: offset, character: character)
                    return
                }
                accumulator = accumulator << 6 | UInt32(value)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    bytes[count] = UInt8(truncatingIfNeeded: accumulator >> bits)
                    count += 1
                }
            }
            guard bits < 6, accumulator & (1 << bits - 1) == 0 else {
                failure = .badBase64Ending(offset: text.count - 1)
                return
            }
        }
        return failure.map(Result.failure) ?? .success(bytes)
    }

    private static func value(of character: UInt8, standard: Bool) -> UInt8 {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        case UInt8(ascii: "+") where standard: 62
        case UInt8(ascii: "/") where standard: 63
        default: invalid
        }
    }
}
