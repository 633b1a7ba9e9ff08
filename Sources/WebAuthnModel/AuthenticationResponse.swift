internal import JSON

/// What a page posts after `navigator.credentials.get()`: `AuthenticationResponseJSON` (§5.1).
public struct AuthenticationResponse: Hashable, Sendable {
    /// The credential ID.
    public var rawID: [UInt8]
    /// The client data, as its bytes.
    public var clientDataJSON: [UInt8]
    /// The authenticator data, as its bytes.
    public var authenticatorData: [UInt8]
    /// The assertion signature.
    public var signature: [UInt8]
    /// The user handle; nil where the authenticator gave none.
    public var userHandle: [UInt8]?
    /// Where the authenticator sits; nil where the client will not tell.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// Extension outputs.
    public var clientExtensionResults: ClientExtensionOutputs

    /// Takes the members as they are.
    public init(
        rawID: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]?, authenticatorAttachment: AuthenticatorAttachment?,
        clientExtensionResults: ClientExtensionOutputs = ClientExtensionOutputs()
    ) {
        self.rawID = rawID
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
        self.authenticatorAttachment = authenticatorAttachment
        self.clientExtensionResults = clientExtensionResults
    }

    /// The JSON that `PublicKeyCredential.toJSON()` gives, compact.
    public var json: [UInt8] {
        // Names and words take 198 characters, base64url up to two more a member. A guess on the safe side would cost
        // more than it saves: from 1024 bytes on, an allocation tidies up all the small ones before it.
        let byteCount =
            2 * rawID.count + clientDataJSON.count + authenticatorData.count + signature.count
            + (userHandle?.count ?? 0)
        var writer = JSONWriter(capacity: 220 + byteCount * 4 / 3)
        writer.beginObject()
        writer.member("id", base64URL: rawID)
        writer.member("rawId", base64URL: rawID)
        writer.member("type", "public-key")
        if let authenticatorAttachment {
            writer.member("authenticatorAttachment", authenticatorAttachment.rawValue)
        }
        writer.beginObject("response")
        writer.member("clientDataJSON", base64URL: clientDataJSON)
        writer.member("authenticatorData", base64URL: authenticatorData)
        writer.member("signature", base64URL: signature)
        if let userHandle { writer.member("userHandle", base64URL: userHandle) }
        writer.endObject()
        clientExtensionResults.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Reads a response, strictly.
    ///
    /// - Throws: ``ResponseError`` with the first member that is wrong. ``ResponseEnvelope`` tells all of them.
    public init(json bytes: [UInt8]) throws(ResponseError) {
        let envelope = try ResponseEnvelope(json: bytes, of: .get)
        if let problem = envelope.problems.first(where: { !$0.isForgivable }) { throw .member(problem) }
        guard let rawID = envelope.rawID, let clientData = envelope.clientDataJSON,
            let data = envelope.authenticatorData, let signature = envelope.signature
        else { throw .incomplete }
        self.init(
            rawID: rawID, clientDataJSON: clientData, authenticatorData: data, signature: signature,
            userHandle: envelope.userHandle,
            authenticatorAttachment: envelope.authenticatorAttachment.flatMap(
                AuthenticatorAttachment.init(rawValue:)),
            clientExtensionResults: envelope.clientExtensionResults ?? ClientExtensionOutputs())
    }
}
