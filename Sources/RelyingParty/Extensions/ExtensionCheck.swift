internal import CBOR
internal import JSON
internal import WebAuthnModel

/// What one extension's outputs must be beyond their types.
///
/// One extension a file; a check tells what is wrong and stays silent otherwise.
protocol ExtensionCheck: Sendable {
    /// The extension that it is about.
    var subject: WebAuthnExtension { get }
    func run(on answers: ExtensionAnswers, _ findings: inout FindingList)
}

/// The outputs of extensions (§7.1 step 28, §7.2 step 23).
///
/// The passing way of a ceremony without extensions does not come here.
enum ExtensionsStep {
    private static let checks: [any ExtensionCheck] = [
        AppIDCheck(), AppIDExcludeCheck(), CredPropsCheck(), PRFCheck(), LargeBlobCheck(), CredProtectCheck(),
        CredBlobCheck(), MinPINLengthCheck(), HMACSecretCheck(), UVMCheck(), PaymentExtensionCheck(),
    ]

    static func run(on answers: ExtensionAnswers?, _ findings: inout FindingList) {
        guard let answers else { return }
        for check in checks {
            let subject = check.subject
            if answers.isAnswered(subject) {
                tellProblems(of: subject, answers, &findings)
                check.run(on: answers, &findings)
                findings.passUnlessBroken(subject.code)
            } else if answers.isRequested(subject) == true {
                findings.notApplicable(
                    subject.code, because: "it was asked for and not answered, as anybody may choose")
            }
        }
        tellUnsolicited(answers, &findings)
    }

    private static func tellProblems(
        of subject: WebAuthnExtension, _ answers: ExtensionAnswers, _ findings: inout FindingList
    ) {
        for problem in answers.presented.problems
        where subject.clientOutputNames.contains(problem.identifier) {
            findings.breach(
                subject.code, "wrongType",
                because: "the output \(problem.identifier) must be \(problem.expected)",
                expected: .text(problem.expected),
                actual: .text(String(decoding: problem.element.rawBytes, as: UTF8.self)),
                at: ReportLocation(
                    .response, path: problem.element.pointer, offset: problem.element.offset,
                    length: problem.element.length), suspect: .client)
        }
        for problem in answers.authenticatorProblems
        where subject.authenticatorOutputNames.contains(problem.identifier) {
            answers.breach(
                subject.code, "wrongType",
                because: "the authenticator's \(problem.identifier) must be \(problem.expected)",
                expected: .text(problem.expected), .authenticator(problem.identifier), &findings)
        }
    }

    /// Clients and authenticators may answer what nobody asked; what to make of it is the relying party's choice.
    private static func tellUnsolicited(_ answers: ExtensionAnswers, _ findings: inout FindingList) {
        guard let requested = answers.requested else { return }
        let asked = WebAuthnExtension.allCases.filter { answers.isRequested($0) == true }
        func strangers(_ names: [String], _ solicited: (WebAuthnExtension) -> [String]) -> [String] {
            names.filter { name in
                !requested.identifiers.contains(name) && !asked.contains { solicited($0).contains(name) }
            }
        }
        let client = strangers(answers.presented.element?.members.map(\.name) ?? []) { $0.clientOutputNames }
        if !client.isEmpty {
            findings.breach(
                .extensions, "unsolicited", because: "nobody asked for what the client answers",
                expected: .list(requested.identifiers.map { .text($0) }), actual: .texts(client),
                at: ReportLocation(.response, path: "/clientExtensionResults"), suspect: .client)
        }
        let authenticator = strangers(answers.map?.mapValue?.compactMap(\.key.textValue) ?? []) {
            $0.solicitedAuthenticatorOutputNames
        }
        if !authenticator.isEmpty {
            findings.breach(
                .authenticatorExtensions, "unsolicited",
                because: "nobody asked for what the authenticator answers",
                expected: .list(requested.identifiers.map { .text($0) }), actual: .texts(authenticator),
                at: ReportLocation(.authenticatorData, path: "extensions"))
        }
    }
}

extension WebAuthnExtension {
    /// The rule that tells of its outputs.
    var code: RuleCode {
        switch self {
        case .appid: .appid
        case .appidExclude: .appidExclude
        case .credProps: .credProps
        case .prf: .prf
        case .largeBlob: .largeBlob
        case .credProtect: .credProtect
        case .credBlob: .credBlob
        case .minPinLength: .minPinLength
        case .hmacSecret: .hmacSecret
        case .uvm: .uvm
        case .payment: .paymentExtension
        }
    }
}
