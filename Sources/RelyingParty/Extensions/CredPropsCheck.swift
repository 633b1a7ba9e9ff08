internal import WebAuthnModel

/// Credential properties (§10.1.3).
struct CredPropsCheck: ExtensionCheck {
    let subject = WebAuthnExtension.credProps

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        answers.expect(.registration, true, .credProps, .client("credProps"), &findings)
        guard answers.requiresDiscoverable, answers.client.credProps?.residentKey == false else { return }
        answers.breach(
            .credProps, "notDiscoverable",
            because: "a discoverable credential was required, and the client says that this one is not",
            expected: .flag(true), .client("credProps/rk"), &findings)
    }
}
