internal import JSON

/// A JSON text as far as it is one: the document, how far it reaches, and what ended it.
struct JSONText {
    /// The document; of a broken text, what stands before the member that is broken.
    let document: JSONDocument?
    /// Where the document's offsets start to count: behind a byte order mark.
    let base: Int
    /// How many bytes of the text the document stands for, counted from the base.
    let covered: Int
    /// What is wrong, counted from the start of the bytes.
    let error: JSONError?

    init(_ bytes: [UInt8]) {
        base = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = base == 0 ? bytes : Array(bytes.dropFirst(base))
        do {
            document = try JSONDocument(parsing: text)
            covered = text.count
            error = nil
        } catch {
            let (document, covered) = Self.salvage(text, before: error.offset)
            (self.document, self.covered, self.error) = (document, covered, error.moved(by: base))
        }
    }

    /// What a broken text holds before the member or element that is broken: all that ends at a comma or starts
    /// with a bracket, closed as if nothing had followed.
    private static func salvage(_ text: [UInt8], before fault: Int) -> (JSONDocument?, Int) {
        // A whole document with something behind it.
        if let document = try? JSONDocument(parsing: Array(text.prefix(max(0, fault)))) {
            return (document, fault)
        }
        var closers: [UInt8] = []
        var cut: (offset: Int, closers: [UInt8])?
        var isInString = false
        var isEscaped = false
        for (offset, byte) in text.prefix(max(0, fault)).enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                closers.append(byte + 2)
                cut = (offset + 1, closers)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = closers.popLast()
            case UInt8(ascii: ","): cut = (offset, closers)
            default: break
            }
        }
        guard let cut else { return (nil, 0) }
        let closed = Array(text.prefix(cut.offset)) + cut.closers.reversed()
        guard let document = try? JSONDocument(parsing: closed) else { return (nil, 0) }
        return (document, cut.offset)
    }
}
