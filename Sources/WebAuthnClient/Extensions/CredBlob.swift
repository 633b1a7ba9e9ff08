internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// The client's part in credBlob at registration (CTAP 2.2 §12.2).
struct CredBlobRegistration: RegistrationExtension {
    private let blob: [UInt8]
    private var isSupported = false

    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) -> (any RegistrationExtension)? {
        options.extensions.credBlob.map { CredBlobRegistration(blob: $0) }
    }

    mutating func meet(_ device: DeviceTerms) { isSupported = device.has("credBlob") }

    mutating func ask(_ request: inout MakeCredentialRequest, through client: WebAuthnClient) {
        if isSupported { request.extensions.add("credBlob", .bytes(blob)) }
    }

    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs) {
        outputs.credBlob = answer.outputs.credBlob == .flag(true)
    }
}

/// The client's part in credBlob at authentication: `getCredBlob`.
struct CredBlobAuthentication: AuthenticationExtension {
    private var isSupported = false

    static func asked(
        by options: RequestOptions, of client: WebAuthnClient, in caller: CallerContext
    ) -> (any AuthenticationExtension)? {
        options.extensions.getCredBlob ? CredBlobAuthentication() : nil
    }

    mutating func meet(_ device: DeviceTerms) { isSupported = device.has("credBlob") }

    mutating func ask(_ request: inout GetAssertionRequest, through client: WebAuthnClient) {
        if isSupported { request.extensions.add("credBlob", true) }
    }

    func answer(
        _ answer: AuthenticationAnswer, _ outputs: inout ClientExtensionOutputs,
        through client: WebAuthnClient
    ) async {
        if case .bytes(let blob) = answer.outputs.credBlob { outputs.getCredBlob = blob }
    }
}
