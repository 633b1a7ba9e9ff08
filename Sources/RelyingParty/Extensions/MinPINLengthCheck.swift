internal import WebAuthnModel

/// The least length of a PIN (CTAP 2.1 §12.4).
struct MinPINLengthCheck: ExtensionCheck {
    let subject = WebAuthnExtension.minPinLength

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        guard let length = answers.authenticator.minPinLength else { return }
        answers.expect(.registration, true, .minPinLength, .authenticator("minPinLength"), &findings)
        // A PIN has 4 code points at least and 63 bytes at most (CTAP 2.1 §6.5.1).
        guard !(4...63).contains(length) else { return }
        answers.breach(
            .minPinLength, "outOfRange", because: "no PIN can have \(length) characters at least",
            expected: .text("4 to 63"), actual: .integer(length), .authenticator("minPinLength"), &findings)
    }
}
