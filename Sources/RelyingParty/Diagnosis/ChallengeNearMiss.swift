internal import Bytes
internal import WebAuthnModel

/// A challenge that is the right one in another form, or a known one.
struct ChallengeNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.clientDataChallenge]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        let expected = evidence.challenge
        switch finding.actual {
        case .bytes(let bytes)?:
            let text = Array(Base64URL.encode(bytes).utf8)
            return unencoded(text, expected) ?? form(of: bytes, text, expected)
                ?? part(of: bytes, expected)
                ?? known(bytes, evidence)
        case .text(let text)? where finding.variant == "notBase64url":
            let text = Array(text.utf8)
            return unencoded(text, expected) ?? otherBase64(text, expected) ?? form(of: [], text, expected)
        default: return nil
        }
    }

    private func otherBase64(_ text: [UInt8], _ expected: [UInt8]) -> Diagnosis? {
        guard let (bytes, forgiven) = try? Base64Decoder.decodeLeniently(text), bytes == expected else {
            return nil
        }
        let isPadded = forgiven.contains(.padded)
        return tell(
            isPadded ? "padded" : "standardBase64", "otherEncoding",
            "The challenge is right, but written as \(isPadded ? "padded base64" : "standard base64"); client data "
                + "has base64url without padding. No browser writes it so: the client data was made by other "
                + "software.", .client)
    }

    /// The challenge stands in the client data as it is, or the relying party holds its text for the challenge.
    private func unencoded(_ text: [UInt8], _ expected: [UInt8]) -> Diagnosis? {
        guard text == expected else { return nil }
        if expected.count >= 22, (try? Base64URL.decode(expected)) != nil {
            return tell(
                "storedAsText", "otherEncoding",
                "The relying party expects the base64url text of the challenge, as bytes, and got the challenge: "
                    + "what it stored, or put into the options, was encoded once too often or is decoded once too "
                    + "seldom.", .server)
        }
        return tell(
            "notEncoded", "otherEncoding",
            "The challenge's bytes stand in the client data as they are; they must be encoded as base64url.",
            .client)
    }

    private func form(of bytes: [UInt8], _ text: [UInt8], _ expected: [UInt8]) -> Diagnosis? {
        if let form = ByteForm(of: bytes, from: expected) {
            return tell(
                form.word, "otherEncoding",
                "The challenge is \(form.phrase) of the right one: the page must hand it to the browser as bytes, "
                    + "decoded exactly once.", .client)
        }
        if let form = ByteForm(of: expected, from: bytes) {
            return tell(
                "expected" + form.word.capitalizedFirst, "otherEncoding",
                "What the relying party expects is \(form.phrase) of the challenge that came: compare bytes with "
                    + "bytes.", .server)
        }
        if let form = ByteForm(of: text, from: expected) {
            return tell(
                "written" + form.word.capitalizedFirst, "otherEncoding",
                "The member challenge is \(form.phrase) of the right challenge; it must be its base64url.",
                .client)
        }
        return nil
    }

    private func part(of bytes: [UInt8], _ expected: [UInt8]) -> Diagnosis? {
        guard !bytes.isEmpty, !expected.isEmpty else { return nil }
        if bytes.count < expected.count, expected.starts(with: bytes) {
            return tell(
                "truncated", "truncated",
                "The challenge is cut off after \(bytes.count) of its \(expected.count) bytes.", .transport)
        }
        if bytes.count > expected.count, bytes.starts(with: expected) {
            return tell(
                "extended", "extended",
                "The challenge is followed by \(bytes.count - expected.count) bytes that do not belong to it.",
                .transport)
        }
        return nil
    }

    private func known(_ bytes: [UInt8], _ evidence: Evidence) -> Diagnosis? {
        guard evidence.earlierChallenges.contains(bytes) else { return nil }
        return tell(
            "replayed", "replayed",
            "The challenge was issued for an earlier ceremony: the response is an old one, sent again.",
            .client)
    }

    private func tell(
        _ word: String, _ variant: String, _ sentence: String, _ suspect: Suspect
    ) -> Diagnosis {
        Diagnosis("challenge.\(word)", of: .clientDataChallenge, variant: variant, sentence, suspect)
    }
}

extension String {
    /// With its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
