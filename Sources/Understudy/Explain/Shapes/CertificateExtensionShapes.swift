internal import Cryptography
internal import WebAuthnModel

extension DERShape {
    /// An extension (RFC 5280 §4.2): the value's shape is that of its identifier.
    static let `extension` = dependent { element in
        let oid = element.leadingObjectIdentifier
        let name = oid.flatMap(OIDNames.name)
        return fields([
            DERField("extnID", .objectIdentifier), DERField("critical", .boolean),
            DERField(
                "extnValue", .octetString,
                as: oid.flatMap { values[$0] } ?? unknownValue(element, name ?? "value")),
        ]).meaning { _, _ in name ?? oid.map { "\($0)" } }
    }

    /// The value of an extension that is not known here: DER where it is that.
    private static func unknownValue(_ extension: DERElement, _ name: String) -> DERShape {
        var fields = `extension`.reader
        while let field = try? fields.readAny() {
            guard field.tag == .octetString else { continue }
            var inside = field.reader
            return (try? inside.readAny()) != nil && inside.isAtEnd ? wrapped(name) : any
        }
        return any
    }

    private static let values: [OID: DERShape] = [
        .basicConstraints: wrapped(
            "BasicConstraints",
            fields([
                DERField("cA", .boolean, as: note("whether the key may sign certificates")),
                DERField("pathLenConstraint", .integer),
            ]).meaning { element, _ in
                element.contents.isEmpty ? "no certification authority" : nil
            }),
        .keyUsage: wrapped("KeyUsage", value { element, _ in usages(element) }),
        .extendedKeyUsage: wrapped("ExtKeyUsageSyntax", each("KeyPurposeId")),
        .subjectKeyIdentifier: wrapped("SubjectKeyIdentifier"),
        .authorityKeyIdentifier: wrapped(
            "AuthorityKeyIdentifier",
            fields([
                DERField("keyIdentifier", .context(0, isConstructed: false)),
                DERField("authorityCertIssuer", .context(1), as: generalNames),
                DERField("authorityCertSerialNumber", .context(2, isConstructed: false)),
            ])),
        .subjectAlternativeName: wrapped("GeneralNames", generalNames),
        .certificatePolicies: wrapped(
            "certificatePolicies", each("PolicyInformation", fields([DERField("policyIdentifier")]))),
        OIDNames.fidoAAGUID: wrapped(
            "AAGUID",
            value { element, context in AAGUID(element.contents).map(context.meaning(of:)) }),
        OIDNames.fidoTransports: wrapped(
            "FIDOU2FTransports", value { element, _ in transports(element) }),
        OIDNames.appleNonce: wrapped(
            "AppleAnonymousAttestation",
            fields([
                DERField(
                    "nonce", .context(1),
                    as: each("nonce", note("SHA-256 of authenticator data and client data hash")))
            ])),
        OIDNames.androidKeyDescription: wrapped("KeyDescription", androidKeyDescription),
    ]

    private static let generalNames = each("GeneralName", dependent { generalName($0) })

    private static func generalName(_ element: DERElement) -> DERShape {
        switch element.tag.number {
        case 4: each("directoryName", name)
        case 1, 2, 6:
            value { element, _ in
                let kinds: [UInt32: String] = [1: "e-mail address", 2: "DNS name", 6: "URI"]
                let text = quoted(String(decoding: element.contents, as: UTF8.self))
                return "\(kinds[element.tag.number] ?? "name") \(text)"
            }
        default: any
        }
    }

    private static let usageNames = [
        "digitalSignature", "contentCommitment", "keyEncipherment", "dataEncipherment", "keyAgreement",
        "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
    ]

    private static func usages(_ element: DERElement) -> String? {
        (try? element.namedBits())?.map { $0 < usageNames.count ? usageNames[$0] : "bit \($0)" }
            .joined(separator: ", ")
    }

    private static func transports(_ element: DERElement) -> String? {
        let names = ["Bluetooth", "Bluetooth Low Energy", "USB", "NFC", "internal USB"]
        return (try? element.namedBits())?.map { $0 < names.count ? names[$0] : "bit \($0)" }
            .joined(separator: ", ")
    }
}
