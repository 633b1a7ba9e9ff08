internal import WebAuthnModel

/// A user handle that is the right one in another form.
struct UserHandleNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.userHandle]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard case .bytes(let expected)? = finding.expected, case .bytes(let actual)? = finding.actual else {
            return nil
        }
        if let form = ByteForm(of: actual, from: expected) {
            return tell(
                form.word, "otherEncoding",
                "The user handle is \(form.phrase) of the right one: user.id was encoded once too often when the "
                    + "credential was registered, or userHandle was on its way.", .client)
        }
        if let form = ByteForm(of: expected, from: actual) {
            return tell(
                "expected" + form.word.capitalizedFirst, "otherEncoding",
                "What the relying party expects is \(form.phrase) of the user handle that came: decode it before "
                    + "it is compared.", .server)
        }
        guard !actual.isEmpty, actual.count < expected.count, expected.starts(with: actual) else {
            return nil
        }
        return tell(
            "truncated", "truncated",
            "The user handle is cut off after \(actual.count) of \(expected.count) bytes; it may have 64.",
            .authenticator)
    }

    private func tell(
        _ word: String, _ variant: String, _ sentence: String, _ suspect: Suspect
    ) -> Diagnosis {
        Diagnosis("userHandle.\(word)", of: .userHandle, variant: variant, sentence, suspect)
    }
}
