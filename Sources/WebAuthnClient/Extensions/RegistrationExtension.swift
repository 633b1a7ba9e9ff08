internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// What a client does about one extension in a registration (§9.4): one type a file, and its place in
/// ``RegistrationExtensions``.
protocol RegistrationExtension: SendableMetatype {
    /// Nil where the page does not ask for it; throws what the page is told about a wrong input.
    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any RegistrationExtension)?
    /// Looks at the device that became available.
    mutating func meet(_ device: DeviceTerms) throws(ClientError)
    /// Whether it works with a verified user only.
    var needsVerification: Bool { get }
    /// Adds what the device is asked.
    mutating func ask(
        _ request: inout MakeCredentialRequest, through client: WebAuthnClient
    ) async throws(ClientError)
    /// Reads what the device did.
    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs)
}

extension RegistrationExtension {
    mutating func meet(_ device: DeviceTerms) throws(ClientError) {}
    var needsVerification: Bool { false }
    mutating func ask(
        _ request: inout MakeCredentialRequest, through client: WebAuthnClient
    ) async throws(ClientError) {}
    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs) {}
}

/// What is settled about a device and a credential before the device is asked.
struct DeviceTerms {
    let info: GetInfoResponse
    let facts: ClientFacts
    /// Whether a discoverable credential is asked for.
    var isDiscoverable = false

    /// Whether the device has the extension.
    func has(_ identifier: String) -> Bool { info.extensions.contains(identifier) }
}

/// A device's answer to makeCredential as extensions read it.
struct RegistrationAnswer {
    let response: MakeCredentialResponse
    /// The extension map of authenticator data.
    let outputs: AuthenticatorExtensionOutputs
    /// The outputs beside it.
    var unsigned: CBORValue? { response.unsignedExtensionOutputs }
}

/// The extensions that a page asks for in a registration.
struct RegistrationExtensions {
    private static let all: [any RegistrationExtension.Type] = [
        AppIDExclusion.self, CredProps.self, CredProtect.self, CredBlobRegistration.self,
        PRFRegistration.self,
        LargeBlobRegistration.self,
    ]

    private var members: [any RegistrationExtension] = []

    /// Those that are understood here; others are ignored (§9.3).
    ///
    /// Borrows what an initializer would be given copies of.
    init(
        _ options: borrowing CreationOptions, of client: borrowing WebAuthnClient,
        in caller: borrowing CallerContext
    ) throws(ClientError) {
        guard !options.extensions.isEmpty else { return }
        for type in Self.all {
            if let member = try type.asked(by: options, of: client, in: caller) {
                members.append(member)
            }
        }
    }

    /// See ``RegistrationExtension``.
    mutating func meet(_ device: @autoclosure () -> DeviceTerms) throws(ClientError) {
        guard !members.isEmpty else { return }
        let device = device()
        for place in members.indices { try members[place].meet(device) }
    }

    /// See ``RegistrationExtension``.
    var needVerification: Bool { members.contains(where: \.needsVerification) }

    /// See ``RegistrationExtension``.
    mutating func ask(
        _ request: inout MakeCredentialRequest, through client: WebAuthnClient
    ) async throws(ClientError) {
        for place in members.indices { try await members[place].ask(&request, through: client) }
    }

    /// The outputs of all.
    func outputs(_ response: MakeCredentialResponse) -> ClientExtensionOutputs {
        var outputs = ClientExtensionOutputs()
        guard !members.isEmpty else { return outputs }
        let answer = RegistrationAnswer(
            response: response,
            outputs: AuthenticatorExtensionOutputs(of: response.attestation.authenticatorData))
        for member in members { member.answer(answer, &outputs) }
        return outputs
    }
}

extension AuthenticatorExtensionOutputs {
    /// The outputs in authenticator data; none where it cannot be read, for a client does not judge it.
    init(of authenticatorData: [UInt8]) {
        self.init()
        // Nearly always there are none; the rest of the bytes is then not read.
        guard let header = try? AuthenticatorData.header(of: authenticatorData),
            header.flags.contains(.extensionData),
            let bytes = try? AuthenticatorData.decode(authenticatorData).data.extensions,
            let map = try? CBORDecoder.decode(bytes, maximumDepth: 16)
        else { return }
        self = Self.read(map).0
    }
}

extension CBORValue? {
    /// Adds an extension's input to a request's map.
    mutating func add(_ identifier: String, _ input: CBORValue) {
        self = .map((self?.mapValue ?? []) + [CBORPair(key: .text(identifier), value: input)])
    }
}
