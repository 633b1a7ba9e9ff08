internal import Cryptography
internal import WebAuthnModel

/// The requirements on the attesting certificate of a packed statement (§8.2.1).
struct PackedCertificateCheck {
    let certificate: X509Certificate
    let location: () -> ReportLocation

    /// Whether nothing rejects the certificate.
    func run(aaguid: AAGUID?, _ findings: inout FindingList) -> Bool {
        checkForm(&findings)
        checkSubject(&findings)
        checkAAGUID(aaguid, &findings)
        return !findings.isRejected(.packedCertificate)
            && !findings.isRejected(.packedSubject) && !findings.isRejected(.packedAAGUID)
    }

    private func checkForm(_ findings: inout FindingList) {
        if certificate.version != 3 {
            findings.breach(
                .packedCertificate, "version",
                because: "the certificate is of version \(certificate.version)",
                expected: .integer(3), actual: .integer(certificate.version), at: location())
        }
        switch certificate.basicConstraints {
        case .endEntity: break
        case .authority:
            findings.breach(
                .packedCertificate, "isCA", because: "the attesting certificate is a certificate authority's",
                at: location())
        case .absent where certificate.version == 3:
            findings.breach(
                .packedCertificate, "basicConstraintsMissing",
                because: "the certificate does not say that it is no authority", at: location(),
                hint: "Some keys that were sold lack the extension; without it no authority is meant either.")
        case .absent: break
        }
        for deviation in certificate.deviations {
            findings.breach(
                .packedCertificate, deviation.isOfEncoding ? "notStrictlyDER" : "unusual",
                because: "the certificate is unusual: \(deviation)",
                at: location().advanced(by: deviation.offset ?? 0))
        }
        findings.passUnlessBroken(.packedCertificate)
    }

    private func checkSubject(_ findings: inout FindingList) {
        let subject = certificate.subject
        let shown = ReportValue.text(subject.description)
        let country = subject.values(of: .country)
        if country.isEmpty || !country.allSatisfy(Self.isCountry) {
            findings.breach(
                .packedSubject, "countryInvalid", because: "the subject names no country by its two letters",
                actual: shown, at: location())
        }
        if subject.values(of: .organization).allSatisfy(\.isEmpty) {
            findings.breach(
                .packedSubject, "organisationMissing", because: "the subject names no organisation",
                actual: shown, at: location())
        }
        let unit = "Authenticator Attestation"
        if !subject.values(of: .organizationalUnit).contains(unit) {
            findings.breach(
                .packedSubject, "unitWrong", because: "the subject's unit is not \"\(unit)\"",
                expected: .text("OU=\(unit)"), actual: shown, at: location())
        }
        if subject.values(of: .commonName).allSatisfy(\.isEmpty) {
            findings.breach(
                .packedSubject, "commonNameMissing", because: "the subject has no common name",
                actual: shown, at: location())
        }
        findings.passUnlessBroken(.packedSubject)
    }

    /// Two capital letters; which of them are assigned changes over the years, and vectors use those that never
    /// will be.
    private static func isCountry(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    private func checkAAGUID(_ aaguid: AAGUID?, _ findings: inout FindingList) {
        guard let value = certificate.extensionValue(.fidoAAGUID) else {
            return findings.notApplicable(.packedAAGUID, because: "the certificate names no AAGUID")
        }
        if value.isCritical {
            findings.breach(
                .packedAAGUID, "critical", because: "the extension that names the AAGUID is critical",
                at: location())
        }
        let inner = try? DERReader.readWhole(.octetString, of: value.value).contents
        guard let inner, inner.count == 16 else {
            return findings.breach(
                .packedAAGUID, "notDoubleOctetString",
                because: "the AAGUID is not an OCTET STRING of 16 bytes inside that of the extension",
                actual: .bytes(value.value), at: location())
        }
        guard let aaguid else {
            return findings.skip(.packedAAGUID, because: "the authenticator data's AAGUID could not be read")
        }
        guard AAGUID(inner) == aaguid else {
            return findings.breach(
                .packedAAGUID, "mismatch",
                because: "the certificate was issued for another model than the authenticator data names",
                expected: .text(aaguid.description),
                actual: .text(AAGUID(inner)?.description ?? ""), at: location())
        }
        findings.passUnlessBroken(.packedAAGUID)
    }
}

extension OID {
    /// `id-fido-gen-ce-aaguid`: for which model a certificate was issued.
    static let fidoAAGUID: OID = "1.3.6.1.4.1.45724.1.1.4"
}

extension CertificateDeviation {
    /// Whether it breaks DER, and not only the profile of RFC 5280.
    fileprivate var isOfEncoding: Bool { if case .explicitDefault = self { true } else { false } }

    /// Where in the certificate it stands, for those that say so.
    fileprivate var offset: Int? {
        switch self {
        case .explicitDefault(let offset), .generalizedTimeBefore2050(let offset),
            .noExtensionInList(let offset):
            offset
        default: nil
        }
    }
}
