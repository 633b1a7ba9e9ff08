internal import WebAuthnModel

/// How the user was verified (WebAuthn Level 2 §10.3): the client hands on what the authenticator says.
struct UVMCheck: ExtensionCheck {
    let subject = WebAuthnExtension.uvm

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        guard let client = answers.client.uvm, let authenticator = answers.authenticator.uvm,
            client != authenticator
        else { return }
        answers.breach(
            .uvm, "contradicts", because: "client and authenticator name different methods", .client("uvm"),
            &findings)
    }
}

/// The outputs of `payment`; what the client data says of a payment is checked with the client data.
struct PaymentExtensionCheck: ExtensionCheck {
    let subject = WebAuthnExtension.payment

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {}
}
