public import CBOR
public import COSE
public import Cryptography
public import WebAuthnModel

/// What a statement is about.
public struct AttestationSubject: Sendable {
    /// The authenticator data as it will be sent.
    public var authenticatorData: [UInt8]
    /// The hash of the client data.
    public var clientDataHash: ClientDataHash
    /// The new credential's ID.
    public var credentialID: [UInt8]
    /// The new credential's key.
    public var key: PrivateKey
    /// The new credential's algorithm.
    public var algorithm: COSEAlgorithm
    /// Whether the statement is an enterprise attestation, which may tell one device from another of its model.
    public var mayIdentifyDevice: Bool

    /// What every format of this family signs.
    public var signedBytes: [UInt8] { authenticatorData + clientDataHash.bytes }
}

/// What an attester works with.
public struct AttestationTools: Sendable {
    /// Makes the signature.
    public let signer: any Signer
    /// Draws what is made for one credential.
    public let random: any RandomSource
    /// Draws the identity that the device keeps.
    public let randomness: Randomness
    /// How signatures get their nonces.
    public let nonce: NonceGeneration
    /// Keeps what is made on first use.
    public let store: any CredentialStore
    /// Milliseconds since 1970.
    public let now: Int64
}

/// An attestation statement with its format.
public struct Attestation: Hashable, Sendable {
    /// The format identifier.
    public var format: String
    /// The statement.
    public var statement: CBORValue

    /// Takes both.
    public init(format: String, statement: CBORValue) {
        self.format = format
        self.statement = statement
    }
}

/// Why a statement could not be made.
public enum AttestationError: Error, Hashable, Sendable {
    /// The store failed.
    case store(StoreError)
    /// The cryptographic library failed.
    case cryptography(CryptographyError)
}

/// Makes attestation statements.
public protocol Attester: Sendable {
    /// The statement about a new credential.
    func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation

    /// What its statements are signed with and lead to, made now if it was not there: one for each authority.
    func identities(
        with tools: AttestationTools
    ) throws(AttestationError) -> [AuthenticatorState.AttestationIdentity]
}

extension Attester {
    /// None, for a format without certificates.
    public func identities(
        with tools: AttestationTools
    ) throws(AttestationError) -> [AuthenticatorState.AttestationIdentity] { [] }
}

/// An attester whose statements have certificates.
protocol CertifiedAttester: Attester {
    var authority: AttestationAuthority { get }
}

extension CertifiedAttester {
    /// That of its own authority.
    public func identities(
        with tools: AttestationTools
    ) throws(AttestationError) -> [AuthenticatorState.AttestationIdentity] { [try authority.identity(tools)] }
}
