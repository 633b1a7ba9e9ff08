internal import CBOR
public import Cryptography

/// What a PIN/UV auth token may be used for (CTAP 2.2 §6.5.5.7).
public struct TokenPermissions: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: Int
    /// Takes any number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// mc: makeCredential, bound to an RP ID.
    public static let makeCredential = TokenPermissions(rawValue: 0x01)
    /// ga: getAssertion, bound to an RP ID.
    public static let getAssertion = TokenPermissions(rawValue: 0x02)
    /// lbw: largeBlobs, writing.
    public static let largeBlobWrite = TokenPermissions(rawValue: 0x10)
}

/// pinUvAuthParam and pinUvAuthProtocol of a request.
public struct PINUVAuthParameters: Hashable, Sendable {
    /// The MAC; empty to make a device ask for a touch.
    public var parameter: [UInt8]
    /// Nil when the request had none, which is an error beside a non-empty parameter.
    public var protocolNumber: Int?

    /// Takes both.
    public init(parameter: [UInt8], protocolNumber: Int?) {
        self.parameter = parameter
        self.protocolNumber = protocolNumber
    }

    init?(_ map: MessageMap, parameter: CBORValue, protocolNumber: CBORValue) throws(CTAPError) {
        let number = try map.unsigned(protocolNumber)
        guard let bytes = try map.bytes(parameter) else { return nil }
        self.init(parameter: bytes, protocolNumber: number)
    }
}

/// authenticatorClientPIN, the request (CTAP 2.2 §6.5).
public struct ClientPINRequest: Hashable, Sendable {
    /// Key 2.
    public enum Subcommand: Int, Hashable, Sendable {
        /// getPINRetries.
        case getPINRetries = 1
        /// getKeyAgreement.
        case getKeyAgreement = 2
        /// setPIN.
        case setPIN = 3
        /// changePIN.
        case changePIN = 4
        /// getPinToken, of CTAP 2.0.
        case getPINToken = 5
        /// getPinUvAuthTokenUsingUvWithPermissions.
        case getTokenUsingUV = 6
        /// getUVRetries.
        case getUVRetries = 7
        /// getPinUvAuthTokenUsingPinWithPermissions.
        case getTokenUsingPIN = 9
    }

    /// Key 1.
    public var protocolNumber: Int?
    /// Key 2, any number.
    public var subcommand: Int
    /// Key 3: the platform's key, checked to lie on the curve.
    public var keyAgreement: ECPublicKey?
    /// Key 4.
    public var pinUvAuthParam: [UInt8]?
    /// Key 5.
    public var newPINEnc: [UInt8]?
    /// Key 6.
    public var pinHashEnc: [UInt8]?
    /// Key 9.
    public var permissions: Int?
    /// Key 0A.
    public var rpID: String?

    /// The optional members' defaults are those of their absence.
    public init(
        protocolNumber: Int?, subcommand: Int, keyAgreement: ECPublicKey? = nil,
        pinUvAuthParam: [UInt8]? = nil, newPINEnc: [UInt8]? = nil, pinHashEnc: [UInt8]? = nil,
        permissions: Int? = nil, rpID: String? = nil
    ) {
        self.protocolNumber = protocolNumber
        self.subcommand = subcommand
        self.keyAgreement = keyAgreement
        self.pinUvAuthParam = pinUvAuthParam
        self.newPINEnc = newPINEnc
        self.pinHashEnc = pinHashEnc
        self.permissions = permissions
        self.rpID = rpID
    }

    /// Canonical CBOR, without the command byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, protocolNumber.map { CBORValue(integer: $0) })
        map.add(2, CBORValue(integer: subcommand))
        map.add(3, keyAgreement.map(KeyAgreementKey.cbor))
        map.add(4, pinUvAuthParam.map(CBORValue.bytes))
        map.add(5, newPINEnc.map(CBORValue.bytes))
        map.add(6, pinHashEnc.map(CBORValue.bytes))
        map.add(9, permissions.map { CBORValue(integer: $0) })
        map.add(10, rpID.map(CBORValue.text))
        return map.encoded
    }

    /// Decodes the body of a request.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 4)
        self.init(
            protocolNumber: try map.unsigned(1), subcommand: try map.required(2, map.integer(2)),
            keyAgreement: try KeyAgreementKey.read(map, 3), pinUvAuthParam: try map.bytes(4),
            newPINEnc: try map.bytes(5), pinHashEnc: try map.bytes(6), permissions: try map.unsigned(9),
            rpID: try map.text(10))
    }
}

/// authenticatorClientPIN, the response.
public struct ClientPINResponse: Hashable, Sendable {
    /// Key 1.
    public var keyAgreement: ECPublicKey?
    /// Key 2, encrypted.
    public var pinUvAuthToken: [UInt8]?
    /// Key 3.
    public var pinRetries: Int?
    /// Key 4: a power cycle is needed.
    public var powerCycleState: Bool?
    /// Key 5.
    public var uvRetries: Int?

    /// An empty response unless told otherwise.
    public init(
        keyAgreement: ECPublicKey? = nil, pinUvAuthToken: [UInt8]? = nil, pinRetries: Int? = nil,
        powerCycleState: Bool? = nil, uvRetries: Int? = nil
    ) {
        self.keyAgreement = keyAgreement
        self.pinUvAuthToken = pinUvAuthToken
        self.pinRetries = pinRetries
        self.powerCycleState = powerCycleState
        self.uvRetries = uvRetries
    }

    /// Canonical CBOR, without the status byte; no bytes at all when there are no members.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, keyAgreement.map(KeyAgreementKey.cbor))
        map.add(2, pinUvAuthToken.map(CBORValue.bytes))
        map.add(3, pinRetries.map { CBORValue(integer: $0) })
        map.add(4, powerCycleState.map(CBORValue.bool))
        map.add(5, uvRetries.map { CBORValue(integer: $0) })
        return map.isEmpty ? [] : map.encoded
    }

    /// Decodes the body of a response.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        guard !body.isEmpty else {
            self.init()
            return
        }
        let map = try MessageMap(decoding: body, maximumDepth: 4)
        self.init(
            keyAgreement: try KeyAgreementKey.read(map, 1), pinUvAuthToken: try map.bytes(2),
            pinRetries: try map.unsigned(3), powerCycleState: try map.bool(4), uvRetries: try map.unsigned(5))
    }
}

/// The COSE form of a key-agreement key: alg is always −25, although plain ECDH is used (§6.5.6).
enum KeyAgreementKey {
    static func cbor(_ key: ECPublicKey) -> CBORValue {
        .map([
            CBORPair(key: 1, value: 2), CBORPair(key: 3, value: -25), CBORPair(key: -1, value: 1),
            CBORPair(key: -2, value: .bytes(key.x)), CBORPair(key: -3, value: .bytes(key.y)),
        ])
    }

    static func read(_ map: MessageMap, _ key: CBORValue) throws(CTAPError) -> ECPublicKey? {
        guard let cose = try map.map(key) else { return nil }
        guard try cose.required(1, cose.integer(1)) == 2, try cose.required(-1, cose.integer(-1)) == 1 else {
            throw .invalidValue(path: map.path(key), expected: "a P-256 key")
        }
        let x = try cose.required(-2, cose.bytes(-2))
        let y = try cose.required(-3, cose.bytes(-3))
        do { return try ECPublicKey(curve: .p256, x: x, y: y) } catch {
            throw .invalidValue(path: map.path(key), expected: "a point on P-256")
        }
    }
}
