internal import CTAP
internal import WebAuthnModel

/// The `appid` extension (§10.1.1): credentials that were registered with U2F, under another name than the RP ID.
struct AppIDAuthentication: AuthenticationExtension {
    private let appID: String
    private var speaksU2F = false
    private var isUsed = false

    static func asked(
        by options: RequestOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any AuthenticationExtension)? {
        guard options.extensions.appidExclude == nil else { throw .extensionInput(.appIDExclude) }
        guard let asked = options.extensions.appid else { return nil }
        return AppIDAuthentication(appID: try AppID.authorize(asked, for: caller, client))
    }

    mutating func meet(_ device: DeviceTerms) { speaksU2F = device.info.versions.contains("U2F_V2") }

    /// Asks under the AppID where none of the credentials lives under the RP ID; U2F verifies nobody.
    mutating func ask(
        _ request: inout GetAssertionRequest, through client: WebAuthnClient
    ) async throws(ClientError) {
        guard speaksU2F, !request.allowList.isEmpty,
            try await client.silentAssertion(rpID: request.rpID, allowList: request.allowList, in: .get)
                == nil
        else { return }
        for descriptor in request.allowList {
            let application = RPIDHash(of: appID).bytes
            let isKnown: Bool
            do {
                isKnown = try await client.device.knows(keyHandle: descriptor.id, application: application)
            } catch { throw .device(error, .get) }
            guard isKnown else { continue }
            request.rpID = appID
            request.allowList = [descriptor]
            request.options.userVerification = nil
            request.authorization = nil
            isUsed = true
            return
        }
    }

    func answer(
        _ answer: AuthenticationAnswer, _ outputs: inout ClientExtensionOutputs,
        through client: WebAuthnClient
    ) async { outputs.appid = isUsed }
}

/// The `appidExclude` extension (§10.1.2): no second credential where there is one of U2F.
struct AppIDExclusion: RegistrationExtension {
    private let appID: String
    private var speaksU2F = false

    static func asked(
        by options: CreationOptions, of client: WebAuthnClient, in caller: CallerContext
    ) throws(ClientError) -> (any RegistrationExtension)? {
        guard options.extensions.appid == nil else { throw .extensionInput(.appIDAtCreation) }
        guard let asked = options.extensions.appidExclude else { return nil }
        return AppIDExclusion(appID: try AppID.authorize(asked, for: caller, client))
    }

    mutating func meet(_ device: DeviceTerms) { speaksU2F = device.info.versions.contains("U2F_V2") }

    /// The user's touch goes before the refusal, so that no page learns anything without it.
    mutating func ask(
        _ request: inout MakeCredentialRequest, through client: WebAuthnClient
    ) async throws(ClientError) {
        guard speaksU2F else { return }
        let application = RPIDHash(of: appID).bytes
        for descriptor in request.excludeList {
            do throws(DeviceFailure) {
                guard
                    try await client.device.knows(keyHandle: descriptor.id, application: application)
                else { continue }
                _ = try await client.device.u2f(
                    .authenticate(
                        .enforceUserPresence, challenge: request.clientDataHash.bytes,
                        application: application, keyHandle: descriptor.id))
                throw DeviceFailure(.credentialExcluded, .excluded(credentialID: descriptor.id))
            } catch { throw .device(error, .create) }
        }
    }

    func answer(_ answer: RegistrationAnswer, _ outputs: inout ClientExtensionOutputs) {
        outputs.appidExclude = true
    }
}
