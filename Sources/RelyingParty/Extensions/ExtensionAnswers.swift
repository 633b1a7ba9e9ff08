internal import CBOR
internal import JSON
internal import WebAuthnModel

/// What was asked of extensions, and what client and authenticator answered.
struct ExtensionAnswers {
    /// Who answered.
    enum Side {
        /// A path below `clientExtensionResults`: `prf/enabled`.
        case client(String)
        /// A name in the extension map of authenticator data.
        case authenticator(String)
    }

    let ceremony: Ceremony
    /// Nil where nobody says what was asked.
    let requested: ExtensionInputs?
    /// Whether the new credential had to be discoverable.
    var requiresDiscoverable = false
    let presented: PresentedExtensions
    let map: CBORValue?
    let authenticator: AuthenticatorExtensionOutputs
    let authenticatorProblems: [AuthenticatorExtensionProblem]

    /// Nil when nothing was asked and nothing answered, as in most ceremonies.
    init?(
        _ ceremony: Ceremony, requested: ExtensionInputs?, presented: PresentedExtensions, map: CBORValue?
    ) {
        guard presented.element != nil || map != nil || requested?.identifiers.isEmpty == false else {
            return nil
        }
        self.ceremony = ceremony
        self.requested = requested
        self.presented = presented
        self.map = map
        (authenticator, authenticatorProblems) =
            map.map(AuthenticatorExtensionOutputs.read) ?? (AuthenticatorExtensionOutputs(), [])
    }

    var client: ClientExtensionOutputs { presented.outputs }

    /// Whether an extension was asked for by any of its names; nil where nobody says.
    func isRequested(_ subject: WebAuthnExtension) -> Bool? {
        requested.map { inputs in subject.inputNames.contains { inputs.identifiers.contains($0) } }
    }

    /// Whether there is an output of any of its names.
    func isAnswered(_ subject: WebAuthnExtension) -> Bool {
        subject.clientOutputNames.contains { presented.element?[$0] != nil }
            || subject.authenticatorOutputNames.contains { map?[text: $0] != nil }
    }

    /// Tells that an output belongs to the other ceremony.
    func expect(
        _ belongs: Ceremony, _ isThere: Bool, _ code: RuleCode, _ side: Side, _ findings: inout FindingList
    ) {
        guard isThere, belongs != ceremony, !findings.isBroken(code) else { return }
        breach(
            code, "otherCeremony", because: "such an output belongs to the \(belongs.rawValue)", side,
            &findings)
    }

    /// Tells a breach at the place of an output.
    func breach(
        _ code: RuleCode, _ variant: String, because: String, expected: ReportValue? = nil,
        actual: ReportValue? = nil, _ side: Side, hint: String? = nil, _ findings: inout FindingList
    ) {
        let location: ReportLocation
        let suspect: Suspect
        var found: ReportValue?
        switch side {
        case .client(let path):
            let element = path.split(separator: "/").reduce(presented.element) { $0?[String($1)] }
            found = element.map { .text(String(decoding: $0.rawBytes, as: UTF8.self)) }
            location = ReportLocation(
                .response, path: "/clientExtensionResults/\(path)", offset: element?.offset,
                length: element?.length)
            suspect = .client
        case .authenticator(let name):
            found = map?[text: name].map { .text(CBORDiagnostic.text(of: $0)) }
            location = ReportLocation(.authenticatorData, path: "extensions.\(name)")
            suspect = .authenticator
        }
        findings.breach(
            code, variant, because: because, expected: expected, actual: actual ?? found, at: location,
            hint: hint, suspect: suspect)
    }
}
