internal import Bytes
internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// How a device keeps large blobs.
enum LargeBlobManner {
    /// Not at all.
    case none
    /// All in one array, which the client reads and writes (CTAP 2.2 §6.10).
    case array
    /// By itself, see the authenticator's `largeBlob`.
    case own

    init(_ device: DeviceTerms) {
        if device.has("largeBlobKey"), device.info.option("largeBlobs") {
            self = .array
        } else {
            self = device.has("largeBlob") ? .own : .none
        }
    }
}

/// The `largeBlob` extension in a registration (§10.1.5).
struct LargeBlobRegistration: RegistrationExtension {
    private let isRequired: Bool
    private var manner = LargeBlobManner.none

    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any RegistrationExtension)? {
        guard let input = options.extensions.largeBlob else { return nil }
        guard input.read == nil, input.write == nil else { throw .extensionInput(.largeBlobAtCreation) }
        return LargeBlobRegistration(isRequired: input.support == "required")
    }

    /// An array has keys of discoverable credentials alone.
    mutating func meet(_ device: DeviceTerms) throws(ClientError) {
        manner = LargeBlobManner(device)
        if case .array = manner, !device.isDiscoverable, !device.facts.isAlwaysDiscoverable { manner = .none }
        if isRequired, case .none = manner { throw .largeBlobUnsupported }
    }

    mutating func ask(_ request: inout MakeCredentialRequest, through client: WebAuthnClient) {
        switch manner {
        case .none: break
        case .array: request.extensions.add("largeBlobKey", true)
        case .own: request.extensions.add("largeBlob", ["support": isRequired ? "required" : "preferred"])
        }
    }

    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs) {
        let isSupported =
            answer.response.largeBlobKey != nil
            || answer.unsigned?[text: "largeBlob"]?[text: "supported"] == true
        outputs.largeBlob = LargeBlobOutput(supported: isSupported)
    }
}

/// The `largeBlob` extension in an authentication (§10.1.5).
struct LargeBlobAuthentication: AuthenticationExtension {
    private let blob: [UInt8]?
    private var manner = LargeBlobManner.none

    /// `read: false` asks for nothing.
    static func asked(
        by options: RequestOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any AuthenticationExtension)? {
        guard let input = options.extensions.largeBlob else { return nil }
        guard input.support == nil else { throw .extensionInput(.largeBlobSupport) }
        guard input.read == nil || input.write == nil else { throw .extensionInput(.largeBlobReadAndWrite) }
        guard input.write == nil || options.allowCredentials.count == 1 else {
            throw .extensionInput(.largeBlobWithoutCredential)
        }
        guard input.read == true || input.write != nil else { return nil }
        return LargeBlobAuthentication(blob: input.write)
    }

    mutating func meet(_ device: DeviceTerms) { manner = LargeBlobManner(device) }

    var permissions: TokenPermissions {
        if case .array = manner, blob != nil { .largeBlobWrite } else { [] }
    }

    mutating func ask(_ request: inout GetAssertionRequest, through client: WebAuthnClient) {
        switch manner {
        case .none: break
        case .array: request.extensions.add("largeBlobKey", true)
        case .own:
            request.extensions.add("largeBlob", blob.map { ["write": .bytes($0)] } ?? ["read": true])
        }
    }

    func answer(
        _ answer: AuthenticationAnswer, _ outputs: inout ClientExtensionOutputs,
        through client: WebAuthnClient
    ) async {
        var output = LargeBlobOutput()
        switch manner {
        case .none: if blob != nil { output.written = false }
        case .own:
            let own = answer.unsigned?[text: "largeBlob"]
            if blob != nil {
                output.written = own?[text: "written"] == true
            } else {
                output.blob = own?[text: "blob"]?.bytesValue
            }
        case .array:
            let storage = LargeBlobStorage(client: client, token: answer.token)
            let key = answer.response.largeBlobKey.map { Secret($0) }
            if let blob {
                output.written = await storage.write(blob, key)
            } else if let key {
                output.blob = await storage.read()?.blob(key)
            }
        }
        outputs.largeBlob = output
    }
}
