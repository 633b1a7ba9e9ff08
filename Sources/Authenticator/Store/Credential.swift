public import COSE
public import CTAP
public import Cryptography
public import WebAuthnModel

/// A credential as an authenticator keeps it: a public key credential source (WebAuthn Level 3 §4).
public struct Credential: Sendable {
    /// The credential ID.
    public var id: CredentialID
    /// The RP ID that it is bound to.
    public var rpID: String
    /// The account.
    public var user: UserEntity
    /// The private key, with its public half.
    public var key: PrivateKey
    /// What the key signs with.
    public var algorithm: COSEAlgorithm
    /// Whether it can be found by RP ID alone.
    public var isDiscoverable: Bool
    /// Whether it can be and is backed up.
    public var backup: CredentialBackup
    /// Milliseconds since 1970 by the device's clock.
    public var createdAt: Int64
    /// Whether its key came from a seed, so that anyone who knows the seed can make it again.
    public var isSeeded: Bool
    /// What extensions keep with it.
    public var extensions: CredentialExtensions

    /// Takes the members.
    public init(
        id: CredentialID, rpID: String, user: UserEntity, key: PrivateKey, algorithm: COSEAlgorithm,
        isDiscoverable: Bool, backup: CredentialBackup, createdAt: Int64, isSeeded: Bool,
        extensions: CredentialExtensions = CredentialExtensions()
    ) {
        self.id = id
        self.rpID = rpID
        self.user = user
        self.key = key
        self.algorithm = algorithm
        self.isDiscoverable = isDiscoverable
        self.backup = backup
        self.createdAt = createdAt
        self.isSeeded = isSeeded
        self.extensions = extensions
    }
}

/// A credential together with what changes over its life.
public struct StoredCredential: Sendable {
    /// The credential.
    public var credential: Credential
    /// The highest signature counter that was handed out, or that another process may have handed out.
    public var signCount: UInt32

    /// Takes both.
    public init(credential: Credential, signCount: UInt32) {
        self.credential = credential
        self.signCount = signCount
    }
}
