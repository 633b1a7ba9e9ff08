internal import Bytes
internal import JSON
internal import WebAuthnModel

/// Bytes together with the notation that they were found in.
struct Writing: Hashable, Sendable {
    let notation: Explanation.Notation
    let bytes: [UInt8]
    /// What the notation itself says of them; nil when they must be recognised.
    var kind: Explanation.Kind?
    /// What is wrong with the notation, in characters of the input.
    var problem: ExplainError?

    init(
        _ notation: Explanation.Notation, _ bytes: [UInt8], as kind: Explanation.Kind? = nil,
        problem: ExplainError? = nil
    ) {
        (self.notation, self.bytes, self.kind, self.problem) = (notation, bytes, kind, problem)
    }
}

extension Writing {
    /// The ways in which the input can be read, the likelier notation first; none for white space alone.
    static func all(in input: [UInt8]) -> [Writing] {
        guard ByteRecogniser.isText(input), input.allSatisfy({ $0 < 0x80 }) else {
            return [Writing(.binary, input)]
        }
        let text = trimmed(input)
        guard let first = text.first else { return [] }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return [Writing(.text, input)]
        case UInt8(ascii: "\""):
            // A value copied out of a JSON text, quotes and all.
            if let inner = (try? JSONDocument(parsing: Array(text)))?.root.stringBytes, !inner.isEmpty,
                inner.first != first
            {
                return all(in: Array(inner))
            }
        default: break
        }
        if let blocks = PEMText.blocks(in: input) { return blocks }
        if let aaguid = AAGUID(String(decoding: text, as: UTF8.self)), text.contains(UInt8(ascii: "-")) {
            return [Writing(.uuid, aaguid.bytes.bytes, as: .aaguid)]
        }
        if let kind = signedKind(text) { return [Writing(.compactSignature, Array(text), as: kind)] }
        return [HexText.read(text), Base64Text.read(text), Writing(.text, input)].compactMap { $0 }
    }

    private static func trimmed(_ input: [UInt8]) -> ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (9...13).contains($0) }
        guard let start = input.firstIndex(where: { !isSpace($0) }),
            let end = input.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return input[start...end]
    }

    /// What is signed by three parts of base64url, the first of which is a JSON object; nil for anything else.
    private static func signedKind(_ text: ArraySlice<UInt8>) -> Explanation.Kind? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = try? Base64URL.decode(parts[0]),
            (try? JSONDocument(parsing: header))?.root.kind == .object
        else { return nil }
        let payload = try? Base64URL.decode(parts[1])
        return payload.map(JSONRecogniser.isMetadata) == true ? .metadataBLOB : .webSignature
    }
}
