internal import WebAuthnModel

/// The secrets behind `prf` (CTAP 2.1 §12.5).
struct HMACSecretCheck: ExtensionCheck {
    let subject = WebAuthnExtension.hmacSecret

    /// One or two outputs of 32 bytes, encrypted by PIN/UV protocol 1 or, with an initialization vector, 2.
    private static let lengths = [32, 64, 48, 80]

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        let created = answers.client.hmacCreateSecret
        answers.expect(
            .registration, created != nil, .hmacSecret, .client("hmacCreateSecret"), &findings)
        if let bytes = answers.authenticator.hmacSecretMC {
            answers.expect(.registration, true, .hmacSecret, .authenticator("hmac-secret-mc"), &findings)
            checkLength(bytes, "hmac-secret-mc", answers, &findings)
        }
        switch answers.authenticator.hmacSecret {
        case .flag(let flag)?:
            answers.expect(.registration, true, .hmacSecret, .authenticator("hmac-secret"), &findings)
            guard let created, created != flag, !findings.isBroken(.hmacSecret) else { return }
            answers.breach(
                .hmacSecret, "contradicts",
                because: "the client says \(created), the authenticator \(flag)", expected: .flag(flag),
                .client("hmacCreateSecret"), &findings)
        case .bytes(let bytes)?:
            answers.expect(.authentication, true, .hmacSecret, .authenticator("hmac-secret"), &findings)
            checkLength(bytes, "hmac-secret", answers, &findings)
        case nil: break
        }
    }

    private func checkLength(
        _ bytes: [UInt8], _ name: String, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        guard !Self.lengths.contains(bytes.count), !findings.isBroken(.hmacSecret) else { return }
        answers.breach(
            .hmacSecret, "length", because: "the encrypted outputs have \(bytes.count) bytes",
            expected: .list(Self.lengths.map { .integer($0) }), actual: .integer(bytes.count),
            .authenticator(name), &findings)
    }
}
