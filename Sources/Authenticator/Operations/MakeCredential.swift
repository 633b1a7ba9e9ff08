internal import COSE
public import CTAP
internal import Cryptography
internal import WebAuthnModel

extension VirtualAuthenticator {
    /// authenticatorMakeCredential (CTAP 2.2 §6.1.2), in the order of its steps.
    public func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse {
        try beginCommand()
        let occasion = UserPrompt.Occasion.makeCredential(rpID: request.rp.id, user: request.user)
        try await answerZeroLengthParameter(request.authorization, occasion)
        let version = try protocolOf(request.authorization)
        let algorithm = try chooseAlgorithm(request)
        try checkLimits(request)
        let plan = try makeCredentialPlan(request, hasToken: version != nil)
        let mayIdentifyDevice = try grantsEnterpriseAttestation(request)
        if let authorization = request.authorization, let version {
            try authorize(
                authorization, version, over: request.clientDataHash.bytes, permission: .makeCredential,
                rpID: request.rp.id)
        }
        let excluded = try findExcluded(request, isVerified: plan != .presenceOnly)
        switch plan {
        case .builtIn: try await requireVerification(occasion)
        case .presenceOnly, .token: try await requirePresence(occasion)
        }
        useUpToken()
        if let excluded {
            throw DeviceFailure(.credentialExcluded, .excluded(credentialID: excluded))
        }
        return try create(
            request, algorithm, verified: plan != .presenceOnly, mayIdentifyDevice: mayIdentifyDevice)
    }

    /// Whether the statement may be one that identifies this device; a request that is not granted it gets a plain
    /// one.
    private func grantsEnterpriseAttestation(_ request: MakeCredentialRequest) throws(DeviceFailure) -> Bool {
        guard let parameter = request.enterpriseAttestation else { return false }
        guard let enterprise = profile.attestation.enterprise, newDeviceInfo.option("ep") else {
            throw DeviceFailure(
                .invalidParameter, .option("enterprise attestation is not supported, or not enabled"))
        }
        guard [1, 2].contains(parameter) else {
            throw DeviceFailure(.invalidOption, .option("there is no enterprise attestation \(parameter)"))
        }
        return enterprise.isGranted(parameter, rpID: request.rp.id) && !request.prefersNoAttestation
    }

    private func chooseAlgorithm(_ request: MakeCredentialRequest) throws(DeviceFailure) -> COSEAlgorithm {
        for parameters in request.pubKeyCredParams
        where parameters.type == "public-key" && profile.makesKeys(for: parameters.algorithm) {
            return parameters.algorithm
        }
        throw DeviceFailure(
            .unsupportedAlgorithm,
            .noCommonAlgorithm(
                offered: request.pubKeyCredParams.map(\.algorithm.rawValue),
                supported: profile.algorithms.map(\.rawValue)))
    }

    private func checkLimits(_ request: MakeCredentialRequest) throws(DeviceFailure) {
        guard UserHandle(request.user.id) != nil else {
            throw DeviceFailure(
                .invalidLength, .option("user.id has \(request.user.id.count) bytes; 1 to 64 are allowed"))
        }
        if let most = profile.claims.maxCredentialCountInList, request.excludeList.count > most {
            throw DeviceFailure(
                .limitExceeded, .option("the exclude list has more than \(most) entries"))
        }
    }

    private func makeCredentialPlan(
        _ request: MakeCredentialRequest, hasToken: Bool
    ) throws(DeviceFailure) -> UserVerificationPlan {
        let wantsResident = request.options.residentKey == true
        if wantsResident, case .unsupported = profile.discoverable {
            throw DeviceFailure(.unsupportedOption, .option("discoverable credentials are not supported"))
        }
        guard request.options.userPresence != false else {
            throw DeviceFailure(.invalidOption, .option("up must not be false in makeCredential"))
        }
        if hasToken { return .token }
        if request.options.userVerification == true {
            guard case .builtIn = profile.userVerification else {
                throw DeviceFailure(.invalidOption, .option("there is no built-in user verification"))
            }
            return .builtIn
        }
        // A protected device makes a credential unverified only where its model says so, and a discoverable
        // one only if all of its credentials are discoverable.
        let mayGoUnverified =
            profile.claims.option("makeCredUvNotRqd")
            && (!wantsResident || profile.discoverable == .always)
        if !mayGoUnverified, try isProtected() {
            throw DeviceFailure(
                .puatRequired, .authorization("this request needs user verification and came without"))
        }
        return .presenceOnly
    }

    /// Whether the user can be verified now: by the device itself, or by a PIN that is set.
    func isProtected() throws(DeviceFailure) -> Bool {
        switch profile.userVerification {
        case .none: return false
        case .builtIn: return true
        case .clientPIN:
            return try storing { () throws(StoreError) in try environment.store.state() }.pin != nil
        }
    }

