public import Authenticator
public import COSE
public import CTAP
public import Cryptography
public import JSON
public import WebAuthnModel

/// One change at one seam of the parties; what a fault is made of.
///
/// Each case is a seam. Edits that change nothing are found out: the ceremony then ends with
/// ``FaultError/withoutEffect(_:)``.
public enum FaultEdit: Sendable {
    /// The client data before it is serialised.
    case clientData(@Sendable (inout CollectedClientData) -> Void)
    /// The client data's bytes, before they are hashed.
    case clientDataBytes(@Sendable (inout [UInt8]) -> Void)
    /// What the client asks of the device in a registration.
    case creationRequest(@Sendable (inout MakeCredentialRequest) -> Void)
    /// What the client asks of the device in an authentication.
    case assertionRequest(@Sendable (inout GetAssertionRequest) -> Void)
    /// What the device says of itself.
    case info(@Sendable (inout GetInfoResponse) -> Void)
    /// How the device makes a key pair.
    case keyPair(any CredentialKeyMaker)
    /// The bytes of the credential public key.
    case credentialKey(@Sendable (inout [UInt8]) -> Void)
    /// Authenticator data as parts, before it is signed.
    case authenticatorData(@Sendable (inout AuthenticatorData) -> Void)
    /// Authenticator data as finished bytes, before it is signed.
    case authenticatorDataBytes(@Sendable (inout [UInt8]) -> Void)
    /// What is signed and with which key.
    case signing(@Sendable (inout SigningInput) throws(CryptographyError) -> Void)
    /// A signature, once it is made.
    case signature(@Sendable (inout [UInt8]) -> Void)
    /// What an attestation statement is about.
    case subject(@Sendable (inout AttestationSubject) -> Void)
    /// An attestation statement, with what it takes to make another.
    case attestation(@Sendable (inout Attestation, AttestationWork) throws(AttestationError) -> Void)
    /// New credentials on their way into the store.
    case savedCredentials(@Sendable (inout [StoredCredential]) -> Void)
    /// A signature counter that the store hands out.
    case signCount(@Sendable (inout UInt32) -> Void)
    /// The response, as JSON.
    case response(@Sendable (inout JSONValue) -> Void)
    /// The response's bytes.
    case responseBytes(@Sendable (inout [UInt8]) -> Void)
}

/// A signature that is about to be made.
public struct SigningInput: Sendable {
    /// What is signed.
    public var message: [UInt8]
    /// With which key.
    public var key: PrivateKey
    /// How.
    public var algorithm: COSEAlgorithm
}
