public import COSE
public import WebAuthnModel

/// What a relying party stores of a credential (WebAuthn Level 3 §4, credential record).
public struct CredentialRecord: Hashable, Sendable {
    /// The credential ID.
    public var id: [UInt8]
    /// The credential public key: a COSE_Key, as its bytes.
    public var publicKey: [UInt8]
    /// The latest signature counter.
    public var signCount: UInt32
    /// Whether UV was ever set; only then does it count as a factor of authentication.
    public var uvInitialized: Bool
    /// How the client said the authenticator can be reached; nil when it never said.
    public var transports: [AuthenticatorTransport]?
    /// BE at registration; nil when it was not kept, so that a change cannot be noticed.
    public var backupEligible: Bool?
    /// BS at the last ceremony; nil when it was not kept.
    public var backupState: Bool?
    /// The RP ID that the credential is scoped to; nil when it was not kept.
    public var rpID: String?
    /// The user handle of the account that owns the credential; nil when it was not kept.
    public var userHandle: [UInt8]?
    /// The algorithm of the key; for people, the key itself decides.
    public var algorithm: COSEAlgorithm?
    /// The format of the attestation statement at registration.
    public var attestationFormat: String?
    /// The model that the authenticator claimed; proved only by a trusted attestation.
    public var aaguid: AAGUID?

    /// Members beyond ID and key may be left out by those who did not keep them.
    public init(
        id: [UInt8], publicKey: [UInt8], signCount: UInt32 = 0, uvInitialized: Bool = false,
        transports: [AuthenticatorTransport]? = nil, backupEligible: Bool? = nil, backupState: Bool? = nil,
        rpID: String? = nil, userHandle: [UInt8]? = nil, algorithm: COSEAlgorithm? = nil,
        attestationFormat: String? = nil, aaguid: AAGUID? = nil
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.uvInitialized = uvInitialized
        self.transports = transports
        self.backupEligible = backupEligible
        self.backupState = backupState
        self.rpID = rpID
        self.userHandle = userHandle
        self.algorithm = algorithm
        self.attestationFormat = attestationFormat
        self.aaguid = aaguid
    }
}
