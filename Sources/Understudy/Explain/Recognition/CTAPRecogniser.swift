internal import CBOR
internal import CTAP

/// Tells what bytes are that may be a CTAP message.
enum CTAPRecogniser {
    static func candidates(_ bytes: [UInt8]) -> [Candidate] {
        guard let first = bytes.first else { return [] }
        if bytes.count == 1 {
            let isNamed = CTAPStatus(rawValue: first).description.hasPrefix("CTAP")
            var found = isNamed ? [Candidate(.ctapResponse, .guess)] : []
            if let command = CTAPCommandName(first), command.request == nil {
                found.insert(Candidate(.ctapRequest, .guess), at: 0)
            }
            return found
        }
        let body = try? CBORDecoder.decodePrefixLeniently(bytes, from: 1, forgiving: .wellFormed)
        guard bytes[1] >> 5 == 5 else { return [] }
        let isWhole = body?.end == bytes.count
        let isNumbered = body?.value.mapValue?.allSatisfy { ($0.key.integer ?? 0) > 0 } ?? false
        let confidence: Explanation.Confidence = isWhole && isNumbered ? .certain : isWhole ? .likely : .guess
        if first == 0 { return [Candidate(.ctapResponse, confidence)] }
        guard let command = CTAPCommandName(first), command.request != nil else { return [] }
        return [Candidate(.ctapRequest, confidence)]
    }
}
