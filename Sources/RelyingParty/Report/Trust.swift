/// What vouches for the make of the authenticator, and whether that is believed.
public struct Trust: Hashable, Sendable {
    /// Which kind of attestation the statement conveys (§6.5.4).
    public enum AttestationType: String, Hashable, Sendable {
        /// No attestation.
        case none
        /// The credential's own key signed.
        case selfAttestation = "self"
        /// A certified key signed; whether it is of one device or of a batch, the statement does not say.
        case certified
        /// The statement is wrong or was not checked.
        case unknown
    }

    /// Whether it is believed.
    ///
    /// Only ``trusted`` is evidence of a model; the AAGUID means nothing otherwise.
    public enum Status: String, Hashable, Sendable {
        /// An authentication has no attestation.
        case notApplicable
        /// Nothing vouches: attestation none or self, or a statement that is wrong.
        case none
        /// There are certificates, and no anchor was given to judge them by.
        case unverified
        /// The certificates do not lead to an anchor as they should.
        case untrusted
        /// The certificates lead to an anchor.
        case trusted
    }

    /// The kind of attestation.
    public let attestation: AttestationType
    /// Whether it is believed.
    public let status: Status
    /// Why, in a sentence.
    public let because: String
    /// The subjects of the certificates, the attesting one first; up to the anchor where it is trusted.
    public let path: [String]

    init(
        _ status: Status, attestation: AttestationType = .unknown, because: String, path: [String] = []
    ) {
        self.attestation = attestation
        self.status = status
        self.because = because
        self.path = path
    }
}
