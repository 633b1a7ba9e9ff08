internal import Bytes

/// PEM blocks (RFC 7468), with whatever text around them.
enum PEMText {
    /// Nil for text without a block.
    static func blocks(in text: [UInt8]) -> [Writing]? {
        var blocks: [Writing] = []
        var rest = text[...]
        while blocks.count < Dissection.maximumSections, let begin = marker("BEGIN", in: rest) {
            rest = rest[begin.range.upperBound...]
            let end = marker("END", in: rest)
            let next = marker("BEGIN", in: rest)
            let isClosed = end.map {
                $0.label == begin.label && $0.range.lowerBound < next?.range.lowerBound ?? .max
            }
            let isWhole = isClosed ?? false
            let stop = isWhole ? end?.range.lowerBound : next?.range.lowerBound
            let body = rest[..<(stop ?? rest.endIndex)]
            let (bytes, _, error) = Base64Text.decode(withoutHeaders(body))
            let unclosed = ExplainError.unclosedPEM(label: begin.label, offset: begin.range.lowerBound)
            blocks.append(
                Writing(
                    .pem(label: begin.label), bytes, as: kind(begin.label),
                    problem: error.map(ExplainError.bytes) ?? (isWhole ? nil : unclosed)))
            rest = rest[(isWhole ? end?.range.upperBound ?? body.endIndex : body.endIndex)...]
        }
        return blocks.isEmpty ? nil : blocks
    }

    private static func kind(_ label: String) -> Explanation.Kind? {
        switch label {
        case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE": .certificate
        case "PUBLIC KEY": .subjectPublicKeyInfo
        case "RSA PUBLIC KEY": .rsaPublicKey
        default: nil
        }
    }

    /// `-----BEGIN LABEL-----`, the first there is.
    private static func marker(
        _ word: String, in text: ArraySlice<UInt8>
    ) -> (label: String, range: Range<Int>)? {
        let start = Array("-----\(word) ".utf8)
        var index = text.startIndex
        while let dash = text[index...].firstIndex(of: UInt8(ascii: "-")) {
            guard text[dash...].starts(with: start) else {
                index = dash + 1
                continue
            }
            let label = text[(dash + start.count)...].prefix { $0 != UInt8(ascii: "-") && $0 >= 0x20 }
            guard label.count <= 64, text[label.endIndex...].starts(with: "-----".utf8) else {
                index = dash + 1
                continue
            }
            return (String(decoding: label, as: UTF8.self), dash..<label.endIndex + 5)
        }
        return nil
    }

    /// What follows the header lines that older writers put in front of the base64, `Proc-Type: …`.
    private static func withoutHeaders(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let colon = body.lastIndex(of: UInt8(ascii: ":")) else { return body }
        let newline = body[colon...].firstIndex(of: UInt8(ascii: "\n"))
        return newline.map { body[$0...] } ?? []
    }
}
