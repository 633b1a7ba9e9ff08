internal import JSON
internal import WebAuthnModel

/// Which kind of authenticator a client says that it used (§5.4.4): what only the browser enforces, a page can change.
///
/// Only a trusted attestation proves a kind; this at least notices the honest contradiction.
struct AttachmentCheck {
    let asked: AuthenticatorAttachment?

    func run(on response: ResponseEnvelope, _ findings: inout FindingList) {
        guard let asked, let text = response.authenticatorAttachment,
            let attachment = AuthenticatorAttachment(rawValue: text)
        else { return }
        guard attachment != asked else { return findings.pass(.envelopeAuthenticatorAttachment) }
        let element = response.document.root["authenticatorAttachment"]
        findings.breach(
            .envelopeAuthenticatorAttachment, "otherThanAsked",
            because: "the client says that it used another kind of authenticator than was asked for",
            expected: .text(asked.rawValue), actual: .text(text),
            at: ReportLocation(
                .response, path: "/authenticatorAttachment", offset: element?.offset,
                length: element?.length),
            hint: "Nobody signs this member; only a trusted attestation says what the authenticator is.")
    }
}
