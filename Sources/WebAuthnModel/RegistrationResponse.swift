internal import Bytes
internal import JSON

/// What a page posts after `navigator.credentials.create()`: `RegistrationResponseJSON` (§5.1).
public struct RegistrationResponse: Hashable, Sendable {
    /// The credential ID.
    public var rawID: [UInt8]
    /// The client data, as its bytes.
    public var clientDataJSON: [UInt8]
    /// The attestation object, as its CBOR bytes.
    public var attestationObject: [UInt8]
    /// The authenticator data within it, as `getAuthenticatorData()` gives it; empty where a client of Level 2 has
    /// sent none, and then not written either.
    public var authenticatorData: [UInt8]
    /// As `getTransports()` gives them: sorted, without duplicates.
    public var transports: [AuthenticatorTransport]
    /// The key as SubjectPublicKeyInfo DER; nil where the client cannot express it.
    public var publicKey: [UInt8]?
    /// The key's COSE algorithm.
    public var publicKeyAlgorithm: Int
    /// Where the authenticator sits; nil where the client will not tell.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// Extension outputs.
    public var clientExtensionResults: ClientExtensionOutputs

    /// Takes the members as they are.
    public init(
        rawID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], authenticatorData: [UInt8],
        transports: [AuthenticatorTransport], publicKey: [UInt8]?, publicKeyAlgorithm: Int,
        authenticatorAttachment: AuthenticatorAttachment?,
        clientExtensionResults: ClientExtensionOutputs = ClientExtensionOutputs()
    ) {
        self.rawID = rawID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.authenticatorData = authenticatorData
        self.transports = transports
        self.publicKey = publicKey
        self.publicKeyAlgorithm = publicKeyAlgorithm
        self.authenticatorAttachment = authenticatorAttachment
        self.clientExtensionResults = clientExtensionResults
    }

    /// The JSON that `PublicKeyCredential.toJSON()` gives, compact.
    public var json: [UInt8] {
        // Names and words take less than 420 characters; base64url needs a third more than the bytes.
        let byteCount =
            2 * rawID.count + clientDataJSON.count + attestationObject.count + authenticatorData.count
            + (publicKey?.count ?? 0)
        var writer = JSONWriter(capacity: 420 + byteCount * 4 / 3)
        writer.beginObject()
        writer.member("id", base64URL: rawID)
        writer.member("rawId", base64URL: rawID)
        writer.member("type", "public-key")
        if let authenticatorAttachment {
            writer.member("authenticatorAttachment", authenticatorAttachment.rawValue)
        }
        writer.beginObject("response")
        writer.member("clientDataJSON", base64URL: clientDataJSON)
        writer.member("attestationObject", base64URL: attestationObject)
        if !authenticatorData.isEmpty { writer.member("authenticatorData", base64URL: authenticatorData) }
        writer.strings("transports", transports.map(\.rawValue))
        if let publicKey { writer.member("publicKey", base64URL: publicKey) }
        writer.member("publicKeyAlgorithm", publicKeyAlgorithm)
        writer.endObject()
        clientExtensionResults.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Reads a response, strictly.
    ///
    /// - Throws: ``ResponseError`` with the first member that is wrong. ``ResponseEnvelope`` tells all of them.
    public init(json bytes: [UInt8]) throws(ResponseError) {
        let envelope = try ResponseEnvelope(json: bytes, of: .create)
        if let problem = envelope.problems.first(where: { !$0.isForgivable }) { throw .member(problem) }
        guard let rawID = envelope.rawID, let clientData = envelope.clientDataJSON,
            let attestation = envelope.attestationObject
        else { throw .incomplete }
        self.init(
            rawID: rawID, clientDataJSON: clientData, attestationObject: attestation,
            authenticatorData: envelope.authenticatorData ?? [],
            transports: envelope.transports ?? [], publicKey: envelope.publicKey,
            publicKeyAlgorithm: envelope.publicKeyAlgorithm ?? 0,
            authenticatorAttachment: envelope.authenticatorAttachment.flatMap(
                AuthenticatorAttachment.init(rawValue:)),
            clientExtensionResults: envelope.clientExtensionResults ?? ClientExtensionOutputs())
    }
}
