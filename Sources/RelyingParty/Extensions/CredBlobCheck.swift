internal import WebAuthnModel

/// A small blob in the authenticator (CTAP 2.1 §12.2): the client repeats what the authenticator says.
struct CredBlobCheck: ExtensionCheck {
    let subject = WebAuthnExtension.credBlob

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        let (stored, blob) = (answers.client.credBlob, answers.client.getCredBlob)
        answers.expect(.registration, stored != nil, .credBlob, .client("credBlob"), &findings)
        answers.expect(.authentication, blob != nil, .credBlob, .client("getCredBlob"), &findings)
        switch answers.authenticator.credBlob {
        case .flag(let flag)?:
            answers.expect(.registration, true, .credBlob, .authenticator("credBlob"), &findings)
            compare(stored.map { $0 != flag }, "credBlob", answers, &findings)
        case .bytes(let bytes)?:
            answers.expect(.authentication, true, .credBlob, .authenticator("credBlob"), &findings)
            compare(blob.map { $0 != bytes }, "getCredBlob", answers, &findings)
        case nil: break
        }
    }

    private func compare(
        _ differs: Bool?, _ name: String, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        guard differs == true, !findings.isBroken(.credBlob) else { return }
        answers.breach(
            .credBlob, "contradicts", because: "client and authenticator do not say the same", .client(name),
            &findings)
    }
}
