public import WebAuthnModel

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
    public internal(set) var status: Status
    /// Why, in a sentence.
    public internal(set) var because: String
    /// The subjects of the certificates, the attesting one first; up to the anchor where it is trusted.
    public let path: [String]
    /// What the metadata says of the model; nil without metadata, and for a model that it does not list.
    public internal(set) var model: Model?
    /// The serial number in a packed certificate, which enterprise attestation has; a claim unless trusted.
    public internal(set) var serialNumber: [UInt8]?
    /// The firmware's number in a packed certificate; a claim unless trusted.
    public internal(set) var firmwareVersion: Int?

    /// What the metadata says of the model that attests, or claims to.
    public struct Model: Hashable, Sendable {
        /// The number of the BLOB.
        public let metadataNumber: Int
        /// The model; nil for a U2F key.
        public let aaguid: AAGUID?
        /// Its name.
        public let description: String?
        /// The latest status report in force; nil for none.
        public let status: AuthenticatorStatus?
    }

    init(
        _ status: Status, attestation: AttestationType = .unknown, because: String, path: [String] = []
    ) {
        self.attestation = attestation
        self.status = status
        self.because = because
        self.path = path
    }
}
