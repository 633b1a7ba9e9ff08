/// The extensions of a certificate while they are read, with the values that path validation needs.
struct ExtensionList {
    var extensions: [X509Extension] = []
    var basicConstraints = BasicConstraints.absent
    var keyUsage: KeyUsage?
    var extendedKeyUsage: [OID]?
    var subjectKeyIdentifier: [UInt8]?
    var authorityKeyIdentifier: [UInt8]?

    /// Reads `[3] EXPLICIT Extensions`, if that stands next.
    mutating func read(
        _ fields: inout DERReader, _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) {
        guard let explicit = try fields.readIfPresent(.context(3)) else { return }
        var inside = explicit.reader
        var list = try inside.readSequence()
        try inside.finish()
        if list.isAtEnd { deviations.append(.noExtensionInList(offset: explicit.offset)) }

        var seen: Set<OID> = []
        while !list.isAtEnd {
            let offset = list.offset
            var members = try list.readSequence()
            let oid = try members.read(.objectIdentifier).objectIdentifier()
            var isCritical = false
            if let flag = try members.readIfPresent(.boolean) {
                isCritical = try flag.boolean()
                if !isCritical { deviations.append(.explicitDefault(offset: flag.offset)) }
            }
            let value = try members.read(.octetString)
            try members.finish()
            guard seen.insert(oid).inserted else {
                throw .certificate(.duplicateExtension(offset: offset, oid))
            }
            extensions.append(X509Extension(oid, isCritical: isCritical, value: Array(value.contents)))
            try interpret(oid, value.reader, &deviations)
        }
    }

    private mutating func interpret(
        _ oid: OID, _ value: DERReader, _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) {
        switch oid {
        case .basicConstraints: basicConstraints = try Self.readBasicConstraints(value, &deviations)
        case .keyUsage: keyUsage = try Self.readKeyUsage(value)
        case .extendedKeyUsage: extendedKeyUsage = try Self.readPurposes(value)
        case .subjectKeyIdentifier, .authorityKeyIdentifier:
            do throws(CryptographyError) {
                if oid == .subjectKeyIdentifier {
                    subjectKeyIdentifier = try Self.readSubjectKeyIdentifier(value)
                } else {
                    authorityKeyIdentifier = try Self.readAuthorityKeyIdentifier(value)
                }
            } catch {
                deviations.append(.unreadableKeyIdentifier(oid))
            }
        default: break
        }
    }

    private static func readBasicConstraints(
        _ value: DERReader, _ deviations: inout [CertificateDeviation]
    ) throws(CryptographyError) -> BasicConstraints {
        var value = value
        var members = try value.readSequence()
        try value.finish()
        var isAuthority = false
        if let flag = try members.readIfPresent(.boolean) {
            isAuthority = try flag.boolean()
            if !isAuthority { deviations.append(.explicitDefault(offset: flag.offset)) }
        }
        let limit = try members.readIfPresent(.integer)
        try members.finish()
        guard let limit else { return isAuthority ? .authority(pathLength: nil) : .endEntity }
        let pathLength = try limit.integer()
        guard isAuthority, pathLength >= 0 else {
            throw .certificate(.badPathLength(offset: limit.offset))
        }
        return .authority(pathLength: pathLength)
    }

    private static func readKeyUsage(_ value: DERReader) throws(CryptographyError) -> KeyUsage {
        var value = value
        let bits = try value.read(.bitString).namedBits()
        try value.finish()
        return KeyUsage(rawValue: bits.filter { $0 < 16 }.reduce(0) { $0 | 1 << UInt16($1) })
    }

    private static func readPurposes(_ value: DERReader) throws(CryptographyError) -> [OID] {
        var value = value
        var members = try value.readSequence()
        try value.finish()
        var purposes: [OID] = []
        while !members.isAtEnd { purposes.append(try members.read(.objectIdentifier).objectIdentifier()) }
        return purposes
    }

    private static func readSubjectKeyIdentifier(_ value: DERReader) throws(CryptographyError) -> [UInt8] {
        var value = value
        let identifier = try value.read(.octetString)
        try value.finish()
        return Array(identifier.contents)
    }

    /// Nil when the issuer is identified in another way only.
    private static func readAuthorityKeyIdentifier(_ value: DERReader) throws(CryptographyError) -> [UInt8]? {
        var value = value
        var members = try value.readSequence()
        try value.finish()
        let key = try members.readIfPresent(.context(0, isConstructed: false))
        // The issuer's name and serial number, which nothing here uses.
        _ = try members.readIfPresent(.context(1))
        _ = try members.readIfPresent(.context(2, isConstructed: false))
        try members.finish()
        return key.map { Array($0.contents) }
    }
}
