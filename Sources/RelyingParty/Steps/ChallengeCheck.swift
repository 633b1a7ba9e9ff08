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
        findings.breach(
            .clientDataChallenge, strict == nil ? "notBase64url" : "other",
            because: strict == nil
                ? "the challenge is no base64url" : "the challenge is not the one that was issued",
            expected: .bytes(expected),
            actual: strict.map { .bytes($0) } ?? .text(String(decoding: text, as: UTF8.self)),
            at: clientData.location(of: element),
            hint: strict == nil
                ? nil : "An older response, another session's, or one that was made for somebody else.")
    }
}
