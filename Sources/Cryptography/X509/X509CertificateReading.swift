extension X509Certificate {
    /// Reads a certificate.
    ///
    /// Strict about DER and about what decides trust; what real certificates get wrong without harm is
    /// listed in ``deviations``.
    ///
    /// - Throws: ``CryptographyError/der(_:)`` with the offset, or ``CryptographyError/certificate(_:)``.
    public init(der: [UInt8]) throws(CryptographyError) {
        guard der.count <= Self.maximumLength else { throw .certificate(.tooLong(count: der.count)) }
        var certificate = try DERReader.readWhole(.sequence, of: der).reader
        let signed = try certificate.read(.sequence)
        let outerOffset = certificate.offset
        let outerAlgorithm = try AlgorithmIdentifier(&certificate)
        signature = Array(try certificate.read(.bitString).wholeBytesOfBitString())
        try certificate.finish()

        self.der = der
        signedRange = signed.offset..<signed.contentRange.upperBound
        var deviations: [CertificateDeviation] = []
        var fields = signed.reader
        version = try Self.readVersion(&fields, &deviations)
        serialNumber = try Self.readSerialNumber(&fields, &deviations)
        signatureAlgorithm = try AlgorithmIdentifier(&fields)
        guard signatureAlgorithm == outerAlgorithm else {
            throw .certificate(.signatureAlgorithmMismatch(offset: outerOffset))
        }
        issuer = try Self.readName(&fields, of: der, &deviations)
        var validity = try fields.readSequence()
        notBefore = try Self.readTime(&validity, &deviations)
        notAfter = try Self.readTime(&validity, &deviations)
        try validity.finish()
        subject = try Self.readName(&fields, of: der, &deviations)
        publicKeyInfo = try PublicKeyInfo(&fields)
        publicKey = try? PublicKey(subjectPublicKeyInfo: publicKeyInfo.der)
        // The unique identifiers of issuer and subject, of version 2; nobody uses them.
        for number: UInt32 in 1...2 {
            _ = try fields.readIfPresent(.context(number, isConstructed: false))?.bitString()
        }

        var list = ExtensionList()
        try list.read(&fields, &deviations)
        try fields.finish()
        if version < 3, !list.extensions.isEmpty { deviations.append(.extensionsInVersion(version)) }
        extensions = list.extensions
        basicConstraints = list.basicConstraints
        keyUsage = list.keyUsage
        extendedKeyUsage = list.extendedKeyUsage
        subjectKeyIdentifier = list.subjectKeyIdentifier
        authorityKeyIdentifier = list.authorityKeyIdentifier
        self.deviations = deviations
    }

    private static func readVersion(
        _ fields: inout DERReader, _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) -> Int {
        guard let explicit = try fields.readIfPresent(.context(0)) else { return 1 }
        var inside = explicit.reader
        let element = try inside.read(.integer)
        try inside.finish()
        let number = try element.integer()
        guard (0...2).contains(number) else {
            throw .certificate(.badVersion(offset: element.offset, number: number))
        }
        if number == 0 { deviations.append(.explicitDefault(offset: explicit.offset)) }
        return number + 1
    }

    private static func readSerialNumber(
        _ fields: inout DERReader, _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) -> [UInt8] {
        let octets = Array(try fields.read(.integer).integerBytes())
        if octets == [0] || octets.first.map({ $0 >= 0x80 }) ?? true {
            deviations.append(.serialNumberNotPositive)
        }
        if octets.count > 20 { deviations.append(.serialNumberTooLong(octets: octets.count)) }
        return octets
    }

    private static func readName(
        _ fields: inout DERReader, of der: [UInt8], _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) -> DistinguishedName {
        let start = fields.offset
        let name = try DistinguishedName(&fields)
        // Relative names of one attribute, as nearly all are, have no order.
        if name.relativeNames.contains(where: { $0.count > 1 }),
            !der[start..<fields.offset].elementsEqual(name.encoded)
        {
            deviations.append(.unsortedName(offset: start))
        }
        return name
    }

    private static func readTime(
        _ validity: inout DERReader, _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) -> Int64 {
        if let element = try validity.readIfPresent(.generalizedTime) {
            let time = try element.time()
            if let calendar = CalendarTime(unixSeconds: time), (1950...2049).contains(calendar.year) {
                deviations.append(.generalizedTimeBefore2050(offset: element.offset))
            }
            return time
        }
        return try validity.read(.utcTime).time()
    }
}
