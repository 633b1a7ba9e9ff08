public import CBOR
internal import COSE
public import WebAuthnModel

/// authenticatorMakeCredential, the request (CTAP 2.2 §6.1).
public struct MakeCredentialRequest: Hashable, Sendable {
    /// Key 1.
    public var clientDataHash: ClientDataHash
    /// Key 2.
    public var rp: RelyingPartyEntity
    /// Key 3.
    public var user: UserEntity
    /// Key 4.
    public var pubKeyCredParams: [CreationOptions.Parameters]
    /// Key 5.
    public var excludeList: [PublicKeyCredentialDescriptor]
    /// Key 6, a map.
    public var extensions: CBORValue?
    /// Key 7.
    public var options: AuthenticatorOptions
    /// Keys 8 and 9.
    public var authorization: PINUVAuthParameters?
    /// Key 0A.
    public var enterpriseAttestation: Int?
    /// Key 0B.
    public var attestationFormatsPreference: [String]

    /// The optional members' defaults are those of their absence.
    public init(
        clientDataHash: ClientDataHash, rp: RelyingPartyEntity, user: UserEntity,
        pubKeyCredParams: [CreationOptions.Parameters], excludeList: [PublicKeyCredentialDescriptor] = [],
        extensions: CBORValue? = nil, options: AuthenticatorOptions = AuthenticatorOptions(),
        authorization: PINUVAuthParameters? = nil, enterpriseAttestation: Int? = nil,
        attestationFormatsPreference: [String] = []
    ) {
        self.clientDataHash = clientDataHash
        self.rp = rp
        self.user = user
        self.pubKeyCredParams = pubKeyCredParams
        self.excludeList = excludeList
        self.extensions = extensions
        self.options = options
        self.authorization = authorization
        self.enterpriseAttestation = enterpriseAttestation
        self.attestationFormatsPreference = attestationFormatsPreference
    }

    /// Canonical CBOR, without the command byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, .bytes(clientDataHash.bytes))
        map.add(2, rp.cbor)
        map.add(3, user.cbor)
        map.add(
            4,
            .array(
                pubKeyCredParams.map {
                    .map([
                        CBORPair(key: "alg", value: CBORValue(integer: $0.algorithm.rawValue)),
                        CBORPair(key: "type", value: .text($0.type)),
                    ])
                }))
        map.add(5, excludeList.isEmpty ? nil : .array(excludeList.map(\.cbor)))
        map.add(6, extensions)
        map.add(7, options.cbor)
        map.add(8, authorization.map { .bytes($0.parameter) })
        map.add(9, authorization?.protocolNumber.map { CBORValue(integer: $0) })
        map.add(10, enterpriseAttestation.map { CBORValue(integer: $0) })
        map.add(
            11,
            attestationFormatsPreference.isEmpty
                ? nil : .array(attestationFormatsPreference.map(CBORValue.text)))
        return map.encoded
    }

    /// Decodes the body of a request.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 4)
        let hash = try map.clientDataHash(1)
        let rp = try map.required(2, map.map(2))
        let user = try map.required(3, map.map(3))
        let parameters = try map.maps(4) { (map) throws(CTAPError) in
            CreationOptions.Parameters(
                type: try map.required("type", map.text("type")),
                algorithm: COSEAlgorithm(rawValue: try map.required("alg", map.integer("alg"))))
        }
        self.init(
            clientDataHash: hash,
            rp: RelyingPartyEntity(id: try rp.required("id", rp.text("id")), name: try rp.text("name")),
            user: try UserEntity(user), pubKeyCredParams: try map.required(4, parameters),
            excludeList: try map.descriptors(5) ?? [],
            extensions: try map.optional(6, "a map") { $0.mapValue == nil ? nil : $0 },
            options: try AuthenticatorOptions(map.map(7)),
            authorization: try PINUVAuthParameters(map, parameter: 8, protocolNumber: 9),
            enterpriseAttestation: try map.integer(10),
            attestationFormatsPreference: try map.texts(11) ?? [])
    }
}

/// authenticatorMakeCredential, the response.
public struct MakeCredentialResponse: Hashable, Sendable {
    /// Keys 1 to 3: what WebAuthn calls the attestation object.
    public var attestation: AttestationObject
    /// Key 4: an enterprise attestation was given.
    public var enterpriseAttestation: Bool?
    /// Key 5, 32 bytes: what encrypts the credential's large blob.
    public var largeBlobKey: [UInt8]?
    /// Key 6, a map.
    public var unsignedExtensionOutputs: CBORValue?

    /// Takes the members.
    public init(
        attestation: AttestationObject, enterpriseAttestation: Bool? = nil, largeBlobKey: [UInt8]? = nil,
        unsignedExtensionOutputs: CBORValue? = nil
    ) {
        self.attestation = attestation
        self.enterpriseAttestation = enterpriseAttestation
        self.largeBlobKey = largeBlobKey
        self.unsignedExtensionOutputs = unsignedExtensionOutputs
    }

    /// Canonical CBOR, without the status byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, .text(attestation.format))
        map.add(2, .bytes(attestation.authenticatorData))
        map.add(3, attestation.statement)
        map.add(4, enterpriseAttestation.map(CBORValue.bool))
        map.add(5, largeBlobKey.map(CBORValue.bytes))
        map.add(6, unsignedExtensionOutputs)
        return map.encoded
    }

    /// Decodes the body of a response.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 16)
        self.init(
            attestation: AttestationObject(
                format: try map.required(1, map.text(1)),
                statement: try map.optional(3, "a map") { $0 } ?? .map([]),
                authenticatorData: try map.required(2, map.bytes(2))),
            enterpriseAttestation: try map.bool(4), largeBlobKey: try map.bytes(5),
            unsignedExtensionOutputs: try map.optional(6, "a map") { $0.mapValue == nil ? nil : $0 })
    }
}
