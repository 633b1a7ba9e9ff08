internal import CBOR
internal import WebAuthnModel

/// The pseudo-random function (§10.1.4) and, below it, `hmac-secret`.
struct PRFCheck: ExtensionCheck {
    let subject = WebAuthnExtension.prf

    func run(on answers: ExtensionAnswers, _ findings: inout FindingList) {
        guard let output = answers.client.prf else { return }
        answers.expect(.registration, output.enabled != nil, .prf, .client("prf/enabled"), &findings)
        if let results = output.results {
            checkLengths(results, answers, &findings)
            checkSecrecy(results, answers, &findings)
        }
        if answers.ceremony == .registration { compare(output, answers, &findings) }
    }

    private func checkLengths(
        _ results: PRFValues, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        for (name, value) in [("first", results.first), ("second", results.second)] {
            guard let value, value.count != PRFValues.outputLength else { continue }
            // The bytes are a secret, so the report has their number only.
            answers.breach(
                .prf, "length", because: "the output \(name) has \(value.count) bytes",
                expected: .integer(PRFValues.outputLength), actual: .integer(value.count),
                .client("prf/results/\(name)"), &findings)
        }
    }

    private func checkSecrecy(
        _ results: PRFValues, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        let secret = results.first + (results.second ?? [])
        var shown = [answers.authenticator.hmacSecretMC]
        if case .bytes(let bytes) = answers.authenticator.hmacSecret { shown.append(bytes) }
        guard shown.contains(secret) else { return }
        answers.breach(
            .prf, "cleartext", because: "authenticator data holds the outputs as they are",
            actual: .text("\(secret.count) bytes"), .authenticator("hmac-secret"),
            hint: "Authenticator data is signed and goes to the server; these outputs must not.", &findings)
    }

    /// Without CTAP the function may have another ground than `hmac-secret`, so only a contradiction counts.
    private func compare(
        _ output: PRFOutput, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        if case .flag(let isThere) = answers.authenticator.hmacSecret, let enabled = output.enabled,
            enabled != isThere
        {
            answers.breach(
                .prf, "contradicts",
                because: "the client says \(enabled), the authenticator's hmac-secret \(isThere)",
                expected: .flag(isThere), .client("prf/enabled"), &findings)
        } else if output.results != nil, output.enabled != true {
            answers.breach(
                .prf, "resultsWithoutEnabled",
                because: "there are outputs of a function that is not said to be there",
                expected: .flag(true),
                actual: output.enabled.map { .flag($0) } ?? .text("absent"), .client("prf/enabled"),
                &findings)
        }
    }
}
