internal import CTAP
internal import WebAuthnModel

/// One authentication: `PublicKeyCredential.[[DiscoverFromExternalSource]]` (§5.1.4.1), in the order of its
/// steps.
struct GetCeremony {
    let client: WebAuthnClient
    let options: RequestOptions
    let caller: CallerContext

    func run() async throws(ClientError) -> [UInt8] {
        try caller.requireSecureContext()
        let rpID = try RPIDResolution.resolve(options.rpID, for: caller, client)
        try checkMediation()
        var extensions = try AuthenticationExtensions(options, of: client, in: caller)
        let clientDataJSON = client.clientData.build(
            CollectedClientData(.get, challenge: options.challenge, from: caller))
        let hash = ClientDataHash(of: clientDataJSON)
        if Task.isCancelled { throw .user(.aborted) }

        let info = try await client.info(for: .get)
        try extensions.meet(DeviceTerms(info: info, facts: client.facts))
        let verification = try UserVerification(
            options.userVerification, isUnavoidable: extensions.needVerification, for: .get, rpID: rpID,
            info: info, permissions: extensions.permissions)
        var token: PINUVToken?
        let asked = GetAssertionRequest(
            rpID: rpID, clientDataHash: hash, allowList: try await allowList(rpID: rpID, info))
        let answer = try await verification.perform(over: hash, by: client, info) {
            (proof) async throws(ClientError) in
            var request = asked
            request.options.userVerification = proof.usesBuiltIn ? true : nil
            request.authorization = proof.authorization
            token = proof.token
            try await extensions.ask(&request, through: client)
            return try await client.getAssertion(request)
        }
        let assertion = asked.allowList.isEmpty ? try await chosen(answer) : answer
        let response = AuthenticationResponse(
            // A list of one says which credential it was, whatever the device says (savedCredentialIds).
            rawID: asked.allowList.count == 1 ? asked.allowList[0].id : assertion.credential.id,
            clientDataJSON: clientDataJSON, authenticatorData: assertion.authenticatorData,
            signature: assertion.signature, userHandle: assertion.user?.id,
            authenticatorAttachment: client.facts.attachment,
            clientExtensionResults: await extensions.outputs(assertion, token, through: client))
        return client.envelope.make(response.json, of: .get)
    }

    /// Deviation: silent mediation resolves the promise with null (Credential Management §2.5.1); there is no
    /// response to hand out then, so it is an error here.
    private func checkMediation() throws(ClientError) {
        switch caller.mediation {
        case .silent: throw .mediation(.silent, .resolvesWithNull)
        case .immediate:
            guard options.allowCredentials.isEmpty else { throw .mediation(.immediate, .namesCredentials) }
            guard client.facts.attachment == .platform else {
                throw .mediation(.immediate, .notOnThisMachine)
            }
        case .conditional, .optional, .required: break
        }
    }

    /// The allow list for the device: empty for any discoverable credential.
    private func allowList(
        rpID: String, _ info: GetInfoResponse
    ) async throws(ClientError) -> [PublicKeyCredentialDescriptor] {
        switch caller.mediation {
        case .conditional:
            return try await FormFieldDiscovery(client: client, rpID: rpID)
                .pick(filter: options.allowCredentials)
        case .immediate:
            guard try await !FormFieldDiscovery(client: client, rpID: rpID).find(filter: []).isEmpty else {
                throw .mediation(.immediate, .nothingImmediate)
            }
            return []
        case .optional, .required, .silent:
            let listed = options.allowCredentials
            guard !listed.isEmpty else { return [] }
            let list = try await client.worthSending(listed, rpID: rpID, info: info, in: .get)
            // An empty list would ask for any discoverable credential.
            guard !list.isEmpty else { throw .noUsableDescriptor(listed: listed.count) }
            return list
        }
    }

    /// The assertion of the account that the user chooses, where the options name no credentials and there is a choice.
    ///
    /// Deviation: the step that passes over an answer without a user handle would pass over every server-side
    /// credential, if it were followed where the options name credentials.
    private func chosen(_ first: GetAssertionResponse) async throws(ClientError) -> GetAssertionResponse {
        guard first.user != nil else { throw .noUserHandle }
        guard let count = first.numberOfCredentials, count > 1, first.userSelected != true else {
            return first
        }
        let assertions = try await client.allAssertions(after: first)
        let place = try await client.chooseAccount(assertions.map { $0.user ?? UserEntity(id: []) })
        guard assertions[place].user != nil else { throw .noUserHandle }
        return assertions[place]
    }
}
