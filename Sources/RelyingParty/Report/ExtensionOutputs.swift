internal import JSON
public import WebAuthnModel

/// What both sides answered to extensions, as far as it is understood.
public struct ExtensionOutputs: Hashable, Sendable {
    /// `clientExtensionResults`.
    public let client: ClientExtensionOutputs
    /// The extension map of authenticator data.
    public let authenticator: AuthenticatorExtensionOutputs

    init?(_ answers: ExtensionAnswers) {
        guard answers.presented.element != nil || answers.map != nil else { return nil }
        client = answers.client
        authenticator = answers.authenticator
    }

    /// Writes the member `extensions` of a report, without the outputs of `prf`: they are secrets of the client.
    func write(to writer: inout JSONWriter) {
        var told = client
        told.prf?.results = nil
        writer.beginObject("extensions")
        writer.beginObject("client")
        told.writeMembers(to: &writer)
        writer.endObject()
        writer.beginObject("authenticator")
        authenticator.writeMembers(to: &writer)
        writer.endObject()
        writer.endObject()
    }
}
