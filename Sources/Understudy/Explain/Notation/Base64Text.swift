internal import Bytes

/// Base64 and base64url, padded or not, on one line or several.
enum Base64Text {
    /// Nil for text that holds a character of neither alphabet, or that is broken otherwise; words with spaces
    /// between them are words.
    static func read(_ text: ArraySlice<UInt8>) -> Writing? {
        guard !text.contains(0x20) else { return nil }
        let (bytes, forgiven, error) = decode(text)
        guard error == nil, !bytes.isEmpty else { return nil }
        return Writing(forgiven.isEmpty ? .base64URL : .base64, bytes)
    }

    /// Why text that looks like base64 all through is none; nil for other text.
    static func error(in text: [UInt8]) -> ExplainError? {
        let (_, _, error) = decode(text[...])
        guard let error, text.count >= 4 else { return nil }
        if case .notBase64 = error { return nil }
        return .bytes(error)
    }

    /// Decodes as far as it goes; an error's offset is that of the character in the text that the slice is of.
    static func decode(
        _ text: ArraySlice<UInt8>
    ) -> (bytes: [UInt8], forgiven: Base64Leniency, error: BytesError?) {
        var characters: [UInt8] = []
        var offsets: [Int] = []
        for (offset, character) in zip(text.indices, text)
        where character != 0x20 && !(9...13).contains(character) {
            characters.append(character)
            offsets.append(offset)
        }
        do {
            let (bytes, forgiven) = try Base64Decoder.decodeLeniently(characters)
            return (bytes, forgiven, nil)
        } catch {
            let whole = characters.prefix(max(0, error.offset) / 4 * 4)
            let bytes = (try? Base64Decoder.decodeLeniently(whole))?.bytes ?? []
            let place = offsets.indices.contains(error.offset) ? offsets[error.offset] : text.endIndex
            return (bytes, [], error.moved(by: place - error.offset))
        }
    }
}
