internal import Bytes
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// A secret that a client has agreed on with a device (CTAP 2.2 §6.5.4), fresh each time: a device renews its key after
/// each wrong PIN.
struct KeyAgreement {
    let version: PINUVAuthProtocol
    let platformKey: ECPublicKey
    let secret: Secret

    init(
        with client: WebAuthnClient, info: GetInfoResponse, in ceremony: ClientDataType
    ) async throws(ClientError) {
        version = info.preferredProtocol
        let request = ClientPINRequest(
            protocolNumber: version.rawValue,
            subcommand: ClientPINRequest.Subcommand.getKeyAgreement.rawValue)
        let answer: ClientPINResponse
        do { answer = try await client.device.clientPIN(request) } catch { throw .device(error, ceremony) }
        guard let peer = answer.keyAgreement else { throw .malformedAnswer(.noKeyAgreement) }
        do {
            let key = try ECPrivateKey.generate(.p256, random: client.random, purpose: .keyAgreement)
            platformKey = key.publicKey
            secret = try version.sharedSecret(key, with: peer)
        } catch { throw .cryptography(error) }
    }

    func encrypt(_ plaintext: [UInt8], _ random: any RandomSource) throws(ClientError) -> [UInt8] {
        do { return try version.encrypt(plaintext, key: secret, random: random) } catch {
            throw .cryptography(error)
        }
    }
}

extension GetInfoResponse {
    /// The device's most preferred protocol that is known here; one, where it names none.
    var preferredProtocol: PINUVAuthProtocol {
        for number in pinUvAuthProtocols {
            if let known = PINUVAuthProtocol(rawValue: number) { return known }
        }
        return .one
    }
}
