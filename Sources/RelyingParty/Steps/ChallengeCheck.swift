internal import Bytes
internal import JSON
internal import WebAuthnModel

/// The challenge (§7.1 step 8, §7.2 step 11), compared as bytes: base64url has one text for each byte string.
struct ChallengeCheck {
    let expected: [UInt8]

    func run(on clientData: ReadClientData, _ findings: inout FindingList) {
        guard
            let element = clientData.text(
                "challenge", .clientDataChallenge, expected: .bytes(expected), &findings),
            let text = element.stringBytes
        else { return }
        let strict = try? Base64URL.decode(text)
        if let strict, constantTimeEqual(strict, expected) { return findings.pass(.clientDataChallenge) }
        let story = Self.story(of: Array(text), decoded: strict, expected: expected)
        findings.breach(
            .clientDataChallenge, story.variant, because: story.because, expected: .bytes(expected),
            actual: strict.map { .bytes($0) } ?? .text(String(decoding: text, as: UTF8.self)),
            at: clientData.location(of: element), hint: story.hint, suspect: story.suspect)
    }

    private struct Story {
        let variant: String
        let because: String
        var hint: String?
        var suspect: Suspect?
    }

    private static func story(of text: [UInt8], decoded: [UInt8]?, expected: [UInt8]) -> Story {
        let canonical = Array(Base64URL.encode(expected).utf8)
        if let (bytes, _) = try? Base64Decoder.decodeLeniently(text), decoded == nil, bytes == expected {
            return Story(
                variant: "otherEncoding",
                because: "the challenge is right but written in another form of base64",
                hint: "Client data has base64url without padding; something between server and authenticator "
                    + "encoded the challenge once more or otherwise.")
        }
        if text == expected || decoded == canonical {
            return Story(
                variant: "otherEncoding",
                because: decoded == canonical
                    ? "the challenge is encoded twice" : "the challenge is not encoded",
                hint: "The page must hand the challenge to the browser as bytes, decoded exactly once.")
        }
        guard let decoded else {
            return Story(variant: "notBase64url", because: "the challenge is no base64url")
        }
        if !decoded.isEmpty, decoded.count < expected.count, expected.starts(with: decoded) {
            return Story(variant: "truncated", because: "the challenge is cut off", suspect: .transport)
        }
        if !expected.isEmpty, decoded.count > expected.count, decoded.starts(with: expected) {
            return Story(
                variant: "extended", because: "more bytes follow the challenge", suspect: .transport)
        }
        return Story(
            variant: "other", because: "the challenge is not the one that was issued",
            hint: "An older response, another session's, or one that was made for somebody else.")
    }
}
