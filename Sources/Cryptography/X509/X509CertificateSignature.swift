extension X509Certificate {
    /// Whether this certificate is signed by the subject of another; the names are not looked at.
    ///
    /// - Throws: ``CertificateProblem/unsupportedIssuerKey`` or
    ///   ``CertificateProblem/unsupportedSignatureAlgorithm(_:)`` when it cannot be checked here.
    public func isSigned(by issuer: X509Certificate) throws(CryptographyError) -> Bool {
        guard let key = issuer.publicKey else { throw .certificate(.unsupportedIssuerKey) }
        return try isSigned(by: key)
    }

    /// Whether this certificate is signed by a key.
    ///
    /// - Throws: ``CertificateProblem/unsupportedSignatureAlgorithm(_:)`` when it cannot be checked here.
    public func isSigned(by key: PublicKey) throws(CryptographyError) -> Bool {
        let scheme = try signatureAlgorithm.signatureScheme(by: key)
        return try key.isValidSignature(signature, for: signedBytes, scheme: scheme)
    }
}
