internal import COSE
internal import CTAP
internal import WebAuthnModel

/// One registration: `PublicKeyCredential.[[Create]]` (§5.1.3), in the order of its steps.
struct CreateCeremony {
    let client: WebAuthnClient
    let options: CreationOptions
    let caller: CallerContext

    func run() async throws(ClientError) -> [UInt8] {
        try caller.requireSecureContext()
        try checkMediation()
        let userIDLength = options.user.id.count
        guard (1...UserHandle.maximumLength).contains(userIDLength) else {
            throw .userHandleLength(userIDLength)
        }
        let rpID = try RPIDResolution.resolve(options.rp.id, for: caller, client)
        let parameters = try acceptableParameters()
        var extensions = try RegistrationExtensions(options, of: client, in: caller)
        let clientDataJSON = client.clientData.build(
            CollectedClientData(.create, challenge: options.challenge, from: caller))
        let hash = ClientDataHash(of: clientDataJSON)
        if Task.isCancelled { throw .user(.aborted) }

        let criteria = options.authenticatorSelection ?? AuthenticatorSelectionCriteria()
        let selection = DeviceSelection(facts: client.facts, criteria: criteria)
        try selection.checkAttachment()
        let info = try await client.info(for: .create)
        let isDiscoverable = try selection.requiresDiscoverable(info)
        client.trace?(.discoverable(isDiscoverable))
        try extensions.meet(
            DeviceTerms(info: info, facts: client.facts, isDiscoverable: isDiscoverable))
        let verification = try UserVerification(
            wantedVerification(criteria),
            isUnavoidable: extensions.needVerification
                || needsVerification(info, isDiscoverable: isDiscoverable), for: .create,
            rpID: rpID, info: info)
        let conveyance = AttestationConveyance(
            preference: options.attestation, formats: options.attestationFormats)
        var request = MakeCredentialRequest(
            clientDataHash: hash, rp: RelyingPartyEntity(id: rpID, name: options.rp.name),
            user: UserEntity(
                id: options.user.id, name: options.user.name, displayName: options.user.displayName),
            pubKeyCredParams: parameters,
            excludeList: try await client.worthSending(
                options.excludeCredentials, rpID: rpID, info: info, in: .create),
            enterpriseAttestation: conveyance.enterpriseParameter(
                info, isManaged: client.enterpriseRPIDs.contains(rpID)),
            attestationFormatsPreference: conveyance.formatsPreference(info))
        request.options.residentKey = isDiscoverable && info.option("rk") ? true : nil
        let asked = request
        let answer = try await verification.perform(over: hash, by: client, info) {
            (proof) async throws(ClientError) in
            var request = asked
            request.options.userVerification = proof.usesBuiltIn ? true : nil
            request.authorization = proof.authorization
            try await extensions.ask(&request, through: client)
            return try await client.makeCredential(request)
        }
        let response = try response(
            conveyance.convey(answer.attestation, client), clientDataJSON, info,
            extensions.outputs(answer))
        return client.envelope.make(response.json, of: .create)
    }

    /// Step 2, and the words that only `get` has.
    ///
    /// That the user agent recently mediated a sign-in here, and that the user consents to a credential without a
    /// dialog, is taken as given.
    private func checkMediation() throws(ClientError) {
        switch caller.mediation {
        case .conditional where caller.isCrossOrigin: throw .mediation(.conditional, .crossOrigin)
        case .immediate: throw .mediation(.immediate, .unknownForCreate)
        case .conditional, .optional, .required, .silent: break
        }
    }

    /// Step 10: entries of other types are passed over; whether an algorithm is supported is the device's business.
    private func acceptableParameters() throws(ClientError) -> [CreationOptions.Parameters] {
        guard !options.pubKeyCredParams.isEmpty else {
            return [
                CreationOptions.Parameters(algorithm: .es256),
                CreationOptions.Parameters(algorithm: .rs256),
            ]
        }
        let known = options.pubKeyCredParams.filter { $0.type == "public-key" }
        guard !known.isEmpty else {
            throw .noPublicKeyParameters(types: options.pubKeyCredParams.map(\.type))
        }
        return known
    }

    /// Conditional creation verifies nobody unless it must: there is no dialog to do it in.
    private func wantedVerification(
        _ criteria: AuthenticatorSelectionCriteria
    ) -> UserVerificationRequirement {
        guard caller.mediation == .conditional, criteria.userVerification != .required else {
            return criteria.userVerification
        }
        return .discouraged
    }

    /// Whether a protected device makes the credential only for a verified user: always, unless it has
    /// makeCredUvNotRqd, and then for a discoverable one (CTAP 2.2 §6.1.2 steps 7 and 10), except where it
    /// makes no others.
    private func needsVerification(_ info: GetInfoResponse, isDiscoverable: Bool) -> Bool {
        guard info.option("clientPin") || info.option("uv") else { return false }
        let mayGoWithout =
            info.option("makeCredUvNotRqd") && (!isDiscoverable || client.facts.isAlwaysDiscoverable)
        return !mayGoWithout
    }

    private func response(
        _ attestation: AttestationObject, _ clientDataJSON: [UInt8], _ info: GetInfoResponse,
        _ outputs: ClientExtensionOutputs
    ) throws(ClientError) -> RegistrationResponse {
        let credential = try NewCredential(attestation.authenticatorData)
        let facts = client.facts
        return RegistrationResponse(
            rawID: credential.id, clientDataJSON: clientDataJSON, attestationObject: attestation.encoded,
            authenticatorData: attestation.authenticatorData,
            transports: facts.transports.isEmpty ? ClientFacts.canonical(info.transports) : facts.transports,
            publicKey: credential.publicKey, publicKeyAlgorithm: credential.algorithm,
            authenticatorAttachment: facts.attachment,
            clientExtensionResults: outputs)
    }
}
