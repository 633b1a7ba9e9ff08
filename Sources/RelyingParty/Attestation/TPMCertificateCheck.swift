internal import Cryptography
internal import WebAuthnModel

/// The requirements on the certificate of a TPM's attestation key (§8.3.1).
struct TPMCertificateCheck {
    let certificate: X509Certificate
    let location: () -> ReportLocation

    /// Whether nothing rejects the certificate.
    func run(aaguid: AAGUID?, _ findings: inout FindingList) -> Bool {
        let form = AttestationCertificateForm(certificate: certificate, location: location)
        form.checkForm(.tpmCertificate, &findings)
        if !certificate.subject.isEmpty {
            findings.breach(
                .tpmCertificate, "subjectNotEmpty", because: "the certificate's subject is not empty",
                actual: .text(certificate.subject.description), at: location())
        }
        findings.passUnlessBroken(.tpmCertificate)
        checkAlternativeName(&findings)
        checkKeyUsage(&findings)
        form.checkAAGUID(.tpmAAGUID, aaguid, &findings)
        let codes: [RuleCode] = [.tpmCertificate, .tpmAlternativeName, .tpmKeyUsage, .tpmAAGUID]
        return !codes.contains { findings.isRejected($0) }
    }

    /// Vendor, model and version in a directory name, in one relative name or in one each (TCG "EK Credential
    /// Profile", §3.2.9).
    private func checkAlternativeName(_ findings: inout FindingList) {
        guard let value = certificate.extensionValue(.subjectAlternativeName) else {
            return breach(
                "missing", "the certificate has no alternative name, which would name the TPM", &findings)
        }
        if !value.isCritical {
            breach("notCritical", "the alternative name is not critical, with an empty subject", &findings)
        }
        let names: [GeneralName]
        do { names = try certificate.subjectAlternativeNames() } catch {
            return breach("malformed", "the alternative name cannot be read: \(error)", &findings)
        }
        let attributes = names.flatMap { name -> [DistinguishedName.Attribute] in
            if case .directory(let name) = name { name.attributes } else { [] }
        }
        func texts(_ type: OID) -> [String] {
            attributes.filter { $0.type == type }.map(\.value.text).filter { !$0.isEmpty }
        }
        let missing = [
            ("manufacturer", OID.tpmManufacturer), ("model", .tpmModel), ("version", .tpmVersion),
        ].filter { texts($0.1).isEmpty }.map(\.0)
        guard missing.isEmpty else {
            return breach(
                "attributeMissing",
                "the alternative name lacks the TPM's \(missing.joined(separator: ", "))", &findings)
        }
        if let vendor = texts(.tpmManufacturer).first(where: { TPMVendors.name(of: $0) == nil }) {
            breach(
                "unknownVendor", "the vendor is not in the register of TPM vendors", actual: .text(vendor),
                &findings)
        }
        findings.passUnlessBroken(.tpmAlternativeName)
    }

    private func checkKeyUsage(_ findings: inout FindingList) {
        let purposes = certificate.extendedKeyUsage
        guard let purposes, purposes.contains(.tpmAttestationKey) else {
            return findings.breach(
                .tpmKeyUsage, purposes == nil ? "missing" : "other",
                because: purposes == nil
                    ? "the certificate has no extended key usage"
                    : "the certificate's extended key usage is not that of an attestation key",
                expected: .text(OID.tpmAttestationKey.description),
                actual: purposes.map { .list($0.map { .text($0.description) }) }, at: location())
        }
        findings.pass(.tpmKeyUsage)
    }

    private func breach(
        _ variant: String, _ because: String, actual: ReportValue? = nil, _ findings: inout FindingList
    ) {
        findings.breach(.tpmAlternativeName, variant, because: because, actual: actual, at: location())
    }
}

extension OID {
    /// `tcg-at-tpmManufacturer`.
    static let tpmManufacturer: OID = "2.23.133.2.1"
    /// `tcg-at-tpmModel`.
    static let tpmModel: OID = "2.23.133.2.2"
    /// `tcg-at-tpmVersion`.
    static let tpmVersion: OID = "2.23.133.2.3"
    /// `tcg-kp-AIKCertificate`.
    static let tpmAttestationKey: OID = "2.23.133.8.3"
}
