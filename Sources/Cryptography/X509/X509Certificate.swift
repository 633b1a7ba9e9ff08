/// An X.509 certificate, read strictly and completely (RFC 5280 §4.1).
public struct X509Certificate: Sendable {
    /// The whole certificate, as it came.
    public let der: [UInt8]
    /// 1, 2 or 3; the number written is one less.
    public let version: Int
    /// The contents octets of the serial number: two's complement, most significant byte first.
    public let serialNumber: [UInt8]
    /// The algorithm of the issuer's signature.
    public let signatureAlgorithm: AlgorithmIdentifier
    /// Who signed.
    public let issuer: DistinguishedName
    /// The first second of validity, in Unix seconds.
    public let notBefore: Int64
    /// The last second of validity, in Unix seconds.
    public let notAfter: Int64
    /// Whose key it is.
    public let subject: DistinguishedName
    /// The subject's public key with its algorithm, as written.
    public let publicKeyInfo: PublicKeyInfo
    /// The subject's public key; nil when it is of a kind, or has a value, that is not used here.
    public let publicKey: PublicKey?
    /// All extensions in the order written.
    public let extensions: [X509Extension]
    /// Whether the key may sign certificates.
    public let basicConstraints: BasicConstraints
    /// What the key may be used for; nil when the certificate does not say.
    public let keyUsage: KeyUsage?
    /// The purposes that the key is limited to; nil when the certificate does not say.
    public let extendedKeyUsage: [OID]?
    /// The identifier of the subject's key.
    public let subjectKeyIdentifier: [UInt8]?
    /// The identifier of the issuer's key.
    public let authorityKeyIdentifier: [UInt8]?
    /// What was read although RFC 5280 or DER forbids it.
    public let deviations: [CertificateDeviation]

    /// The signature, as the algorithm writes it.
    public let signature: [UInt8]
    /// The part that is signed: the `TBSCertificate`, as a range of ``der``.
    public let signedRange: Range<Int>

    /// The most bytes that are read.
    ///
    /// Certificates with hash-based signatures, the longest there are, stay below 50 KB.
    public static let maximumLength = 65_536
}

extension X509Certificate {
    /// The bytes that the issuer signed.
    public var signedBytes: [UInt8] { Array(der[signedRange]) }

    /// Whether subject and issuer have the same name; the signature says whether it is self-signed.
    public var isSelfIssued: Bool { subject.matches(issuer) }

    /// Whether it is valid at a time, in Unix seconds; both ends belong to the validity.
    public func isValid(at unixSeconds: Int64) -> Bool {
        notBefore <= unixSeconds && unixSeconds <= notAfter
    }

    /// The extension of an identifier, if there is one.
    public func extensionValue(_ oid: OID) -> X509Extension? {
        extensions.first { $0.oid == oid }
    }
}

extension X509Certificate: Hashable {
    /// Compares the bytes.
    public static func == (a: Self, b: Self) -> Bool { a.der == b.der }

    /// Feeds the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
