public import COSE
public import Cryptography
public import WebAuthnModel

/// What a relying party expects of a registration (WebAuthn Level 3 §7.1).
///
/// What is nil is not expected, and the rule that needs it is reported as skipped.
public struct RegistrationExpectation: Sendable {
    /// The challenge that was issued.
    public var challenge: [UInt8]
    /// Where the ceremony may have been run.
    public var origin: OriginExpectation
    /// The RP ID.
    public var rpID: String
    /// Whether the registration was conditional (`mediation: "conditional"`), which needs no user presence.
    public var isConditional: Bool
    /// Only `required` is checked.
    public var userVerification: UserVerificationRequirement
    /// Which authenticators were asked for; nil for either.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// Only `required` is checked, against what the client says of the credential (`credProps`).
    public var residentKey = ResidentKeyRequirement.discouraged
    /// The extensions that were asked for; nil where nobody says.
    public var requestedExtensions: ExtensionInputs?
    /// The algorithms that were offered.
    public var offeredAlgorithms: [COSEAlgorithm]?
    /// The user handle of the account; for the record.
    public var userHandle: [UInt8]?
    /// Credential IDs that are taken: all, or those that the relying party found for the response at hand.
    public var registeredCredentialIDs: [[UInt8]]?
    /// The models that are accepted.
    ///
    /// Without a trusted attestation an AAGUID is only a claim.
    public var acceptedAAGUIDs: [AAGUID]?
    /// Certificates that are trusted to vouch for authenticators; none means that trust stays unverified.
    public var trustAnchors: [X509Certificate]
    /// What the metadata service says of models, a further source of trust anchors; nil for none.
    public var metadata: AuthenticatorMetadata?
    /// When certificates must be valid, in Unix seconds.
    public var now: Int64
    /// Challenges that were issued before; a diagnosis tells by them that a response is an old one.
    public var earlierChallenges: [[UInt8]] = []

    /// Takes the expectations one by one.
    public init(
        challenge: [UInt8], origin: OriginExpectation, rpID: String, isConditional: Bool = false,
        userVerification: UserVerificationRequirement = .preferred, offeredAlgorithms: [COSEAlgorithm]?,
        userHandle: [UInt8]? = nil, registeredCredentialIDs: [[UInt8]]? = nil,
        acceptedAAGUIDs: [AAGUID]? = nil, trustAnchors: [X509Certificate] = [],
        metadata: AuthenticatorMetadata? = nil, now: Int64
    ) {
        self.challenge = challenge
        self.origin = origin
        self.rpID = rpID
        self.isConditional = isConditional
        self.userVerification = userVerification
        self.offeredAlgorithms = offeredAlgorithms
        self.userHandle = userHandle
        self.registeredCredentialIDs = registeredCredentialIDs
        self.acceptedAAGUIDs = acceptedAAGUIDs
        self.trustAnchors = trustAnchors
        self.metadata = metadata
        self.now = now
    }

    /// Takes them from the options that the ceremony was started with.
    ///
    /// - Parameter mediation: the word beside the options; only `conditional` matters.
    /// - Throws: ``RelyingPartyError/noRPID``.
    public init(
        options: CreationOptions, origin: OriginExpectation, mediation: String? = nil,
        trustAnchors: [X509Certificate] = [], now: Int64
    ) throws(RelyingPartyError) {
        let rpID = if let id = options.rp.id { id } else { try origin.defaultRPID() }
        let excluded = options.excludeCredentials.map(\.id)
        self.init(
            challenge: options.challenge, origin: origin, rpID: rpID,
            isConditional: mediation == "conditional",
            userVerification: options.authenticatorSelection?.userVerification ?? .preferred,
            offeredAlgorithms: Self.offered(by: options), userHandle: options.user.id,
            registeredCredentialIDs: excluded.isEmpty ? nil : excluded, trustAnchors: trustAnchors, now: now)
        authenticatorAttachment = options.authenticatorSelection?.authenticatorAttachment
        residentKey = options.authenticatorSelection?.residentKey ?? .discouraged
        requestedExtensions = options.extensions
    }

    /// A client offers −7 and −257 where the options name nothing (§5.1.3).
    private static func offered(by options: CreationOptions) -> [COSEAlgorithm] {
        guard !options.pubKeyCredParams.isEmpty else { return [.es256, .rs256] }
        return options.pubKeyCredParams.filter { $0.type == "public-key" }.map(\.algorithm)
    }
}
