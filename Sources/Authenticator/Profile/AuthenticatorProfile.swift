public import COSE
public import CTAP
public import Cryptography
public import WebAuthnModel

/// A model of authenticator as a value: everything that tells one from another is in here.
public struct AuthenticatorProfile: Hashable, Sendable {
    /// The short name, `yubikey-5` for example.
    public var name: String
    /// The name for people.
    public var title: String
    /// Where the authenticator sits.
    public var attachment: AuthenticatorAttachment
    /// How clients reach it, whether or not it says so itself.
    public var transports: [AuthenticatorTransport]
    /// What the real model makes keys for, most preferred first, whether or not it says so itself.
    public var modelAlgorithms: [COSEAlgorithm]
    /// What the real model answers to getInfo; the device answers with the part of it that works here.
    public var claims: GetInfoResponse
    /// Claims about members that ``claims`` has no place for.
    public var unmodelledClaims: [WithheldClaim]
    /// How the user is verified.
    public var userVerification: UserVerificationMethod
    /// How many discoverable credentials fit, and whether every credential is one.
    public var discoverable: DiscoverableSupport
    /// Bytes in a credential ID, 16 to 1023.
    public var credentialIDLength: Int
    /// BE and BS of new credentials.
    public var backup: CredentialBackup
    /// How signature counters move.
    public var counter: CounterManner
    /// What it attests with.
    public var attestation: AttestationManner
    /// How well credentials are protected for which nothing else is asked.
    public var credentialProtection: CredentialProtectionPolicy

    /// Takes the members; transports and algorithms are those of the claims unless they are given.
    public init(
        name: String, title: String, attachment: AuthenticatorAttachment,
        transports: [AuthenticatorTransport]? = nil, modelAlgorithms: [COSEAlgorithm]? = nil,
        claims: GetInfoResponse, unmodelledClaims: [WithheldClaim] = [],
        userVerification: UserVerificationMethod, discoverable: DiscoverableSupport,
        credentialIDLength: Int, backup: CredentialBackup, counter: CounterManner,
        attestation: AttestationManner,
        credentialProtection: CredentialProtectionPolicy = .userVerificationOptional
    ) {
        self.name = name
        self.title = title
        self.attachment = attachment
        self.transports = transports ?? claims.transports
        self.modelAlgorithms = modelAlgorithms ?? claims.algorithms
        self.claims = claims
        self.unmodelledClaims = unmodelledClaims
        self.userVerification = userVerification
        self.discoverable = discoverable
        self.credentialIDLength = credentialIDLength
        self.backup = backup
        self.counter = counter
        self.attestation = attestation
        self.credentialProtection = credentialProtection
    }

    /// The model identifier.
    public var aaguid: AAGUID { claims.aaguid }

    /// The algorithms that it makes keys for: those of the model that work here, most preferred first.
    public var algorithms: [COSEAlgorithm] { modelAlgorithms.filter(\.canSign) }

    /// Whether ``algorithms`` has it.
    func makesKeys(for algorithm: COSEAlgorithm) -> Bool {
        algorithm.canSign && modelAlgorithms.contains(algorithm)
    }
}

/// How an authenticator verifies its user.
public enum UserVerificationMethod: Hashable, Sendable {
    /// It cannot.
    case none
    /// By a PIN that the client asks for; at least this many code points.
    case clientPIN(minimumLength: Int)
    /// By itself: a fingerprint, a face, the device's own code.
    case builtIn
}

/// What an authenticator does about discoverable credentials.
public enum DiscoverableSupport: Hashable, Sendable {
    /// None.
    case unsupported
    /// When asked, as long as there is room.
    case whenRequested(capacity: Int)
    /// Every credential is one, asked or not.
    case always

    /// How many fit; nil for no limit.
    public var capacity: Int? {
        switch self {
        case .unsupported: 0
        case .whenRequested(let capacity): capacity
        case .always: nil
        }
    }
}

/// How an authenticator moves its signature counters (WebAuthn Level 3 §6.1.1).
///
/// Where there is a greatest step, each is drawn from 1 up to it.
public enum CounterManner: Hashable, Sendable {
    /// It has none: always zero.
    case constantZero
    /// One for each credential, with `start` at registration.
    case perCredential(start: UInt32 = 1, maximumStep: UInt32 = 1)
    /// One for all credentials of the device, which also rises at registrations.
    case global(maximumStep: UInt32 = 1)
    /// The seconds since 1970 by the device's clock, and in any case more than the last time.
    case timeBased
}

/// What an authenticator attests with when the client wants to know.
public enum AttestationManner: Hashable, Sendable {
    /// Nothing.
    case none
    /// The credential's own key, in the packed format.
    case packedSelf
    /// A key with a certificate from the model's own authority, in the packed format.
    case packedCertificate(AttestationTemplate)
    /// A TPM's attestation key, with a certificate from the model's own authority.
    case tpm(TPMTemplate)
    /// A key with a certificate from the model's own authority, as U2F keys do.
    case fidoU2F(AttestationTemplate)
    /// A certificate for each credential from the model's own authority, as Apple's devices do.
    case apple(AttestationTemplate)
    /// A certificate for each credential that describes its key, as Android's key store makes; the challenge is
    /// filled in.
    case androidKey(AttestationTemplate, KeyDescription)
    /// An answer of the SafetyNet service, signed with the key of a web server.
    case safetyNet(SafetyNetTemplate)
    /// Several of the other manners, all about one credential.
    case compound([AttestationManner])

    /// The attestation statement format identifier.
    public var format: String {
        switch self {
        case .none: NoneStatement.format
        case .packedSelf, .packedCertificate: PackedStatement.format
        case .tpm: TPMStatement.format
        case .fidoU2F: FIDOU2FStatement.format
        case .apple: AppleStatement.format
        case .androidKey: AndroidKeyStatement.format
        case .safetyNet: SafetyNetStatement.format
        case .compound: CompoundStatement.format
        }
    }

    /// The manners that it is made of: itself, or those of a compound one.
    public var parts: [AttestationManner] { if case .compound(let parts) = self { parts } else { [self] } }

    /// To whom it may tell which one device it is; nil for a manner that never does.
    public var enterprise: EnterpriseAttestation? {
        for part in parts { if case .packedCertificate(let template) = part { return template.enterprise } }
        return nil
    }

    /// Whether its statements lead to an authority of the model's own.
    public var hasCertificates: Bool {
        switch self {
        case .none, .packedSelf: false
        case .packedCertificate, .tpm, .fidoU2F, .apple, .androidKey, .safetyNet: true
        case .compound(let parts): parts.contains(where: \.hasCertificates)
        }
    }
}

/// What a model's attestation certificates say; keys and serial numbers are drawn.
public struct AttestationTemplate: Hashable, Sendable {
    /// The authority's name.
    public var issuer: DistinguishedName
    /// The leaf's name.
    public var subject: DistinguishedName
    /// Seconds since 1970.
    public var notBefore: Int64
    /// Seconds since 1970.
    public var notAfter: Int64
    /// Whether the leaf names the AAGUID in its extension 1.3.6.1.4.1.45724.1.1.4.
    public var namesAAGUID: Bool
    /// Nil for a model that is not capable of enterprise attestation.
    public var enterprise: EnterpriseAttestation?

    /// Takes the members.
    public init(
        issuer: DistinguishedName, subject: DistinguishedName, notBefore: Int64, notAfter: Int64,
        namesAAGUID: Bool, enterprise: EnterpriseAttestation? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.namesAAGUID = namesAAGUID
        self.enterprise = enterprise
    }
}
