public import CBOR
public import Cryptography

/// The input of hmac-secret in getAssertion and of hmac-secret-mc in makeCredential (CTAP 2.2 §12.5, §12.8).
public struct HMACSecretInput: Hashable, Sendable {
    /// Key 1: the platform's key.
    public var keyAgreement: ECPublicKey
    /// Key 2: one or two salts of 32 bytes, encrypted with the shared secret.
    public var saltEnc: [UInt8]
    /// Key 3: the MAC over ``saltEnc``.
    public var saltAuth: [UInt8]
    /// Key 4; one where it is absent.
    public var protocolNumber: Int

    /// Takes the members.
    public init(keyAgreement: ECPublicKey, saltEnc: [UInt8], saltAuth: [UInt8], protocolNumber: Int) {
        self.keyAgreement = keyAgreement
        self.saltEnc = saltEnc
        self.saltAuth = saltAuth
        self.protocolNumber = protocolNumber
    }

    /// Reads the map; errors name its place in the message by the path.
    public init(_ value: CBORValue, path: String) throws(CTAPError) {
        let map = try MessageMap(value, path: path)
        self.init(
            keyAgreement: try map.required(1, KeyAgreementKey.read(map, 1)),
            saltEnc: try map.required(2, map.bytes(2)), saltAuth: try map.required(3, map.bytes(3)),
            protocolNumber: try map.unsigned(4) ?? 1)
    }

    /// The map; protocol one goes without saying, as devices before CTAP 2.1 do not know the key.
    public var cbor: CBORValue {
        var map = MessageMapBuilder()
        map.add(1, KeyAgreementKey.cbor(keyAgreement))
        map.add(2, .bytes(saltEnc))
        map.add(3, .bytes(saltAuth))
        map.add(4, protocolNumber == 1 ? nil : CBORValue(integer: protocolNumber))
        return map.cbor
    }
}
