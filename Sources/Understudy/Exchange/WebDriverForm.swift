internal import JSON

extension CredentialForm {
    /// The credential parameters of WebDriver (WebAuthn Level 3 §11), which Firefox's Marionette has too: bytes in
    /// base64url.
    ///
    /// Read are the members of DevTools besides, as newer drivers send them; written are those that every driver takes.
    public static let webDriver = CredentialForm(
        name: "webdriver", carries: [.notDiscoverable],
        read: { (object) throws(ExchangeError) in
            try ExchangedCredential(automation: ExchangedMembers(object: object, notation: .base64URL))
        },
        write: { credential, writer in
            writer.beginObject()
            credential.writeAutomationMembers(.base64URL, to: &writer)
            writer.endObject()
        })
}
