internal import Bytes
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// A PIN/UV auth token as a client holds it (CTAP 2.2 §6.5.5.7).
struct PINUVToken {
    let version: PINUVAuthProtocol
    private let value: Secret

    /// Decrypts what a device gave; protocol one allows 16 bytes as well (§6.5.6).
    init(_ answer: ClientPINResponse, _ agreement: KeyAgreement) throws(ClientError) {
        guard let encrypted = answer.pinUvAuthToken else { throw .malformedAnswer(.noToken) }
        version = agreement.version
        guard let token = version.decrypt(encrypted, key: agreement.secret),
            token.count == 32 || version == .one && token.count == 16
        else { throw .malformedAnswer(.tokenLength) }
        value = Secret(token)
    }

    /// Asks a device that verifies its user by itself; that is a prompt of its own.
    init(
        verifiedBy client: WebAuthnClient, info: GetInfoResponse, permissions: TokenPermissions,
        in ceremony: ClientDataType
    ) async throws(ClientError) {
        let agreement = try await KeyAgreement(with: client, info: info, in: ceremony)
        let request = ClientPINRequest(
            protocolNumber: agreement.version.rawValue,
            subcommand: ClientPINRequest.Subcommand.getTokenUsingUV.rawValue,
            keyAgreement: agreement.platformKey, permissions: permissions.rawValue)
        let answer: ClientPINResponse
        do { answer = try await client.device.clientPIN(request) } catch { throw .device(error, ceremony) }
        try self.init(answer, agreement)
    }

    /// What a command carries as proof of it.
    func authorize(_ message: [UInt8]) -> PINUVAuthParameters {
        PINUVAuthParameters(
            parameter: version.authenticate(message, key: value), protocolNumber: version.rawValue)
    }
}
