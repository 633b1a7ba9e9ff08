public import Authenticator
internal import CTAP
public import Cryptography
public import WebAuthnModel

/// A credential on its way to or from another virtual authenticator: what the forms of exchange have in common.
public struct ExchangedCredential: Sendable {
    /// Where it stood in what was read, as a JSON Pointer (RFC 6901).
    public var path = ""
    /// The credential ID.
    public var id: CredentialID
    /// The RP ID that it is bound to.
    public var rpID: String
    /// Whether it can be found by RP ID alone.
    public var isDiscoverable: Bool
    /// The private key.
    public var key: PrivateKey
    /// The user handle, up to 64 bytes; empty where none is known.
    public var userHandle: [UInt8]
    /// The last signature counter that was used.
    public var signCount: UInt32
    /// Whether it can be and is backed up; nil where the form does not say.
    public var backup: CredentialBackup?
    /// The account's name.
    public var name: String?
    /// The person's name.
    public var displayName: String?
}

extension ExchangedCredential {
    /// What can go on its way of a credential in a store.
    ///
    /// - Parameter deviceSignCount: where the counter of the whole device stands, 0 where it has none.
    public init(_ stored: StoredCredential, deviceSignCount: UInt32) {
        let credential = stored.credential
        self.init(
            id: credential.id, rpID: credential.rpID, isDiscoverable: credential.isDiscoverable,
            key: credential.key, userHandle: credential.user.id,
            signCount: max(stored.signCount, deviceSignCount), backup: credential.backup,
            name: credential.user.name, displayName: credential.user.displayName)
    }
}
