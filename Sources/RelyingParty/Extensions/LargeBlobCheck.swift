internal import WebAuthnModel

/// Large blob storage (§10.1.5).
struct LargeBlobCheck: ExtensionCheck {
    let subject = WebAuthnExtension.largeBlob

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        guard let output = answers.client.largeBlob else { return }
        let (supported, blob, written) = (output.supported, output.blob, output.written)
        answers.expect(
            .registration, supported != nil, .largeBlob, .client("largeBlob/supported"), &findings)
        answers.expect(.authentication, blob != nil, .largeBlob, .client("largeBlob/blob"), &findings)
        answers.expect(.authentication, written != nil, .largeBlob, .client("largeBlob/written"), &findings)
        guard let input = answers.requested?.largeBlob, !findings.isBroken(.largeBlob) else { return }
        if supported == false, input.support == "required" {
            answers.breach(
                .largeBlob, "notSupported",
                because: "large blobs were required, and the client says that there can be none",
                expected: .flag(true), .client("largeBlob/supported"), &findings)
        }
        tellUnrequested(blob != nil && input.read != true, "blob", answers, &findings)
        tellUnrequested(written != nil && input.write == nil, "written", answers, &findings)
    }

    private func tellUnrequested(
        _ isSo: Bool, _ name: String, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        guard isSo else { return }
        answers.breach(
            .largeBlob, "unrequested", because: "nobody asked for what \(name) answers",
            .client("largeBlob/\(name)"), &findings)
    }
}
