public import COSE
public import Cryptography
public import WebAuthnModel

/// What tells a model's TPM from others: its certificate of attestation, and what stands in what it signs.
public struct TPMTemplate: Hashable, Sendable {
    /// The authority's name.
    public var issuer: DistinguishedName
    /// Seconds since 1970.
    public var notBefore: Int64
    /// Seconds since 1970.
    public var notAfter: Int64
    /// Whether the certificate names the AAGUID.
    public var namesAAGUID: Bool
    /// The vendor, such as `id:494E5443`: four bytes of the register of TPM vendors (TCG "EK Credential Profile").
    public var manufacturer: String
    /// The vendor's name for the model.
    public var model: String
    /// The firmware's version, such as `id:00010002`.
    public var version: String
    /// The clock of everything that is attested.
    public var clockInfo: TPMClockInfo

    /// Takes the members.
    public init(
        issuer: DistinguishedName, notBefore: Int64, notAfter: Int64, namesAAGUID: Bool,
        manufacturer: String, model: String, version: String,
        clockInfo: TPMClockInfo = TPMClockInfo(clock: 0, resetCount: 0, restartCount: 0, safe: 1)
    ) {
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.namesAAGUID = namesAAGUID
        self.manufacturer = manufacturer
        self.model = model
        self.version = version
        self.clockInfo = clockInfo
    }

    /// Whether a TPM can hold keys of an algorithm: RSA, and the curves of NIST.
    public static func canHold(_ algorithm: COSEAlgorithm) -> Bool {
        switch algorithm.keyKind {
        case .rsa, .ec2(.p256), .ec2(.p384), .ec2(.p521): true
        default: false
        }
    }

    /// The certificate's subject is empty (WebAuthn Level 3 §8.3.1): the alternative name has the names.
    var certificate: AttestationTemplate {
        AttestationTemplate(
            issuer: issuer, subject: DistinguishedName(), notBefore: notBefore, notAfter: notAfter,
            namesAAGUID: namesAAGUID)
    }

    /// The purpose, and the directory name of three attributes in one relative name.
    var leafExtensions: [X509Extension] {
        let name = DistinguishedName(relativeNames: [
            [
                .init("2.23.133.2.1", manufacturer), .init("2.23.133.2.2", model),
                .init("2.23.133.2.3", version),
            ]
        ])
        // tcg-kp-AIKCertificate; critical, because the subject is empty (RFC 5280 §4.2.1.6).
        return [.extendedKeyUsage(["2.23.133.8.3"]), .subjectAlternativeName(name, isCritical: true)]
    }
}