    private func findExcluded(
        _ request: MakeCredentialRequest, isVerified: Bool
    ) throws(DeviceFailure) -> [UInt8]? {
        try storing { () throws(StoreError) in
            for descriptor in request.excludeList {
                if let found = try environment.store.listed(
                    id: descriptor.id, rpID: request.rp.id, speaksU2F: speaksU2F),
                    found.credential.isDisclosed(isListed: true, isVerified: isVerified)
                {
                    return descriptor.id
                }
            }
            return nil
        }
    }

    private func create(
        _ request: MakeCredentialRequest, _ algorithm: COSEAlgorithm, verified: Bool, mayIdentifyDevice: Bool
    ) throws(DeviceFailure) -> MakeCredentialResponse {
        let store = environment.store
        let isDiscoverable = request.options.residentKey == true || profile.discoverable == .always
        if isDiscoverable, let capacity = profile.discoverable.capacity {
            try checkRoom(for: request, capacity)
        }
        let chance = try chance()
        var flags: AuthenticatorFlags = [.userPresent, .attestedCredentialData]
        if verified { flags.insert(.userVerified) }
        flags.formUnion(profile.backup.flags)
        let signCount = try firstSignCount(chance.source)
        var credential = try drawCredential(
            rpID: request.rp.id, user: request.user, algorithm, isDiscoverable: isDiscoverable, chance.source)
        let outputs = try extend(request, &credential, isVerified: verified, chance.source)
        let signedMap = outputs.signedMap
        if signedMap != nil { flags.insert(.extensionData) }
        let data = makers.authenticatorData.make(
            AuthenticatorData(
                rpIDHash: RPIDHash(of: request.rp.id).bytes,
                flags: flags,
                signCount: signCount,
                attestedCredentialData: AttestedCredentialData(
                    aaguid: profile.aaguid, credentialID: credential.id.bytes,
                    credentialPublicKey: makers.keyEncoder.encode(
                        COSEKey(credential.key.publicKey, algorithm: algorithm))),
                extensions: signedMap))
        let subject = AttestationSubject(
            authenticatorData: data, clientDataHash: request.clientDataHash,
            credentialID: credential.id.bytes, key: credential.key, algorithm: algorithm,
            mayIdentifyDevice: mayIdentifyDevice)
        let attestation: Attestation
        do { attestation = try attester(for: request).attest(subject, with: tools(chance)) } catch {
            throw DeviceFailure(error)
        }
        try storing { () throws(StoreError) in try store.save(credential, signCount: signCount) }
        return MakeCredentialResponse(
            attestation: AttestationObject(
                format: attestation.format, statement: attestation.statement, authenticatorData: data),
            enterpriseAttestation: mayIdentifyDevice ? true : nil, largeBlobKey: outputs.largeBlobKey,
            unsignedExtensionOutputs: outputs.unsignedMap)
    }

    /// A credential that replaces one needs no place of its own.
    private func checkRoom(
        for request: MakeCredentialRequest, _ capacity: Int
    ) throws(DeviceFailure) {
        let hasRoom = try storing { () throws(StoreError) in
            if try environment.store.discoverableCount() < capacity { return true }
            return try environment.store.discoverableCredentials(rpID: request.rp.id)
                .contains { $0.credential.user.id == request.user.id }
        }
        guard hasRoom else { throw DeviceFailure(.keyStoreFull, .storeFull(capacity: capacity)) }
    }

    func drawCredential(
        rpID: String, user: UserEntity, _ algorithm: COSEAlgorithm, isDiscoverable: Bool,
        _ random: any RandomSource
    ) throws(DeviceFailure) -> Credential {
        let key: PrivateKey
        let id: [UInt8]
        do {
            key = try makers.keyMaker.makeKey(algorithm, random)
            id = try random.bytes(profile.credentialIDLength, for: .credentialID)
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
        guard let id = CredentialID(id) else {
            throw DeviceFailure(.other, .cryptography("the drawn credential ID has \(id.count) bytes"))
        }
        return Credential(
            id: id, rpID: rpID, user: user, key: key, algorithm: algorithm,
            isDiscoverable: isDiscoverable, backup: profile.backup, createdAt: environment.clock.now(),
            isSeeded: environment.randomness.isSeeded,
            extensions: CredentialExtensions(protection: profile.credentialProtection))
    }

    func tools(_ chance: OperationChance) -> AttestationTools {
        AttestationTools(
            signer: makers.signer, random: chance.source, randomness: environment.randomness,
            nonce: chance.nonce, store: environment.store, now: environment.clock.now())
    }

    private func attester(for request: MakeCredentialRequest) -> any Attester {
        request.prefersNoAttestation ? NoneAttester() : makers.attester
    }
}

extension MakeCredentialRequest {
    /// A platform that prefers `none` gets it from the device itself (CTAP 2.2 §6.1.2).
    fileprivate var prefersNoAttestation: Bool { attestationFormatsPreference.first == NoneStatement.format }
}

extension DeviceFailure {
    init(_ error: AttestationError) {
        switch error {
        case .store(let error): self.init(.other, .store(error.description))
        case .cryptography(let error): self.init(.other, .cryptography(error.description))
        }
    }
}
