internal import Bytes
internal import CBOR
public import COSE
public import WebAuthnModel

/// authenticatorGetInfo, the response (CTAP 2.2 §6.4); nil members are absent.
public struct GetInfoResponse: Hashable, Sendable {
    /// Key 1, `FIDO_2_1` for example.
    public var versions: [String]
    /// Key 2.
    public var extensions: [String] = []
    /// Key 3.
    public var aaguid: AAGUID
    /// Key 4, by name; an absent option has the specification's default.
    public var options: [String: Bool] = [:]
    /// Key 5, bytes.
    public var maxMsgSize: Int?
    /// Key 6, most preferred first.
    public var pinUvAuthProtocols: [Int] = []
    /// Key 7.
    public var maxCredentialCountInList: Int?
    /// Key 8, bytes.
    public var maxCredentialIDLength: Int?
    /// Key 9.
    public var transports: [AuthenticatorTransport] = []
    /// Key 0A, most preferred first.
    public var algorithms: [COSEAlgorithm] = []
    /// Key 0B, bytes.
    public var maxSerializedLargeBlobArray: Int?
    /// Key 0C.
    public var forcePINChange: Bool?
    /// Key 0D, code points.
    public var minPINLength: Int?
    /// Key 0E.
    public var firmwareVersion: Int?
    /// Key 0F, bytes.
    public var maxCredBlobLength: Int?
    /// Key 11.
    public var preferredPlatformUvAttempts: Int?
    /// Key 12, bits of the FIDO registry.
    public var uvModality: Int?
    /// Key 14.
    public var remainingDiscoverableCredentials: Int?
    /// Key 16.
    public var attestationFormats: [String] = []
    /// Key 1D, bytes.
    public var maxPINLength: Int?

    /// The two members that every device has.
    public init(versions: [String], aaguid: AAGUID) {
        self.versions = versions
        self.aaguid = aaguid
    }

    /// The option's value with the default of the specification (§6.4): `up` true, all others false.
    public func option(_ name: String) -> Bool { options[name] ?? (name == "up") }

    /// Canonical CBOR, without the status byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, .array(versions.map(CBORValue.text)))
        map.add(2, list(extensions.map(CBORValue.text)))
        map.add(3, .bytes(aaguid.bytes.bytes))
        map.add(
            4,
            options.isEmpty ? nil : .map(options.map { CBORPair(key: .text($0.key), value: .bool($0.value)) })
        )
        map.add(5, number(maxMsgSize))
        map.add(6, list(pinUvAuthProtocols.map { CBORValue(integer: $0) }))
        map.add(7, number(maxCredentialCountInList))
        map.add(8, number(maxCredentialIDLength))
        map.add(9, list(transports.map { .text($0.rawValue) }))
        map.add(
            10,
            list(
                algorithms.map {
                    .map([
                        CBORPair(key: "alg", value: CBORValue(integer: $0.rawValue)),
                        CBORPair(key: "type", value: "public-key"),
                    ])
                }))
        map.add(11, number(maxSerializedLargeBlobArray))
        map.add(12, forcePINChange.map(CBORValue.bool))
        map.add(13, number(minPINLength))
        map.add(14, number(firmwareVersion))
        map.add(15, number(maxCredBlobLength))
        map.add(17, number(preferredPlatformUvAttempts))
        map.add(18, number(uvModality))
        map.add(20, number(remainingDiscoverableCredentials))
        map.add(22, list(attestationFormats.map(CBORValue.text)))
        map.add(29, number(maxPINLength))
        return map.encoded
    }

    private func number(_ value: Int?) -> CBORValue? { value.map { CBORValue(integer: $0) } }
    private func list(_ items: [CBORValue]) -> CBORValue? { items.isEmpty ? nil : .array(items) }

    /// Decodes the body of a response; keys that are not modelled here are ignored.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 4)
        guard let aaguid = AAGUID(try map.required(3, map.bytes(3))) else {
            throw .invalidValue(path: "3", expected: "16 bytes")
        }
        self.init(versions: try map.required(1, map.texts(1)), aaguid: aaguid)
        extensions = try map.texts(2) ?? []
        for pair in try map.optional(4, "a map", \.mapValue) ?? [] {
            guard let name = pair.key.textValue, let value = pair.value.boolValue else {
                throw .unexpectedType(path: "4", expected: "a map of text to booleans")
            }
            options[name] = value
        }
        maxMsgSize = try map.unsigned(5)
        for number in try map.array(6) ?? [] {
            guard let number = number.integer else {
                throw .unexpectedType(path: "6", expected: "an array of integers")
            }
            pinUvAuthProtocols.append(number)
        }
        maxCredentialCountInList = try map.unsigned(7)
        maxCredentialIDLength = try map.unsigned(8)
        transports = (try map.texts(9) ?? []).map(AuthenticatorTransport.init(rawValue:))
        algorithms =
            try map.maps(10) { (entry) throws(CTAPError) in
                COSEAlgorithm(rawValue: try entry.required("alg", entry.integer("alg")))
            } ?? []
        maxSerializedLargeBlobArray = try map.unsigned(11)
        forcePINChange = try map.bool(12)
        minPINLength = try map.unsigned(13)
        firmwareVersion = try map.unsigned(14)
        maxCredBlobLength = try map.unsigned(15)
        preferredPlatformUvAttempts = try map.unsigned(17)
        uvModality = try map.unsigned(18)
        remainingDiscoverableCredentials = try map.unsigned(20)
        attestationFormats = try map.texts(22) ?? []
        maxPINLength = try map.unsigned(29)
    }
}
