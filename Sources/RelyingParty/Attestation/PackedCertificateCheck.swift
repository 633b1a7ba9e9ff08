internal import Cryptography
internal import WebAuthnModel

/// The requirements on the attesting certificate of a packed statement (§8.2.1).
struct PackedCertificateCheck {
    let certificate: X509Certificate
    let location: () -> ReportLocation

    /// Whether nothing rejects the certificate.
    func run(aaguid: AAGUID?, _ findings: inout FindingList) -> Bool {
        let form = AttestationCertificateForm(certificate: certificate, location: location)
        form.checkForm(.packedCertificate, &findings)
        findings.passUnlessBroken(.packedCertificate)
        checkSubject(&findings)
        form.checkAAGUID(.packedAAGUID, aaguid, &findings)
        checkExtension(
            .fidoSerialNumber, .packedSerialNumber, "notOctetString", "the serial number is no OCTET STRING",
            DeviceIdentity.serialNumber, &findings)
        checkExtension(
            .fidoFirmwareVersion, .packedFirmwareVersion, "notInteger",
            "the firmware's number is no INTEGER of at most 63 bits", DeviceIdentity.firmwareVersion,
            &findings)
        return !findings.isRejected(.packedCertificate)
            && !findings.isRejected(.packedSubject) && !findings.isRejected(.packedAAGUID)
            && !findings.isRejected(.packedSerialNumber) && !findings.isRejected(.packedFirmwareVersion)
    }

    /// An extension that nearly no certificate has.
    private func checkExtension<Value>(
        _ oid: OID, _ code: RuleCode, _ variant: String, _ because: String, _ read: (X509Extension) -> Value?,
        _ findings: inout FindingList
    ) {
        guard let value = certificate.extensionValue(oid) else { return }
        if value.isCritical {
            findings.breach(code, "critical", because: "extension \(oid) is critical", at: location())
        }
        if read(value) == nil {
            findings.breach(code, variant, because: because, actual: .bytes(value.value), at: location())
        }
        findings.passUnlessBroken(code)
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
}
