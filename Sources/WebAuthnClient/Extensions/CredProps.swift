internal import WebAuthnModel

/// The `credProps` client extension (§10.1.3).
enum CredProps {
    /// Tells whether the credential is discoverable, if that was asked.
    ///
    /// The rule is the value of requireResidentKey that the device was asked with; a device all of whose credentials
    /// are discoverable made one even so.
    static func output(
        _ inputs: ExtensionInputs, requiresDiscoverable: Bool, facts: ClientFacts
    ) -> CredPropsOutput? {
        inputs.credProps
            ? CredPropsOutput(residentKey: requiresDiscoverable || facts.isAlwaysDiscoverable) : nil
    }
}
