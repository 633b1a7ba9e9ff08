extension Explanation {
    /// What bytes can be recognised as; the raw value is the word of the JSON form.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// `RegistrationResponseJSON` (WebAuthn Level 3 §5.1).
        case registrationResponse
        /// `AuthenticationResponseJSON` (§5.1).
        case authenticationResponse
        /// `PublicKeyCredentialCreationOptionsJSON` (§5.1.8), bare or in `publicKey`.
        case creationOptions
        /// `PublicKeyCredentialRequestOptionsJSON` (§5.1.9), bare or in `publicKey`.
        case requestOptions
        /// `CollectedClientData`, serialised (§5.8.1).
        case clientData
        /// An attestation object (§6.5.4).
        case attestationObject
        /// Authenticator data (§6.1).
        case authenticatorData
        /// A COSE_Key (RFC 9052 section 7).
        case coseKey
        /// An X.509 certificate (RFC 5280 §4.1).
        case certificate
        /// A SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
        case subjectPublicKeyInfo
        /// An RSAPublicKey (RFC 8017 appendix A.1.1).
        case rsaPublicKey
        /// An ECDSA signature in DER (RFC 3279 section 2.2.3).
        case ecdsaSignature
        /// A CTAP command byte and its parameters (CTAP 2.2 §8.1).
        case ctapRequest
        /// A CTAP status byte and its data (CTAP 2.2 §8.1).
        case ctapResponse
        /// What `understudy verify` prints.
        case verificationReport
        /// A credential record (WebAuthn Level 3 §4).
        case credentialRecord
        /// What `understudy create` and `get` print when the browser would have rejected the promise.
        case rejection
        /// A JSON Web Signature in compact form (RFC 7515 section 7.1).
        case webSignature
        /// A signed BLOB of the FIDO Metadata Service (Metadata Service 3.0 §3.1.7), a JSON Web Signature.
        case metadataBLOB
        /// What such a BLOB says (§3.1.6).
        case metadataPayload
        /// A model identifier (WebAuthn Level 3 §6.5.1).
        case aaguid
        /// Some other CBOR item (RFC 8949).
        case cbor
        /// Some other DER element (X.690).
        case der
        /// Some other JSON text (RFC 8259).
        case json
        /// Several PEM blocks (RFC 7468), each a section.
        case pemBundle
        /// Text of no notation that is known here.
        case text
        /// Bytes that nothing is known of.
        case bytes

        /// The name for people.
        public var title: String {
            switch self {
            case .registrationResponse: "registration response"
            case .authenticationResponse: "authentication response"
            case .creationOptions: "creation options"
            case .requestOptions: "request options"
            case .clientData: "client data"
            case .attestationObject: "attestation object"
            case .authenticatorData: "authenticator data"
            case .coseKey: "COSE key"
            case .certificate: "X.509 certificate"
            case .subjectPublicKeyInfo: "SubjectPublicKeyInfo"
            case .rsaPublicKey: "RSA public key"
            case .ecdsaSignature: "ECDSA signature"
            case .ctapRequest: "CTAP request"
            case .ctapResponse: "CTAP response"
            case .verificationReport: "verification report"
            case .credentialRecord: "credential record"
            case .rejection: "rejected promise"
            case .webSignature: "JSON Web Signature"
            case .metadataBLOB: "metadata BLOB"
            case .metadataPayload: "metadata payload"
            case .aaguid: "AAGUID"
            case .cbor: "CBOR"
            case .der: "DER"
            case .json: "JSON"
            case .pemBundle: "PEM blocks"
            case .text: "text"
            case .bytes: "bytes of no known structure"
            }
        }

        /// Whether the bytes are text, so that they are shown as such.
        public var isText: Bool {
            switch self {
            case .registrationResponse, .authenticationResponse, .creationOptions, .requestOptions,
                .clientData, .verificationReport, .credentialRecord, .rejection, .json, .text, .webSignature,
                .metadataBLOB, .metadataPayload:
                true
            default: false
            }
        }
    }
}
