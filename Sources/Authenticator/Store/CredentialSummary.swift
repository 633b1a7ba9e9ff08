public import COSE
public import CTAP
public import WebAuthnModel

/// A credential without its key: what a listing shows, and all that is read for it.
public struct CredentialSummary: Hashable, Sendable {
    /// The credential ID.
    public var id: CredentialID
    /// The RP ID that it is bound to.
    public var rpID: String
    /// The account.
    public var user: UserEntity
    /// What its key signs with.
    public var algorithm: COSEAlgorithm
    /// Whether it can be found by RP ID alone.
    public var isDiscoverable: Bool
    /// Whether it can be and is backed up.
    public var backup: CredentialBackup
    /// Milliseconds since 1970 by the device's clock.
    public var createdAt: Int64
    /// Whether its key came from a seed, so that anyone who knows the seed can make it again.
    public var isSeeded: Bool
    /// The highest signature counter that was handed out, or that another process may have handed out.
    public var signCount: UInt32

    /// Takes the members.
    public init(
        id: CredentialID, rpID: String, user: UserEntity, algorithm: COSEAlgorithm, isDiscoverable: Bool,
        backup: CredentialBackup, createdAt: Int64, isSeeded: Bool, signCount: UInt32
    ) {
        self.id = id
        self.rpID = rpID
        self.user = user
        self.algorithm = algorithm
        self.isDiscoverable = isDiscoverable
        self.backup = backup
        self.createdAt = createdAt
        self.isSeeded = isSeeded
        self.signCount = signCount
    }

    /// What a listing shows of a stored credential.
    public init(_ stored: StoredCredential) {
        let credential = stored.credential
        self.init(
            id: credential.id, rpID: credential.rpID, user: credential.user,
            algorithm: credential.algorithm, isDiscoverable: credential.isDiscoverable,
            backup: credential.backup, createdAt: credential.createdAt, isSeeded: credential.isSeeded,
            signCount: stored.signCount)
    }
}
