internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// The client's part in credProtect (CTAP 2.2 §12.1); what came of it stands in authenticator data alone.
struct CredProtect: RegistrationExtension {
    private let policy: CredentialProtectionPolicy
    private let isEnforced: Bool
    private var isSupported = false

    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) -> (any RegistrationExtension)? {
        guard let policy = options.extensions.credentialProtectionPolicy else { return nil }
        return CredProtect(
            policy: policy, isEnforced: options.extensions.enforceCredentialProtectionPolicy)
    }

    /// A policy that is enforced rules a device out that cannot keep to it.
    mutating func meet(_ device: DeviceTerms) throws(ClientError) {
        isSupported = device.has("credProtect")
        guard isSupported || !isEnforced || policy == .userVerificationOptional else {
            throw .protectionUnsupported(policy)
        }
    }

    mutating func ask(_ request: inout MakeCredentialRequest, through client: WebAuthnClient) {
        guard isSupported else { return }
        request.extensions.add("credProtect", CBORValue(integer: policy.rawValue))
    }
}
