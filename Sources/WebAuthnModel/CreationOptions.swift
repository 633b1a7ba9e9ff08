public import COSE
public import JSON

/// `PublicKeyCredentialCreationOptions` (§5.4): what a server asks of a registration.
public struct CreationOptions: Hashable, Sendable {
    /// One acceptable kind of key (§5.3).
    public struct Parameters: Hashable, Sendable {
        /// `public-key`; a client ignores others.
        public var type: String
        /// The algorithm.
        public var algorithm: COSEAlgorithm

        /// Takes the members as they are.
        public init(type: String = "public-key", algorithm: COSEAlgorithm) {
            self.type = type
            self.algorithm = algorithm
        }
    }

    /// The relying party (§5.4.2).
    public struct RelyingParty: Hashable, Sendable {
        /// The RP ID; nil means the origin's effective domain.
        public var id: String?
        /// The name for people.
        public var name: String

        /// Takes the members as they are.
        public init(id: String?, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The account (§5.4.3).
    public struct User: Hashable, Sendable {
        /// The user handle as the server sent it; any bytes.
        public var id: [UInt8]
        /// The account's name.
        public var name: String
        /// The person's name.
        public var displayName: String

        /// Takes the members as they are.
        public init(id: [UInt8], name: String, displayName: String) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    /// Who asks.
    public var rp: RelyingParty
    /// For which account.
    public var user: User
    /// The challenge's bytes.
    public var challenge: [UInt8]
    /// Acceptable keys, most wanted first; empty means −7 and −257.
    public var pubKeyCredParams: [Parameters]
    /// Milliseconds.
    public var timeout: Int?
    /// Credentials whose authenticators must refuse.
    public var excludeCredentials: [PublicKeyCredentialDescriptor]
    /// Nil when the dictionary was absent.
    public var authenticatorSelection: AuthenticatorSelectionCriteria?
    /// Hints for the client's dialog (§5.8.7).
    public var hints: [String]
    /// The word.
    public var attestation: AttestationConveyancePreference
    /// Statement formats, most wanted first.
    public var attestationFormats: [String]
    /// Extension inputs.
    public var extensions: ExtensionInputs

    /// The optional members' defaults are those of their absence.
    public init(
        rp: RelyingParty, user: User, challenge: [UInt8], pubKeyCredParams: [Parameters],
        timeout: Int? = nil, excludeCredentials: [PublicKeyCredentialDescriptor] = [],
        authenticatorSelection: AuthenticatorSelectionCriteria? = nil, hints: [String] = [],
        attestation: AttestationConveyancePreference = .none, attestationFormats: [String] = [],
        extensions: ExtensionInputs = .none
    ) {
        self.rp = rp
        self.user = user
        self.challenge = challenge
        self.pubKeyCredParams = pubKeyCredParams
        self.timeout = timeout
        self.excludeCredentials = excludeCredentials
        self.authenticatorSelection = authenticatorSelection
        self.hints = hints
        self.attestation = attestation
        self.attestationFormats = attestationFormats
        self.extensions = extensions
    }
}

extension CreationOptions: CeremonyOptions {
    /// Reads the members of the JSON form.
    public init(reading reader: inout OptionsReader, _ dictionary: JSONElement) throws(OptionsError) {
        let rp = try reader.object("rp", in: dictionary)
        let user = try reader.object("user", in: dictionary)
        self.init(
            rp: RelyingParty(
                id: try reader.optionalString("id", in: rp, under: "rp"),
                name: try reader.looseString("name", in: rp, under: "rp")),
            user: User(
                id: try reader.bytes("id", in: user, under: "user"),
                name: try reader.looseString("name", in: user, under: "user"),
                displayName: try reader.looseString("displayName", in: user, under: "user")),
            challenge: try reader.bytes("challenge", in: dictionary),
            pubKeyCredParams: try reader.parameters(in: dictionary),
            timeout: try reader.timeout(in: dictionary),
            excludeCredentials: try reader.descriptors("excludeCredentials", in: dictionary),
            authenticatorSelection: try reader.selection(in: dictionary),
            hints: try reader.strings("hints", in: dictionary),
            attestation: try reader.word("attestation", in: dictionary) ?? .none,
            attestationFormats: try reader.strings("attestationFormats", in: dictionary),
            extensions: try reader.extensions(in: dictionary))
    }

    /// `PublicKeyCredentialCreationOptionsJSON` (§5.1.8), compact; optional members only where they say something.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("rp")
        if let id = rp.id { writer.member("id", id) }
        writer.member("name", rp.name)
        writer.endObject()
        writer.beginObject("user")
        writer.member("id", base64URL: user.id)
        writer.member("name", user.name)
        writer.member("displayName", user.displayName)
        writer.endObject()
        writer.member("challenge", base64URL: challenge)
        writer.beginArray("pubKeyCredParams")
        for parameters in pubKeyCredParams {
            writer.beginObject()
            writer.member("type", parameters.type)
            writer.member("alg", parameters.algorithm.rawValue)
            writer.endObject()
        }
        writer.endArray()
        if let timeout { writer.member("timeout", timeout) }
        writer.descriptors("excludeCredentials", excludeCredentials)
        if let selection = authenticatorSelection {
            writer.beginObject("authenticatorSelection")
            if let attachment = selection.authenticatorAttachment {
                writer.member("authenticatorAttachment", attachment.rawValue)
            }
            writer.member("residentKey", selection.residentKey.rawValue)
            writer.member("requireResidentKey", selection.residentKey == .required)
            writer.member("userVerification", selection.userVerification.rawValue)
            writer.endObject()
        }
        if !hints.isEmpty { writer.strings("hints", hints) }
        writer.member("attestation", attestation.rawValue)
        if !attestationFormats.isEmpty { writer.strings("attestationFormats", attestationFormats) }
        writer.extensions(extensions)
        writer.endObject()
        return writer.bytes
    }
}
