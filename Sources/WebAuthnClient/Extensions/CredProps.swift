internal import WebAuthnModel

/// The `credProps` client extension (§10.1.3): whether the new credential is discoverable.
///
/// The rule is the value of requireResidentKey that the device was asked with; a device all of whose credentials are
/// discoverable made one even so.
struct CredProps: RegistrationExtension {
    private var isDiscoverable = false

    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) -> (any RegistrationExtension)? {
        options.extensions.credProps ? CredProps() : nil
    }

    mutating func meet(_ device: DeviceTerms) {
        isDiscoverable = device.isDiscoverable || device.facts.isAlwaysDiscoverable
    }

    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs) {
        outputs.credProps = CredPropsOutput(residentKey: isDiscoverable)
    }
}
