internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// What packed and TPM attestation ask alike of the attesting certificate (§8.2.1, §8.3.1).
struct AttestationCertificateForm {
    let certificate: X509Certificate
    let location: () -> ReportLocation

    /// Version 3, and no authority; the rule is left open for further breaches.
    func checkForm(_ code: RuleCode, _ findings: inout FindingList) {
        if certificate.version != 3 {
            findings.breach(
                code, "version", because: "the certificate is of version \(certificate.version)",
                expected: .integer(3), actual: .integer(certificate.version), at: location())
        }
        switch certificate.basicConstraints {
        case .endEntity: break
        case .authority:
            findings.breach(
                code, "isCA", because: "the attesting certificate is a certificate authority's",
                at: location())
        case .absent where certificate.version == 3:
            findings.breach(
                code, "basicConstraintsMissing",
                because: "the certificate does not say that it is no authority", at: location(),
                hint: "Some keys that were sold lack the extension; without it no authority is meant either.")
        case .absent: break
        }
        for deviation in certificate.deviations {
            findings.breach(
                code, deviation.isOfEncoding ? "notStrictlyDER" : "unusual",
                because: "the certificate is unusual: \(deviation)",
                at: location().advanced(by: deviation.offset ?? 0))
        }
    }

    /// The AAGUID, where the certificate names one.
    func checkAAGUID(_ code: RuleCode, _ aaguid: AAGUID?, _ findings: inout FindingList) {
        guard let value = certificate.extensionValue(.fidoAAGUID) else {
            return findings.notApplicable(code, because: "the certificate names no AAGUID")
        }
        if value.isCritical {
            findings.breach(
                code, "critical", because: "the extension that names the AAGUID is critical",
                at: location())
        }
        let inner = try? DERReader.readWhole(.octetString, of: value.value).contents
        guard let inner, inner.count == 16 else {
            return findings.breach(
                code, "notDoubleOctetString",
                because: "the AAGUID is not an OCTET STRING of 16 bytes inside that of the extension",
                actual: .bytes(value.value), at: location())
        }
        guard let aaguid else {
            return findings.skip(code, because: "the authenticator data's AAGUID could not be read")
        }
        guard AAGUID(inner) == aaguid else {
            return findings.breach(
                code, "mismatch",
                because: "the certificate was issued for another model than the authenticator data names",
                expected: .text(aaguid.description),
                actual: .text(AAGUID(inner)?.description ?? ""), at: location())
        }
        findings.passUnlessBroken(code)
    }
}

extension OID {
    /// `id-fido-gen-ce-aaguid`: for which model a certificate was issued.
    static let fidoAAGUID: OID = "1.3.6.1.4.1.45724.1.1.4"
}

extension CertificateDeviation {
    /// Whether it breaks DER, and not only the profile of RFC 5280.
    fileprivate var isOfEncoding: Bool {
        switch self {
        case .explicitDefault, .unsortedName: true
        default: false
        }
    }

    /// Where in the certificate it stands, for those that say so.
    fileprivate var offset: Int? {
        switch self {
        case .explicitDefault(let offset), .unsortedName(let offset), .generalizedTimeBefore2050(let offset),
            .noExtensionInList(let offset):
            offset
        default: nil
        }
    }
}

extension PublicKey {
    /// Whether signatures of an algorithm can be made with such a key.
    ///
    /// A certificate's key may lie on any curve: it is only for credentials that WebAuthn ties a curve to an
    /// ECDSA algorithm.
    func fits(_ kind: COSEAlgorithm.KeyKind) -> Bool {
        switch (self, kind) {
        case (.ec, .ec2), (.rsa, .rsa): true
        case (.edwards(let key), .okp(let curve)): key.curve == curve
        default: false
        }
    }
}
