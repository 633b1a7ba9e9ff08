internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// What a client does about one extension in an authentication (§9.4): one type a file, and its place in
/// ``AuthenticationExtensions``.
protocol AuthenticationExtension: SendableMetatype {
    /// Nil where the page does not ask for it; throws what the page is told about a wrong input.
    static func asked(
        by options: RequestOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any AuthenticationExtension)?
    /// Looks at the device that became available.
    mutating func meet(_ device: DeviceTerms) throws(ClientError)
    /// Whether it works with a verified user only.
    var needsVerification: Bool { get }
    /// Adds what the device is asked.
    mutating func ask(
        _ request: inout GetAssertionRequest, through client: WebAuthnClient
    ) async throws(ClientError)
    /// What a PIN/UV auth token must allow beside the assertion.
    var permissions: TokenPermissions { get }
    /// Reads what the device did, and does what comes after an assertion.
    func answer(
        _ answer: AuthenticationAnswer, _ outputs: inout ClientExtensionOutputs,
        through client: WebAuthnClient
    ) async
}

extension AuthenticationExtension {
    mutating func meet(_ device: DeviceTerms) throws(ClientError) {}
    var needsVerification: Bool { false }
    mutating func ask(
        _ request: inout GetAssertionRequest, through client: WebAuthnClient
    ) async throws(ClientError) {}
    var permissions: TokenPermissions { [] }
    func answer(
        _ answer: AuthenticationAnswer, _ outputs: inout ClientExtensionOutputs,
        through client: WebAuthnClient
    ) async {}
}

/// A device's answer to getAssertion as extensions read it.
struct AuthenticationAnswer {
    let response: GetAssertionResponse
    /// The extension map of authenticator data.
    let outputs: AuthenticatorExtensionOutputs
    /// What a PIN gave for this command; it may allow more than the assertion.
    let token: PINUVToken?
    /// The outputs beside it.
    var unsigned: CBORValue? { response.unsignedExtensionOutputs }
}

/// The extensions that a page asks for in an authentication.
struct AuthenticationExtensions {
    private static let all: [any AuthenticationExtension.Type] = [
        AppIDAuthentication.self, CredBlobAuthentication.self, PRFAuthentication.self,
        LargeBlobAuthentication.self,
    ]

    private var members: [any AuthenticationExtension] = []

    /// Those that are understood here; others are ignored (§9.3).
    ///
    /// Borrows what an initializer would be given copies of.
    init(
        _ options: borrowing RequestOptions, of client: borrowing WebAuthnClient,
        in caller: borrowing CallerContext
    ) throws(ClientError) {
        guard !options.extensions.isEmpty else { return }
        for type in Self.all {
            if let member = try type.asked(by: options, of: client, in: caller) {
                members.append(member)
            }
        }
    }

    /// See ``AuthenticationExtension``.
    mutating func meet(_ device: @autoclosure () -> DeviceTerms) throws(ClientError) {
        guard !members.isEmpty else { return }
        let device = device()
        for place in members.indices { try members[place].meet(device) }
    }

    /// See ``AuthenticationExtension``.
    var needVerification: Bool { members.contains(where: \.needsVerification) }

    /// See ``AuthenticationExtension``.
    var permissions: TokenPermissions { members.reduce([]) { $0.union($1.permissions) } }

    /// See ``AuthenticationExtension``.
    mutating func ask(
        _ request: inout GetAssertionRequest, through client: WebAuthnClient
    ) async throws(ClientError) {
        for place in members.indices { try await members[place].ask(&request, through: client) }
    }

    /// The outputs of all.
    func outputs(
        _ response: GetAssertionResponse, _ token: PINUVToken?, through client: WebAuthnClient
    ) async -> ClientExtensionOutputs {
        var outputs = ClientExtensionOutputs()
        guard !members.isEmpty else { return outputs }
        let answer = AuthenticationAnswer(
            response: response, outputs: AuthenticatorExtensionOutputs(of: response.authenticatorData),
            token: token)
        for member in members { await member.answer(answer, &outputs, through: client) }
        return outputs
    }
}
