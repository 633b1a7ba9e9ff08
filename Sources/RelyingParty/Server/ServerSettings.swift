public import COSE
public import Cryptography
public import WebAuthnModel

/// What a relying party's server asks of every ceremony, and how it judges the answers.
public struct ServerSettings: Sendable {
    /// The RP ID.
    public let rpID: String
    /// The relying party's name for people.
    public let name: String
    /// Where ceremonies may be run.
    public let origin: OriginExpectation
    /// The algorithms on offer, most wanted first.
    public var algorithms: [COSEAlgorithm] = [.edDSA, .es256, .rs256]
    /// Which authenticators may register, and whether the user must be verified, then and later.
    public var authenticatorSelection = AuthenticatorSelectionCriteria(
        residentKey: .preferred, userVerification: .required)
    /// What is wanted of attestation.
    public var attestation = AttestationConveyancePreference.none
    /// Whose attestations are believed.
    public var trustAnchors: [X509Certificate] = []
    /// What the metadata service says of models, whose attestations are then believed; nil for none.
    public var metadata: AuthenticatorMetadata?
    /// How long a ceremony may take, in milliseconds; five minutes is what Level 3 recommends (§15.1).
    public var timeout = 300_000
    /// What is asked of a registration beyond the credential.
    public var creationExtensions = ExtensionInputs(credProps: true)
    /// What is asked of a sign-in beyond the signature.
    public var requestExtensions = ExtensionInputs.none
    /// What is made of broken rules.
    public var policy = Policy.level3

    /// Takes the three that have no default.
    ///
    /// - Throws: ``RelyingPartyError/noRPID`` for what is no domain, and ``RelyingPartyError/originOutsideRPID(_:)``
    ///   for a page of the web that neither lies within the RP ID nor is listed as related: no browser would go along.
    public init(rpID: String, name: String, origin: OriginExpectation) throws(RelyingPartyError) {
        guard let id = try? RPID(rpID) else { throw .noRPID }
        let related = origin.related?.serialised ?? []
        for text in origin.origins where !related.contains(text) {
            guard case .tuple(let page)? = try? Origin(parsing: text) else { continue }
            let host = page.host.description
            guard host == id.domain || host.hasSuffix("." + id.domain) else {
                throw .originOutsideRPID(text)
            }
        }
        self.rpID = rpID
        self.name = name
        self.origin = origin
    }

    /// The options of a registration.
    ///
    /// - Throws: ``RelyingPartyError/challengeTooShort(_:)`` below 16 bytes (§13.4.3).
    public func creationOptions(
        for user: UserAccount, challenge: [UInt8], excluding known: [CredentialRecord] = []
    ) throws(RelyingPartyError) -> CreationOptions {
        try Self.check(challenge)
        return CreationOptions(
            rp: CreationOptions.RelyingParty(id: rpID, name: name),
            user: CreationOptions.User(id: user.id, name: user.name, displayName: user.displayName),
            challenge: challenge,
            pubKeyCredParams: algorithms.map { CreationOptions.Parameters(algorithm: $0) }, timeout: timeout,
            excludeCredentials: known.map(\.descriptor), authenticatorSelection: authenticatorSelection,
            attestation: attestation, extensions: creationExtensions)
    }

    /// The options of a sign-in.
    ///
    /// - Throws: ``RelyingPartyError/challengeTooShort(_:)`` below 16 bytes.
    public func requestOptions(
        challenge: [UInt8], allowing allowed: [PublicKeyCredentialDescriptor] = []
    ) throws(RelyingPartyError) -> RequestOptions {
        try Self.check(challenge)
        return RequestOptions(
            challenge: challenge, timeout: timeout, rpID: rpID, allowCredentials: allowed,
            userVerification: authenticatorSelection.userVerification, extensions: requestExtensions)
    }

    private static func check(_ challenge: [UInt8]) throws(RelyingPartyError) {
        guard challenge.count >= 16 else { throw .challengeTooShort(challenge.count) }
    }
}

extension CredentialRecord {
    /// As an allow or exclude list names the credential.
    public var descriptor: PublicKeyCredentialDescriptor {
        PublicKeyCredentialDescriptor(id: id, transports: transports ?? [])
    }
}
