internal import COSE
public import CTAP
internal import Cryptography
internal import WebAuthnModel

extension VirtualAuthenticator {
    /// A U2F request (FIDO U2F Raw Message Formats v1.2): what keys did before CTAP2, without PIN and accounts.
    public func u2f(_ request: U2FRequest) async throws(DeviceFailure) -> U2FResponse {
        forgetPendingAssertions()
        guard speaksU2F else {
            throw DeviceFailure(.invalidCommand, .option("this model does not speak U2F"))
        }
        switch request {
        case .version: return .version("U2F_V2")
        case .register(let challenge, let application):
            return .register(try await register(challenge, application))
        case .authenticate(let control, let challenge, let application, let keyHandle):
            return try await authenticate(control, challenge, application, keyHandle)
        }
    }

    /// Takes a command APDU and gives the answer with its status word, as a transport carries them.
    public func process(apdu bytes: [UInt8]) async -> [UInt8] {
        guard let apdu = CommandAPDU(bytes) else { return U2FStatusWord.wrongLength.bytes }
        let request: U2FRequest
        do { request = try U2FRequest(apdu) } catch { return error.bytes }
        do { return try await u2f(request).encoded } catch { return U2FStatusWord(error).bytes }
    }

    /// U2F_REGISTER (§4): a server-side credential of a party of which only the hash is known.
    private func register(
        _ challenge: [UInt8], _ application: [UInt8]
    ) async throws(DeviceFailure) -> U2FRegistration {
        guard let template = profile.attestation.template, let hash = ClientDataHash(challenge) else {
            throw DeviceFailure(.invalidLength, .option("a challenge has 32 bytes"))
        }
        let rpID = U2FApplication.rpID(application)
        let user = UserEntity(id: application)
        try await requirePresence(.makeCredential(rpID: rpID, user: user))
        let chance = try chance()
        let credential = try drawCredential(
            rpID: rpID, user: user, .es256, isDiscoverable: false, chance.source)
        guard case .ec(let point) = credential.key.publicKey else {
            throw DeviceFailure(.other, .cryptography("U2F has keys on P-256 alone"))
        }
        // Of authenticator data the attester reads the first 32 bytes alone.
        let subject = AttestationSubject(
            authenticatorData: application, clientDataHash: hash, credentialID: credential.id.bytes,
            key: credential.key, algorithm: .es256, mayIdentifyDevice: false)
        let statement: FIDOU2FStatement
        do {
            statement = try FIDOU2FAttester(template: template, aaguid: profile.aaguid)
                .statement(subject, with: tools(chance))
        } catch { throw DeviceFailure(error) }
        // No counter is told at registration; the first assertion tells one above it.
        try storing { () throws(StoreError) in try environment.store.save(credential, signCount: 0) }
        return U2FRegistration(
            publicKey: point.uncompressedPoint, keyHandle: credential.id.bytes,
            certificate: statement.certificates.first ?? [], signature: statement.signature)
    }

    /// U2F_AUTHENTICATE (§5).
    private func authenticate(
        _ control: U2FRequest.Control, _ challenge: [UInt8], _ application: [UInt8], _ keyHandle: [UInt8]
    ) async throws(DeviceFailure) -> U2FResponse {
        guard let credential = try credential(keyHandle, of: application) else {
            throw DeviceFailure(
                .noCredentials,
                .noCredentials(rpID: U2FApplication.rpID(application), listed: 1))
        }
        if control == .checkOnly { return .testOfUserPresenceRequired }
        let isPresent = control == .enforceUserPresence
        if isPresent { try await requirePresence(.getAssertion(rpID: credential.rpID)) }
        let chance = try chance()
        var assertion = U2FAssertion(
            userPresence: isPresent ? 1 : 0, counter: try nextSignCount(of: credential, chance.source),
            signature: [])
        do {
            assertion.signature = try makers.signer.sign(
                application + assertion.encoded + challenge, with: credential.key, algorithm: .es256,
                nonce: chance.nonce)
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
        return .authenticate(assertion)
    }

    /// A credential that a touch may use; how it was made does not matter.
    private func credential(
        _ keyHandle: [UInt8], of application: [UInt8]
    ) throws(DeviceFailure) -> Credential? {
        try storing { () throws(StoreError) in
            guard let id = CredentialID(keyHandle), let known = try environment.store.summary(of: id),
                known.algorithm == .es256,
                known.rpID == U2FApplication.rpID(application)
                    || RPIDHash(of: known.rpID).bytes == application,
                let found = try environment.store.credential(id: keyHandle, rpID: known.rpID)?.credential,
                found.isDisclosed(isListed: true, isVerified: false)
            else { return nil }
            return found
        }
    }
}

extension AttestationManner {
    /// What the model's attestation certificate says, where it has one that U2F could send.
    var template: AttestationTemplate? {
        switch self {
        case .packedCertificate(let template), .fidoU2F(let template): template
        default: nil
        }
    }
}
