public import Bytes
public import WebAuthnModel

/// What extensions keep with a credential (CTAP 2.2 §12).
public struct CredentialExtensions: Sendable, Equatable {
    /// The two secrets of hmac-secret; each answer comes from one of them (§12.5).
    public struct Randoms: Sendable, Equatable {
        /// Bytes in each.
        public static let length = 32
        /// CredRandomWithUV.
        public var withUV: Secret
        /// CredRandomWithoutUV.
        public var withoutUV: Secret

        /// Takes both.
        public init(withUV: Secret, withoutUV: Secret) {
            self.withUV = withUV
            self.withoutUV = withoutUV
        }
    }

    /// Who is told of the credential.
    public var protection: CredentialProtectionPolicy
    /// Nil where the credential was made without hmac-secret and prf.
    public var randoms: Randoms?
    /// credBlob; nil where none was stored.
    public var blob: [UInt8]?
    /// Nil where none was asked for.
    public var largeBlobKey: Secret?

    /// Nothing unless told otherwise.
    public init(
        protection: CredentialProtectionPolicy = .userVerificationOptional, randoms: Randoms? = nil,
        blob: [UInt8]? = nil, largeBlobKey: Secret? = nil
    ) {
        self.protection = protection
        self.randoms = randoms
        self.blob = blob
        self.largeBlobKey = largeBlobKey
    }
}
