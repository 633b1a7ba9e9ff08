internal import COSE
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// A U2F key as a CTAP2 device: the mapping of CTAP 2.2 §10 (interoperating with CTAP1/U2F authenticators).
struct U2FDevice: CTAPDevice {
    let device: any CTAPDevice

    /// What can be known of a U2F key.
    func getInfo() async throws(DeviceFailure) -> GetInfoResponse {
        var info = GetInfoResponse(versions: ["U2F_V2"], aaguid: .zero)
        info.algorithms = [.es256]
        return info
    }

    /// U2F_REGISTER, whose answer becomes a fido-u2f attestation (§10.2).
    func makeCredential(
        _ request: MakeCredentialRequest
    ) async throws(DeviceFailure) -> MakeCredentialResponse {
        guard request.pubKeyCredParams.contains(where: { $0.algorithm == .es256 }) else {
            throw DeviceFailure(
                .unsupportedAlgorithm,
                .noCommonAlgorithm(
                    offered: request.pubKeyCredParams.map(\.algorithm.rawValue),
                    supported: [COSEAlgorithm.es256.rawValue]))
        }
        try refuse(request.options)
        let application = RPIDHash(of: request.rp.id).bytes
        try await checkExcluded(request, application)
        let answer = try await device.u2f(
            .register(challenge: request.clientDataHash.bytes, application: application))
        guard case .register(let made) = answer else { throw Self.misfit }
        let key: COSEKey
        do {
            key = COSEKey(
                .ec(
                    try ECPublicKey(
                        curve: .p256, x: Array(made.publicKey.dropFirst().prefix(32)),
                        y: Array(made.publicKey.suffix(32)))), algorithm: .es256)
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
        let data = AuthenticatorData(
            rpIDHash: application, flags: [.userPresent, .attestedCredentialData], signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: made.keyHandle, credentialPublicKey: key.encoded))
        let statement = FIDOU2FStatement(certificates: [made.certificate], signature: made.signature)
        return MakeCredentialResponse(
            attestation: AttestationObject(
                format: FIDOU2FStatement.format, statement: statement.cbor, authenticatorData: data.encoded))
    }

    /// Deviation: the touch that goes before the refusal is an authentication with the credential that was found, not
    /// a registration that nobody wants, which this device would keep.
    private func checkExcluded(
        _ request: MakeCredentialRequest, _ application: [UInt8]
    ) async throws(DeviceFailure) {
        for descriptor in request.excludeList
        where try await knows(descriptor.id, application) {
            _ = try await device.u2f(
                .authenticate(
                    .enforceUserPresence, challenge: request.clientDataHash.bytes, application: application,
                    keyHandle: descriptor.id))
            throw DeviceFailure(.credentialExcluded, .excluded(credentialID: descriptor.id))
        }
    }

    /// U2F_AUTHENTICATE with the first credential of the list that the key knows (§10.3).
    ///
    /// A silent look ends with knowing: its answer has no signature.
    func getAssertion(_ request: GetAssertionRequest) async throws(DeviceFailure) -> GetAssertionResponse {
        try refuse(request.options)
        let application = RPIDHash(of: request.rpID).bytes
        for descriptor in request.allowList where try await knows(descriptor.id, application) {
            var data = AuthenticatorData(rpIDHash: application, flags: [], signCount: 0)
            let credential = PublicKeyCredentialDescriptor(id: descriptor.id)
            guard request.options.userPresence != false else {
                return GetAssertionResponse(
                    credential: credential, authenticatorData: data.encoded, signature: [])
            }
            let answer = try await device.u2f(
                .authenticate(
                    .enforceUserPresence, challenge: request.clientDataHash.bytes, application: application,
                    keyHandle: descriptor.id))
            guard case .authenticate(let assertion) = answer else { throw Self.misfit }
            data.flags = AuthenticatorFlags(rawValue: assertion.userPresence & 1)
            data.signCount = assertion.counter
            return GetAssertionResponse(
                credential: credential, authenticatorData: data.encoded, signature: assertion.signature)
        }
        throw DeviceFailure(
            .noCredentials, .noCredentials(rpID: request.rpID, listed: request.allowList.count))
    }

    private func refuse(_ options: AuthenticatorOptions) throws(DeviceFailure) {
        guard options.residentKey != true, options.userVerification != true else {
            throw DeviceFailure(.unsupportedOption, .option("U2F knows neither accounts nor verified users"))
        }
    }

    private func knows(_ keyHandle: [UInt8], _ application: [UInt8]) async throws(DeviceFailure) -> Bool {
        try await device.knows(keyHandle: keyHandle, application: application)
    }

    private static let misfit = DeviceFailure(.other, .option("the answer belongs to another request"))

    // MARK: What U2F does not know

    private func unknown() -> DeviceFailure {
        DeviceFailure(.invalidCommand, .option("U2F has no such command"))
    }
    func getNextAssertion() async throws(DeviceFailure) -> GetAssertionResponse { throw unknown() }
    func clientPIN(_ request: ClientPINRequest) async throws(DeviceFailure) -> ClientPINResponse {
        throw unknown()
    }
    func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse {
        throw unknown()
    }
    func reset() async throws(DeviceFailure) { throw unknown() }
    func selection() async throws(DeviceFailure) { throw unknown() }
    func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse {
        try await device.u2f(request)
    }
}

extension CTAPDevice {
    /// Whether a key handle is the device's, asked without a touch; what it is longer than, U2F cannot ask.
    func knows(keyHandle: [UInt8], application: [UInt8]) async throws(DeviceFailure) -> Bool {
        guard keyHandle.count <= 255 else { return false }
        do {
            let answer = try await u2f(
                .authenticate(
                    .checkOnly, challenge: [UInt8](repeating: 0, count: 32), application: application,
                    keyHandle: keyHandle))
            return answer == .testOfUserPresenceRequired
        } catch {
            guard error.status == .noCredentials else { throw error }
            return false
        }
    }

    /// Whether the device speaks U2F.
    func speaksU2F() async -> Bool { (try? await u2f(.version)) == .version("U2F_V2") }
}
