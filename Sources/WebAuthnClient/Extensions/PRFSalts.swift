internal import CBOR
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// The inputs of `prf` as an authenticator gets them: hashed, so that no page can ask for what others than pages use
/// (§10.1.4).
struct PRFSalts {
    let first: [UInt8]
    let second: [UInt8]?

    init(_ inputs: PRFValues) {
        first = Self.hash(inputs.first)
        second = inputs.second.map(Self.hash)
    }

    private static func hash(_ input: [UInt8]) -> [UInt8] {
        Digest.sha256(Array("WebAuthn PRF".utf8) + [0] + input)
    }

    /// One after the other, as hmac-secret takes them.
    var bytes: [UInt8] { first + (second ?? []) }

    /// The input of an authenticator's own `prf`.
    var cbor: CBORValue {
        var eval = [CBORPair(key: "first", value: .bytes(first))]
        if let second { eval.append(CBORPair(key: "second", value: .bytes(second))) }
        return .map([CBORPair(key: "eval", value: .map(eval))])
    }
}

/// Salts on their way to a device and outputs on their way back, both encrypted (CTAP 2.2 §12.5).
struct SaltExchange {
    private let agreement: KeyAgreement
    /// What the device is sent.
    let input: HMACSecretInput

    init(
        of salts: PRFSalts, with client: WebAuthnClient, in ceremony: ClientDataType
    ) async throws(ClientError) {
        agreement = try await KeyAgreement(with: client, info: client.info(for: ceremony), in: ceremony)
        let encrypted = try agreement.encrypt(salts.bytes, client.random)
        input = HMACSecretInput(
            keyAgreement: agreement.platformKey, saltEnc: encrypted,
            saltAuth: agreement.version.authenticate(encrypted, key: agreement.secret),
            protocolNumber: agreement.version.rawValue)
    }

    /// The outputs; nil where they do not decrypt to one or two of 32 bytes.
    func results(_ encrypted: [UInt8]) -> PRFValues? {
        let length = PRFValues.outputLength
        guard let bytes = agreement.version.decrypt(encrypted, key: agreement.secret),
            [length, 2 * length].contains(bytes.count)
        else { return nil }
        return PRFValues(
            first: Array(bytes.prefix(length)),
            second: bytes.count > length ? Array(bytes.suffix(length)) : nil)
    }
}
