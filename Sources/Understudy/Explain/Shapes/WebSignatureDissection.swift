internal import Bytes

extension Dissection {
    /// Cuts a JSON Web Signature in compact form (RFC 7515 section 7.1).
    ///
    /// Android SafetyNet answers with one, and FIDO metadata is signed as one. Its parts become sections.
    mutating func webSignature(_ range: Range<Int>) {
        let names = ["header", "payload", "signature"]
        let kinds: [Explanation.Kind] = [.json, .json, .bytes]
        var start = range.lowerBound
        for (name, kind) in zip(names, kinds) {
            let dot = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ".")) ?? range.upperBound
            decoded(start..<dot, name, as: kind)
            guard dot < range.upperBound else { break }
            leaf(upTo: dot + 1, "dot")
            start = dot + 1
        }
        if end < range.upperBound, !isFull { remark("more than the three parts of a signature", at: end) }
    }

    private mutating func decoded(_ range: Range<Int>, _ name: String, as kind: Explanation.Kind) {
        do {
            let content = try Base64URL.decode(bytes[range])
            leaf(upTo: range.upperBound, name, "base64url of \(byteCount(content.count))")
            let isMetadata = name == "payload" && JSONRecogniser.isMetadata(content)
            section(content, as: isMetadata ? .metadataPayload : kind, in: .base64URL, member: name)
        } catch {
            leaf(upTo: range.upperBound, name, "not base64url")
            report(.bytes(error.moved(by: range.lowerBound)))
        }
    }
}

extension BytesError {
    /// The same error, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> BytesError {
        switch self {
        case .truncated(let offset, let wanted, let available):
            .truncated(offset: offset + distance, wanted: wanted, available: available)
        case .notBase64(let offset, let character):
            .notBase64(offset: offset + distance, character: character)
        case .badPadding(let offset): .badPadding(offset: offset + distance)
        case .badBase64Ending(let offset): .badBase64Ending(offset: offset + distance)
        case .notHex(let offset): .notHex(offset: offset + distance)
        }
    }
}
