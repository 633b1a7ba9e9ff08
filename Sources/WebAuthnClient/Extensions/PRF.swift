internal import Bytes
internal import CBOR
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// How a device evaluates a credential's pseudo-random function.
enum PRFManner {
    /// Not at all.
    case none
    /// By hmac-secret, at registration as well where it has hmac-secret-mc.
    case hmacSecret(atCreation: Bool)
    /// By a function of its own, see the authenticator's `prf`.
    case own

    init(_ device: DeviceTerms) {
        if device.has("hmac-secret") {
            self = .hmacSecret(atCreation: device.has("hmac-secret-mc"))
        } else {
            self = device.has("prf") ? .own : .none
        }
    }
}

/// The `prf` extension in a registration (§10.1.4), and `hmacCreateSecret`, which tells no more than that it works
/// (CTAP 2.2 §12.5).
struct PRFRegistration: RegistrationExtension {
    private let input: PRFInput?
    private let tellsSecret: Bool
    private var manner = PRFManner.none
    private var exchange: SaltExchange?

    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any RegistrationExtension)? {
        let input = options.extensions.prf
        let tellsSecret = options.extensions.hmacCreateSecret
        guard input != nil || tellsSecret else { return nil }
        guard input?.evalByCredential.isEmpty != false else { throw .extensionInput(.prfByCredential) }
        return PRFRegistration(input: input, tellsSecret: tellsSecret)
    }

    mutating func meet(_ device: DeviceTerms) { manner = PRFManner(device) }

    /// The function that pages know is the one of verified users.
    var needsVerification: Bool {
        if case .hmacSecret(atCreation: true) = manner { input?.eval != nil } else { false }
    }

    mutating func ask(
        _ request: inout MakeCredentialRequest, through client: WebAuthnClient
    ) async throws(ClientError) {
        let salts = input?.eval.map(PRFSalts.init)
        switch manner {
        case .none: break
        case .hmacSecret(let atCreation):
            request.extensions.add("hmac-secret", true)
            guard atCreation, let salts else { return }
            let exchange = try await SaltExchange(of: salts, with: client, in: .create)
            request.extensions.add("hmac-secret-mc", exchange.input.cbor)
            self.exchange = exchange
        case .own:
            guard input != nil else { return }
            request.extensions.add("prf", salts?.cbor ?? .map([]))
        }
    }

    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs) {
        let hasSecret = answer.outputs.hmacSecret == .flag(true)
        if tellsSecret { outputs.hmacCreateSecret = hasSecret }
        guard input != nil else { return }
        if case .own = manner {
            let own = answer.unsigned?[text: "prf"]
            outputs.prf = PRFOutput(
                enabled: own?[text: "enabled"]?.boolValue ?? false, results: PRFValues(own?[text: "results"]))
        } else {
            outputs.prf = PRFOutput(
                enabled: hasSecret,
                results: answer.outputs.hmacSecretMC.flatMap { exchange?.results($0) })
        }
    }
}

/// The `prf` extension in an authentication (§10.1.4).
struct PRFAuthentication: AuthenticationExtension {
    private let eval: PRFValues?
    private let byCredential: [[UInt8]: PRFValues]
    private var manner = PRFManner.none
    private var exchange: SaltExchange?

    static func asked(
        by options: RequestOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any AuthenticationExtension)? {
        guard let input = options.extensions.prf else { return nil }
        guard input.evalByCredential.isEmpty || !options.allowCredentials.isEmpty else {
            throw .extensionInput(.prfWithoutCredentials)
        }
        var byCredential: [[UInt8]: PRFValues] = [:]
        for (key, values) in input.evalByCredential {
            guard let id = try? Base64URL.decode(Array(key.utf8)), !id.isEmpty,
                options.allowCredentials.contains(where: { $0.id == id })
            else { throw .extensionInput(.prfCredential(key)) }
            byCredential[id] = values
        }
        return PRFAuthentication(eval: input.eval, byCredential: byCredential)
    }

    mutating func meet(_ device: DeviceTerms) { manner = PRFManner(device) }

    /// The function that pages know is the one of verified users, which overrides `userVerification`.
    var needsVerification: Bool {
        if case .hmacSecret = manner { eval != nil || !byCredential.isEmpty } else { false }
    }

    mutating func ask(
        _ request: inout GetAssertionRequest, through client: WebAuthnClient
    ) async throws(ClientError) {
        if case .none = manner { return }
        guard let values = try await values(&request, client) else { return }
        let salts = PRFSalts(values)
        switch manner {
        case .none: break
        case .hmacSecret:
            let exchange = try await SaltExchange(of: salts, with: client, in: .get)
            request.extensions.add("hmac-secret", exchange.input.cbor)
            self.exchange = exchange
        case .own: request.extensions.add("prf", salts.cbor)
        }
    }

    /// The inputs for the credential that will be returned; of several that are allowed, the device tells silently
    /// which one it has.
    private func values(
        _ request: inout GetAssertionRequest, _ client: WebAuthnClient
    ) async throws(ClientError) -> PRFValues? {
        guard !byCredential.isEmpty else { return eval }
        if request.allowList.count > 1,
            let found = try await client.silentAssertion(
                rpID: request.rpID, allowList: request.allowList, in: .get)
        {
            request.allowList.removeAll { $0.id != found.credential.id }
        }
        guard request.allowList.count == 1 else { return eval }
        return byCredential[request.allowList[0].id] ?? eval
    }

    func answer(
        _ answer: AuthenticationAnswer, _ outputs: inout ClientExtensionOutputs,
        through client: WebAuthnClient
    ) async {
        var output = PRFOutput()
        if case .bytes(let encrypted) = answer.outputs.hmacSecret {
            output.results = exchange?.results(encrypted)
        } else {
            output.results = PRFValues(answer.unsigned?[text: "prf"]?[text: "results"])
        }
        outputs.prf = output
    }
}

extension PRFValues {
    fileprivate init?(_ results: CBORValue?) {
        guard let first = results?[text: "first"]?.bytesValue else { return nil }
        self.init(first: first, second: results?[text: "second"]?.bytesValue)
    }
}
