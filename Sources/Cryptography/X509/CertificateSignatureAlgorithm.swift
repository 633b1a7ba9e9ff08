/// How certificates name signature schemes (RFC 3279, 4055, 5758, 8410).
extension AlgorithmIdentifier {
    private static let ecdsa: [HashAlgorithm: OID] = [
        .sha1: "1.2.840.10045.4.1", .sha256: "1.2.840.10045.4.3.2", .sha384: "1.2.840.10045.4.3.3",
        .sha512: "1.2.840.10045.4.3.4",
    ]
    private static let rsaPKCS1: [HashAlgorithm: OID] = [
        .sha1: "1.2.840.113549.1.1.5", .sha256: "1.2.840.113549.1.1.11", .sha384: "1.2.840.113549.1.1.12",
        .sha512: "1.2.840.113549.1.1.13",
    ]
    private static let digests: [HashAlgorithm: OID] = [
        .sha1: "1.3.14.3.2.26", .sha256: "2.16.840.1.101.3.4.2.1", .sha384: "2.16.840.1.101.3.4.2.2",
        .sha512: "2.16.840.1.101.3.4.2.3",
    ]
    private static let rsaPSS: OID = "1.2.840.113549.1.1.10"
    private static let maskGeneration: OID = "1.2.840.113549.1.1.8"

    /// The identifier of a scheme as a certificate signed with `key` names it.
    ///
    /// - Throws: ``CryptographyError/schemeMismatch(_:)`` when this kind of key has no such scheme.
    public init(_ scheme: SignatureScheme, key: PublicKey) throws(CryptographyError) {
        switch (scheme, key) {
        case (.ecdsa(let hash), .ec):
            // The parameters must be absent (RFC 5758 §3.2).
            self.init(Self.ecdsa[hash] ?? "", parameters: nil)
        case (.rsaPKCS1(let hash), .rsa):
            // The parameters must be NULL (RFC 4055 §5).
            self.init(Self.rsaPKCS1[hash] ?? "", parameters: DER.null())
        case (.eddsa, .edwards(let key)):
            self.init(key.curve.objectIdentifier)
        case (.rsaPSS(let hash), .rsa):
            let digest = DER.sequence(DER.objectIdentifier(Self.digests[hash] ?? ""), DER.null())
            let mask = DER.sequence(DER.objectIdentifier(Self.maskGeneration), digest)
            // SHA-1 and its 20 bytes of salt are the defaults, which DER leaves out (RFC 4055 §3.1).
            let members =
                hash == .sha1
                ? []
                : [
                    DER.explicit(0, digest), DER.explicit(1, mask),
                    DER.explicit(2, DER.integer(hash.digestLength)),
                ]
            self.init(Self.rsaPSS, parameters: DER.sequence(of: members))
        default: throw .schemeMismatch(scheme)
        }
    }

    /// The scheme that this identifier names for a signature by `key`.
    ///
    /// - Throws: ``CertificateProblem/unsupportedSignatureAlgorithm(_:)`` for one that is not checked here, or
    ///   that is of another kind than the key.
    public func signatureScheme(by key: PublicKey) throws(CryptographyError) -> SignatureScheme {
        let unsupported = CryptographyError.certificate(.unsupportedSignatureAlgorithm(oid))
        switch key {
        case .ec:
            guard let hash = Self.hash(oid, in: Self.ecdsa), hasNoParameters else { throw unsupported }
            return .ecdsa(hash)
        case .edwards(let key):
            guard oid == key.curve.objectIdentifier, parameters == nil else { throw unsupported }
            return .eddsa
        case .rsa:
            if let hash = Self.hash(oid, in: Self.rsaPKCS1), hasNoParameters { return .rsaPKCS1(hash) }
            guard oid == Self.rsaPSS, let parameters, let hash = try? Self.hash(ofPSS: parameters) else {
                throw unsupported
            }
            return .rsaPSS(hash)
        }
    }

    /// Absent or NULL: certificates in the field have either where only one of them is right.
    private var hasNoParameters: Bool { parameters == nil || parameters == DER.null() }

    private static func hash(_ oid: OID, in table: [HashAlgorithm: OID]) -> HashAlgorithm? {
        HashAlgorithm.allCases.first { table[$0] == oid }
    }

    /// The hash of `RSASSA-PSS-params` (RFC 4055 §3.1), which must be that of the mask too, with a salt as
    /// long as its digest; nil for parameters of any other kind.
    private static func hash(ofPSS parameters: [UInt8]) throws(CryptographyError) -> HashAlgorithm? {
        var members = try DERReader.readWhole(.sequence, of: parameters).reader
        var digest = AlgorithmIdentifier(digests[.sha1] ?? "")
        var mask = AlgorithmIdentifier(maskGeneration, parameters: digest.encoded)
        var numbers = (saltLength: 20, trailer: 1)
        if var explicit = try members.readIfPresent(.context(0))?.reader {
            digest = try AlgorithmIdentifier(&explicit)
            try explicit.finish()
        }
        if var explicit = try members.readIfPresent(.context(1))?.reader {
            mask = try AlgorithmIdentifier(&explicit)
            try explicit.finish()
        }
        if var explicit = try members.readIfPresent(.context(2))?.reader {
            numbers.saltLength = try explicit.read(.integer).integer()
            try explicit.finish()
        }
        if var explicit = try members.readIfPresent(.context(3))?.reader {
            numbers.trailer = try explicit.read(.integer).integer()
            try explicit.finish()
        }
        try members.finish()
        var maskParameters = DERReader(mask.parameters ?? [])
        let maskDigest = try AlgorithmIdentifier(&maskParameters)
        try maskParameters.finish()

        guard mask.oid == maskGeneration, maskDigest.oid == digest.oid, digest.hasNoParameters,
            maskDigest.hasNoParameters, let hash = hash(digest.oid, in: digests)
        else { return nil }
        return numbers == (hash.digestLength, 1) ? hash : nil
    }
}
