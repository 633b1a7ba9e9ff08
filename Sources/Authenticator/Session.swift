internal import Bytes
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// What an authenticator forgets when it loses power.
struct Session: Sendable {
    /// By the environment's clock, in milliseconds.
    let poweredUpAt: Int64
    /// Assertions that getNextAssertion may still ask for.
    var pendingAssertions: PendingAssertions?
    /// A large-blob array of which fragments are still to come.
    var pendingLargeBlobs: PendingLargeBlobs?
    /// Wrong PINs in a row.
    var consecutiveMisses = 0
    /// Key-agreement keys by protocol, made when first asked for.
    var keyAgreement: [PINUVAuthProtocol: ECPrivateKey] = [:]
    /// The one token that is valid, with the protocol that it was given by.
    var token: PINUVAuthToken?

    init(poweredUpAt: Int64) { self.poweredUpAt = poweredUpAt }
}

/// The accounts after the first, and what their assertions share (CTAP 2.2 §6.3).
struct PendingAssertions: Sendable {
    /// How long the next one may be asked for.
    static let lifetime: Int64 = 30_000

    var remaining: [StoredCredential]
    let request: GetAssertionRequest
    let flags: AuthenticatorFlags
    var expiresAt: Int64
}

/// A PIN/UV auth token and its state (CTAP 2.2 §6.5.2.1).
struct PINUVAuthToken: Sendable {
    /// How long a token may wait for its first use.
    static let initialLifetime: Int64 = 30_000
    /// How long a token lives at most.
    static let maximumLifetime: Int64 = 600_000

    let value: Secret
    let version: PINUVAuthProtocol
    /// Bound on first use where it is nil and a permission needs one.
    var rpID: String?
    var permissions: TokenPermissions
    let issuedAt: Int64
    var isUsed = false

    func isAlive(at now: Int64) -> Bool {
        now - issuedAt < (isUsed ? Self.maximumLifetime : Self.initialLifetime)
    }
}
