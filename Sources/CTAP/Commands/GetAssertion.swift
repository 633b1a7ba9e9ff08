public import CBOR
public import WebAuthnModel

/// authenticatorGetAssertion, the request (CTAP 2.2 §6.2).
public struct GetAssertionRequest: Hashable, Sendable {
    /// Key 1.
    public var rpID: String
    /// Key 2.
    public var clientDataHash: ClientDataHash
    /// Key 3.
    public var allowList: [PublicKeyCredentialDescriptor]
    /// Key 4, a map.
    public var extensions: CBORValue?
    /// Key 5.
    public var options: AuthenticatorOptions
    /// Keys 6 and 7.
    public var authorization: PINUVAuthParameters?

    /// The optional members' defaults are those of their absence.
    public init(
        rpID: String, clientDataHash: ClientDataHash, allowList: [PublicKeyCredentialDescriptor] = [],
        extensions: CBORValue? = nil, options: AuthenticatorOptions = AuthenticatorOptions(),
        authorization: PINUVAuthParameters? = nil
    ) {
        self.rpID = rpID
        self.clientDataHash = clientDataHash
        self.allowList = allowList
        self.extensions = extensions
        self.options = options
        self.authorization = authorization
    }

    /// Canonical CBOR, without the command byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, .text(rpID))
        map.add(2, .bytes(clientDataHash.bytes))
        map.add(3, allowList.isEmpty ? nil : .array(allowList.map(\.cbor)))
        map.add(4, extensions)
        map.add(5, options.cbor)
        map.add(6, authorization.map { .bytes($0.parameter) })
        map.add(7, authorization?.protocolNumber.map { CBORValue(integer: $0) })
        return map.encoded
    }

    /// Decodes the body of a request.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 4)
        self.init(
            rpID: try map.required(1, map.text(1)), clientDataHash: try map.clientDataHash(2),
            allowList: try map.descriptors(3) ?? [],
            extensions: try map.optional(4, "a map") { $0.mapValue == nil ? nil : $0 },
            options: try AuthenticatorOptions(map.map(5)),
            authorization: try PINUVAuthParameters(map, parameter: 6, protocolNumber: 7))
    }
}

/// authenticatorGetAssertion and authenticatorGetNextAssertion, the response.
public struct GetAssertionResponse: Hashable, Sendable {
    /// Key 1.
    public var credential: PublicKeyCredentialDescriptor
    /// Key 2.
    public var authenticatorData: [UInt8]
    /// Key 3.
    public var signature: [UInt8]
    /// Key 4: only for discoverable credentials.
    public var user: UserEntity?
    /// Key 5: only in the first of several.
    public var numberOfCredentials: Int?
    /// Key 6: the user chose on the device.
    public var userSelected: Bool?
    /// Key 7, 32 bytes: what decrypts the credential's large blob.
    public var largeBlobKey: [UInt8]?
    /// Key 8, a map.
    public var unsignedExtensionOutputs: CBORValue?

    /// The optional members' defaults are those of their absence.
    public init(
        credential: PublicKeyCredentialDescriptor, authenticatorData: [UInt8], signature: [UInt8],
        user: UserEntity? = nil, numberOfCredentials: Int? = nil, userSelected: Bool? = nil,
        largeBlobKey: [UInt8]? = nil, unsignedExtensionOutputs: CBORValue? = nil
    ) {
        self.credential = credential
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.user = user
        self.numberOfCredentials = numberOfCredentials
        self.userSelected = userSelected
        self.largeBlobKey = largeBlobKey
        self.unsignedExtensionOutputs = unsignedExtensionOutputs
    }

    /// Canonical CBOR, without the status byte.
    public var encoded: [UInt8] {
        var map = MessageMapBuilder()
        map.add(1, credential.cbor)
        map.add(2, .bytes(authenticatorData))
        map.add(3, .bytes(signature))
        map.add(4, user?.cbor)
        map.add(5, numberOfCredentials.map { CBORValue(integer: $0) })
        map.add(6, userSelected.map(CBORValue.bool))
        map.add(7, largeBlobKey.map(CBORValue.bytes))
        map.add(8, unsignedExtensionOutputs)
        return map.encoded
    }

    /// Decodes the body of a response.
    public init(decoding body: [UInt8]) throws(CTAPError) {
        let map = try MessageMap(decoding: body, maximumDepth: 16)
        let credential = try map.required(1, map.map(1))
        self.init(
            credential: PublicKeyCredentialDescriptor(
                type: try credential.text("type") ?? "public-key",
                id: try credential.required("id", credential.bytes("id"))),
            authenticatorData: try map.required(2, map.bytes(2)),
            signature: try map.required(3, map.bytes(3)),
            user: try map.map(4).map { (map) throws(CTAPError) in try UserEntity(map) },
            numberOfCredentials: try map.unsigned(5), userSelected: try map.bool(6),
            largeBlobKey: try map.bytes(7),
            unsignedExtensionOutputs: try map.optional(8, "a map") { $0.mapValue == nil ? nil : $0 })
    }
}
