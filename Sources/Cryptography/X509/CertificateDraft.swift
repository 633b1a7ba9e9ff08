/// A certificate before it is signed; any field may be made wrong on purpose.
public struct CertificateDraft: Hashable, Sendable {
    /// 1, 2 or 3; other numbers are written as they are, less one.
    public var version: Int
    /// The serial number's magnitude, most significant byte first.
    public var serialNumber: [UInt8]
    /// Who signs.
    public var issuer: DistinguishedName
    /// Whose key it is.
    public var subject: DistinguishedName
    /// The first second of validity, in Unix seconds.
    public var notBefore: Int64
    /// The last second of validity, in Unix seconds.
    public var notAfter: Int64
    /// The subject's public key, as DER `SubjectPublicKeyInfo`.
    public var publicKeyInfo: [UInt8]
    /// The extensions in this order.
    public var extensions: [X509Extension]

    /// Drafts a certificate.
    public init(
        version: Int = 3, serialNumber: [UInt8], issuer: DistinguishedName, subject: DistinguishedName,
        notBefore: Int64, notAfter: Int64, publicKey: PublicKey, extensions: [X509Extension] = []
    ) {
        self.version = version
        self.serialNumber = serialNumber
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        publicKeyInfo = publicKey.subjectPublicKeyInfo
        self.extensions = extensions
    }

    /// The part that is signed: the `TBSCertificate` (RFC 5280 §4.1).
    ///
    /// - Throws: ``CertificateProblem/dateOutOfRange(unixSeconds:)``.
    public func signedBytes(algorithm: AlgorithmIdentifier) throws(CryptographyError) -> [UInt8] {
        var fields: [[UInt8]] = []
        // Version 1 is the default, which DER leaves out.
        if version != 1 { fields.append(DER.explicit(0, DER.integer(version &- 1))) }
        fields.append(DER.integer(magnitude: serialNumber))
        fields.append(algorithm.encoded)
        fields.append(issuer.encoded)
        fields.append(DER.sequence(try DER.time(notBefore), try DER.time(notAfter)))
        fields.append(subject.encoded)
        fields.append(publicKeyInfo)
        if !extensions.isEmpty {
            fields.append(DER.explicit(3, DER.sequence(of: extensions.map(\.encoded))))
        }
        return DER.sequence(of: fields)
    }

    /// The certificate, signed by the issuer's key, in DER.
    ///
    /// - Throws: ``CryptographyError/schemeMismatch(_:)`` when the key has no such scheme;
    ///   ``CertificateProblem/dateOutOfRange(unixSeconds:)``.
    public func signed(
        by key: PrivateKey, scheme: SignatureScheme, nonce: NonceGeneration = .random
    ) throws(CryptographyError) -> [UInt8] {
        let algorithm = try AlgorithmIdentifier(scheme, key: key.publicKey)
        let signed = try signedBytes(algorithm: algorithm)
        let signature = try key.signature(for: signed, scheme: scheme, nonce: nonce)
        return DER.sequence(signed, algorithm.encoded, DER.bitString(signature))
    }
}

extension PublicKeyInfo {
    /// The usual identifier of a key: the SHA-1 of its bits (RFC 5280 §4.2.1.2, method 1).
    public var keyIdentifier: [UInt8] { Digest.hash(key, .sha1) }

    /// Takes a key of this room apart.
    public init(_ key: PublicKey) throws(CryptographyError) { try self.init(der: key.subjectPublicKeyInfo) }
}
