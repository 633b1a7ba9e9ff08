public import Bytes

/// What an authenticator remembers over power cycles, besides its credentials.
public struct AuthenticatorState: Sendable, Equatable {
    /// The most wrong PINs before a PIN is blocked (CTAP 2.2 §6.5.2).
    public static let maximumPINRetries = 8
    /// The most failed built-in verifications before they are blocked.
    public static let maximumUVRetries = 5

    /// A PIN that is set.
    public struct PINRecord: Sendable, Equatable {
        /// LEFT(SHA-256(PIN), 16): what the device compares.
        public var hash: Secret
        /// Its length in Unicode code points.
        public var codePoints: Int
        /// The PIN itself, for the simulated user who must type it again.
        public var remembered: Secret

        /// Takes the members.
        public init(hash: Secret, codePoints: Int, remembered: Secret) {
            self.hash = hash
            self.codePoints = codePoints
            self.remembered = remembered
        }
    }

    /// What the device attests with; made on first use.
    public struct AttestationIdentity: Sendable, Equatable {
        /// The key that signs statements, in its stored form; the authority's own in a model that certifies each
        /// credential instead of the device.
        public var key: Secret
        /// The certificate of that key.
        public var certificate: [UInt8]
        /// The key of the authority that issued it, in its stored form.
        public var rootKey: Secret
        /// The authority's own certificate.
        public var root: [UInt8]

        /// Takes the members.
        public init(key: Secret, certificate: [UInt8], rootKey: Secret, root: [UInt8]) {
            self.key = key
            self.certificate = certificate
            self.rootKey = rootKey
            self.root = root
        }
    }

    /// Nil when no PIN is set.
    public var pin: PINRecord?
    /// Wrong PINs left.
    public var pinRetries = Self.maximumPINRetries
    /// Failed built-in verifications left.
    public var uvRetries = Self.maximumUVRetries
    /// Nil until something was attested with a certificate.
    public var attestation: AttestationIdentity?

    /// The state of a new device.
    public init() {}
}
