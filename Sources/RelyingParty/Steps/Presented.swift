internal import JSON
internal import WebAuthnModel

/// What a registration response brought, as far as it could be opened.
struct PresentedRegistration {
    var credentialID: [UInt8]?
    var clientDataJSON: [UInt8]?
    var attestationObject: [UInt8]?
    var transports: [AuthenticatorTransport]?
    /// What the client says once more beside the attestation object; nil when the response came as parts.
    var copies: ResponseEnvelope?
    var extensions = PresentedExtensions.none

    init(json: [UInt8], _ findings: inout FindingList) {
        guard let opened = OpenedEnvelope(json: json, of: .create, &findings)?.content else { return }
        credentialID = opened.rawID
        clientDataJSON = opened.clientDataJSON
        attestationObject = opened.attestationObject
        transports = opened.transports
        copies = opened
        extensions = PresentedExtensions(opened)
    }

    init(parts: RegistrationParts, _ findings: inout FindingList) {
        findings.skip(.envelope, because: "the response came as parts")
        credentialID = parts.credentialID
        clientDataJSON = parts.clientDataJSON
        attestationObject = parts.attestationObject
        transports = parts.transports
    }
}

/// What an authentication response brought, as far as it could be opened.
struct PresentedAuthentication {
    var credentialID: [UInt8]?
    var clientDataJSON: [UInt8]?
    var authenticatorData: [UInt8]?
    var signature: [UInt8]?
    var userHandle: [UInt8]?
    var extensions = PresentedExtensions.none

    init(json: [UInt8], _ findings: inout FindingList) {
        guard let opened = OpenedEnvelope(json: json, of: .get, &findings)?.content else { return }
        credentialID = opened.rawID
        clientDataJSON = opened.clientDataJSON
        authenticatorData = opened.authenticatorData
        signature = opened.signature
        userHandle = opened.userHandle
        extensions = PresentedExtensions(opened)
    }

    init(parts: AuthenticationParts, _ findings: inout FindingList) {
        findings.skip(.envelope, because: "the response came as parts")
        credentialID = parts.credentialID
        clientDataJSON = parts.clientDataJSON
        authenticatorData = parts.authenticatorData
        signature = parts.signature
        userHandle = parts.userHandle
    }
}

/// What the client says of extensions.
struct PresentedExtensions {
    /// `clientExtensionResults` as it came; nil when there is none.
    var element: JSONElement?
    var outputs = ClientExtensionOutputs()
    var problems: [ClientExtensionProblem] = []

    static let none = PresentedExtensions()

    private init() {}

    init(_ opened: ResponseEnvelope) {
        guard let element = opened.extensionResults, element.count > 0 else { return }
        self.element = element
        outputs = opened.clientExtensionResults ?? ClientExtensionOutputs()
        problems = opened.extensionProblems
    }
}
