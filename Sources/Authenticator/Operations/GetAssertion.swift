public import CTAP
internal import Cryptography
internal import Synchronization
internal import WebAuthnModel

extension VirtualAuthenticator {
    /// authenticatorGetAssertion (CTAP 2.2 §6.2.2), in the order of its steps.
    public func getAssertion(
        _ request: GetAssertionRequest
    ) async throws(DeviceFailure) -> GetAssertionResponse {
        try beginCommand()
        let occasion = UserPrompt.Occasion.getAssertion(rpID: request.rpID)
        try await answerZeroLengthParameter(request.authorization, occasion)
        let version = try protocolOf(request.authorization)
        let plan = try getAssertionPlan(request, hasToken: version != nil)
        if let authorization = request.authorization, let version {
            try authorize(
                authorization, version, over: request.clientDataHash.bytes, permission: .getAssertion,
                rpID: request.rpID)
        }
        let found = try locate(request, isVerified: plan != .presenceOnly)
        let isSilent = request.options.userPresence == false
        switch plan {
        case .builtIn: try await requireVerification(occasion)
        case .presenceOnly, .token: if !isSilent { try await requirePresence(occasion) }
        }
        if !isSilent { useUpToken() }
        var flags: AuthenticatorFlags = isSilent ? [] : .userPresent
        if plan != .presenceOnly { flags.insert(.userVerified) }
        guard let first = found.first else { throw nothingFound(request) }
        let several = request.allowList.isEmpty && found.count > 1
        if several {
            let pending = PendingAssertions(
                remaining: Array(found.dropFirst()), request: request, flags: flags,
                expiresAt: environment.clock.now() + PendingAssertions.lifetime)
            session.withLock { $0.pendingAssertions = pending }
        }
        var response = try sign(first, request, flags, several: several)
        response.numberOfCredentials = several ? found.count : nil
        return response
    }

    /// authenticatorGetNextAssertion (CTAP 2.2 §6.3): the next account of the same request.
    public func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse {
        let now = environment.clock.now()
        let next = session.withLock { session -> (StoredCredential, PendingAssertions)? in
            guard var pending = session.pendingAssertions, now < pending.expiresAt,
                !pending.remaining.isEmpty
            else {
                session.pendingAssertions = nil
                return nil
            }
            let credential = pending.remaining.removeFirst()
            pending.expiresAt = now + PendingAssertions.lifetime
            session.pendingAssertions = pending.remaining.isEmpty ? nil : pending
            return (credential, pending)
        }
        guard let (credential, pending) = next else { throw DeviceFailure(.notAllowed, .nothingPending) }
        return try sign(credential, pending.request, pending.flags, several: true)
    }

    private func getAssertionPlan(
        _ request: GetAssertionRequest, hasToken: Bool
    ) throws(DeviceFailure) -> UserVerificationPlan {
        guard request.options.residentKey == nil else {
            throw DeviceFailure(.unsupportedOption, .option("rk has no meaning in getAssertion"))
        }
        if let most = profile.claims.maxCredentialCountInList, request.allowList.count > most {
            throw DeviceFailure(.limitExceeded, .option("the allow list has more than \(most) entries"))
        }
        if hasToken { return .token }
        guard request.options.userVerification == true else { return .presenceOnly }
        guard case .builtIn = profile.userVerification else {
            throw DeviceFailure(.invalidOption, .option("there is no built-in user verification"))
        }
        return .builtIn
    }

    /// Of an allow list the first that lives here; without one all discoverable ones, newest first.
    private func locate(
        _ request: GetAssertionRequest, isVerified: Bool
    ) throws(DeviceFailure) -> [StoredCredential] {
        try storing { () throws(StoreError) in
            guard !request.allowList.isEmpty else {
                return try environment.store.discoverableCredentials(rpID: request.rpID)
                    .filter { $0.credential.isDisclosed(isListed: false, isVerified: isVerified) }
            }
            for descriptor in request.allowList {
                if let found = try environment.store.listed(
                    id: descriptor.id, rpID: request.rpID, speaksU2F: speaksU2F),
                    found.credential.isDisclosed(isListed: true, isVerified: isVerified)
                {
                    return [found]
                }
            }
            return []
        }
    }

    private func nothingFound(_ request: GetAssertionRequest) -> DeviceFailure {
        DeviceFailure(
            .noCredentials,
            .noCredentials(rpID: request.rpID, listed: request.allowList.count))
    }

    private func sign(
        _ stored: StoredCredential, _ request: GetAssertionRequest, _ flags: AuthenticatorFlags,
        several: Bool
    ) throws(DeviceFailure) -> GetAssertionResponse {
        let credential = stored.credential
        let chance = try chance()
        let outputs = try extend(request, credential, flags, chance.source)
        let count = try nextSignCount(of: credential, chance.source)
        var data = AuthenticatorData(
            rpIDHash: RPIDHash(of: request.rpID).bytes,
            flags: flags.union(currentBackup(of: credential).flags), signCount: count,
            extensions: outputs.signedMap)
        if data.extensions != nil { data.flags.insert(.extensionData) }
        let bytes = makers.authenticatorData.make(data)
        let signature: [UInt8]
        do {
            signature = try makers.signer.sign(
                bytes + request.clientDataHash.bytes, with: credential.key, algorithm: credential.algorithm,
                nonce: chance.nonce)
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
        return GetAssertionResponse(
            credential: PublicKeyCredentialDescriptor(id: credential.id.bytes), authenticatorData: bytes,
            signature: signature,
            user: credential.isDiscoverable
                ? shownUser(credential.user, named: several && flags.contains(.userVerified)) : nil,
            largeBlobKey: outputs.largeBlobKey, unsignedExtensionOutputs: outputs.unsignedMap)
    }

    /// Eligibility is the credential's for life; whether it is backed up now is the device's to say.
    private func currentBackup(of credential: Credential) -> CredentialBackup {
        credential.backup == .notEligible || profile.backup == .notEligible
            ? credential.backup : profile.backup
    }

    /// Names leave the device only for a verified user who has to choose (§6.2.2).
    private func shownUser(_ user: UserEntity, named: Bool) -> UserEntity {
        named ? user : UserEntity(id: user.id)
    }
}
