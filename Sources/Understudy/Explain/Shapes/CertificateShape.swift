internal import Cryptography

extension Dissection {
    /// Cuts an X.509 certificate (RFC 5280 §4.1).
    mutating func certificate(_ range: Range<Int>) {
        wholeDER(range, "Certificate", .certificate)
        do {
            for deviation in try X509Certificate(der: Array(bytes[range])).deviations {
                remark(deviation.moved(by: range.lowerBound).description, at: range.lowerBound)
            }
        } catch {
            // What the encoding is guilty of was told on the way.
            if !hasErrors(in: range) {
                reportDER(error, movedBy: range.lowerBound)
            }
        }
    }

    /// Cuts a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    mutating func subjectPublicKeyInfo(_ range: Range<Int>) {
        wholeDER(range, "SubjectPublicKeyInfo", .subjectPublicKeyInfo)
        guard !hasErrors(in: range) else { return }
        do { _ = try PublicKey(subjectPublicKeyInfo: Array(bytes[range])) } catch {
            reportDER(error, movedBy: range.lowerBound)
        }
    }
}

extension DERShape {
    static let certificate = fields([
        DERField("tbsCertificate", .sequence, as: tbsCertificate),
        DERField("signatureAlgorithm", .sequence, as: algorithmIdentifier),
        DERField("signatureValue", .bitString, as: signatureValue),
    ]).meaning { element, _ in
        guard let certificate = try? X509Certificate(der: Array(element.encoded)) else { return nil }
        return certificate.isSelfIssued
            ? "of \(certificate.subject), issued by itself"
            : "of \(certificate.subject.isEmpty ? "no subject name" : "\(certificate.subject)"), "
                + "issued by \(certificate.issuer)"
    }

    private static let tbsCertificate = fields([
        DERField(
            "version", .context(0),
            as: each(
                "version",
                value { element, _ in (try? element.integer()).map { "version \($0 &+ 1)" } })),
        DERField("serialNumber", .integer), DERField("signature", .sequence, as: algorithmIdentifier),
        DERField("issuer", .sequence, as: name), DERField("validity", .sequence, as: validity),
        DERField("subject", .sequence, as: name),
        DERField("subjectPublicKeyInfo", .sequence, as: subjectPublicKeyInfo),
        DERField("issuerUniqueID", .context(1, isConstructed: false)),
        DERField("subjectUniqueID", .context(2, isConstructed: false)),
        DERField("extensions", .context(3), as: each("extensions", each("extension", .extension))),
    ]).meaning { _, _ in "what the issuer signs" }

    private static let validity = fields([
        DERField("notBefore", .utcTime, .generalizedTime, as: time),
        DERField("notAfter", .utcTime, .generalizedTime, as: time),
    ])

    private static let time = DERShape.any

    /// An algorithm, and parameters that are of its choosing (RFC 5280 §4.1.1.2).
    static let algorithmIdentifier = fields([
        DERField("algorithm", .objectIdentifier), DERField("parameters"),
    ]).meaning { element, _ in
        guard let oid = element.leadingObjectIdentifier else { return nil }
        return OIDNames.name(oid) ?? "\(oid)"
    }

    /// A name: a sequence of sets of attributes (RFC 5280 §4.1.2.4).
    static let name = each("relative name", each("attribute", .attribute)).meaning { element, _ in
        var reader = DERReader(Array(element.encoded))
        guard let name = try? DistinguishedName(&reader) else { return nil }
        return name.isEmpty ? "the empty name" : quoted("\(name)")
    }

    private static let attribute = dependent { element in
        let type = element.leadingObjectIdentifier.flatMap(OIDNames.name)
        return fields([DERField("type", .objectIdentifier), DERField(type ?? "value")])
    }

    /// The encoding of the algorithm's choosing: DER for ECDSA, bare bytes for the others.
    private static let signatureValue = dependent { element in
        ecdsaSignature.fits((try? element.wholeBytesOfBitString()) ?? [])
            ? wrapped("ECDSA signature", ecdsaSignature.shape) : any
    }.meaning { _, _ in "the issuer's signature over tbsCertificate" }

    /// A key with its algorithm.
    static let subjectPublicKeyInfo = dependent { element in
        var inside = element.reader
        let algorithm = try? inside.readAny().leadingObjectIdentifier
        let key: DERShape =
            switch algorithm {
            case .some(.rsaEncryption): wrapped("RSAPublicKey", rsaPublicKey)
            case .some(.ecPublicKey): value { element, _ in pointForm(element) }
            default: any
            }
        return fields([
            DERField("algorithm", .sequence, as: algorithmIdentifier),
            DERField("subjectPublicKey", .bitString, as: key),
        ])
    }

    /// RFC 8017 appendix A.1.1.
    static let rsaPublicKey = fields([
        DERField(
            "modulus", .integer,
            as: value { element, _ in
                guard let digits = try? element.magnitude(), let first = digits.first else { return nil }
                return "n, \(digits.count * 8 - first.leadingZeroBitCount) bits"
            }), DERField("publicExponent", .integer, as: note("e")),
    ])

    private static func pointForm(_ element: DERElement) -> String? {
        guard let bytes = try? element.wholeBytesOfBitString(), let first = bytes.first else { return nil }
        return switch first {
        case 4: "an uncompressed point: 04, then x and y of \(byteCount(bytes.count / 2)) each"
        case 2, 3: "a compressed point, which WebAuthn does not use"
        default: "a point of an unknown form"
        }
    }
}
