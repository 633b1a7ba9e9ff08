public import JSON

/// `PublicKeyCredentialRequestOptions` (§5.5): what a server asks of an authentication.
public struct RequestOptions: Hashable, Sendable {
    /// The challenge's bytes.
    public var challenge: [UInt8]
    /// Milliseconds.
    public var timeout: Int?
    /// The RP ID; nil means the origin's effective domain.
    public var rpID: String?
    /// Acceptable credentials; empty means any discoverable one.
    public var allowCredentials: [PublicKeyCredentialDescriptor]
    /// The word.
    public var userVerification: UserVerificationRequirement
    /// Hints for the client's dialog (§5.8.7).
    public var hints: [String]
    /// Extension inputs.
    public var extensions: ExtensionInputs

    /// The optional members' defaults are those of their absence.
    public init(
        challenge: [UInt8], timeout: Int? = nil, rpID: String? = nil,
        allowCredentials: [PublicKeyCredentialDescriptor] = [],
        userVerification: UserVerificationRequirement = .preferred, hints: [String] = [],
        extensions: ExtensionInputs = .none
    ) {
        self.challenge = challenge
        self.timeout = timeout
        self.rpID = rpID
        self.allowCredentials = allowCredentials
        self.userVerification = userVerification
        self.hints = hints
        self.extensions = extensions
    }
}

extension RequestOptions: CeremonyOptions {
    /// Reads the members of the JSON form.
    public init(reading reader: inout OptionsReader, _ dictionary: JSONElement) throws(OptionsError) {
        self.init(
            challenge: try reader.bytes("challenge", in: dictionary),
            timeout: try reader.timeout(in: dictionary),
            rpID: try reader.optionalString("rpId", in: dictionary),
            allowCredentials: try reader.descriptors("allowCredentials", in: dictionary),
            userVerification: try reader.word("userVerification", in: dictionary) ?? .preferred,
            hints: try reader.strings("hints", in: dictionary),
            extensions: try reader.extensions(in: dictionary))
    }

    /// `PublicKeyCredentialRequestOptionsJSON` (§5.1.9), compact; optional members only where they say something.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("challenge", base64URL: challenge)
        if let timeout { writer.member("timeout", timeout) }
        if let rpID { writer.member("rpId", rpID) }
        writer.descriptors("allowCredentials", allowCredentials)
        writer.member("userVerification", userVerification.rawValue)
        if !hints.isEmpty { writer.strings("hints", hints) }
        writer.extensions(extensions)
        writer.endObject()
        return writer.bytes
    }
}
