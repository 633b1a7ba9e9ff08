public import WebAuthnModel

/// What the SafetyNet service answers about a model, and what the certificate of its web server says.
public struct SafetyNetTemplate: Hashable, Sendable {
    /// The certificate of the service.
    public var certificate: AttestationTemplate
    /// What the service signs with.
    public var algorithm: CompactJWS.Algorithm
    /// The version of Google Play Services.
    public var version: String
    /// What is answered each time; the nonce and the time are filled in.
    public var answer: SafetyNetPayload

    /// Takes the members.
    public init(
        certificate: AttestationTemplate, algorithm: CompactJWS.Algorithm, version: String,
        answer: SafetyNetPayload
    ) {
        self.certificate = certificate
        self.algorithm = algorithm
        self.version = version
        self.answer = answer
    }

    /// The host that the certificate must be issued to (WebAuthn Level 3 §8.5).
    public static let host = "attest.android.com"
}
