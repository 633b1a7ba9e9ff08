internal import Authenticator
internal import Cryptography
internal import WebAuthnModel

/// The attesting certificate of a packed statement (WebAuthn Level 3 §8.2.1); its authority signs the lie.
extension Fault {
    private static let issued = FaultFamily(
        .certificate, signs: .overTheLie, where: .ceremony(.create), .format("packed"), .certificates)

    static let packedCertificateFaults: [Fault] = [
        issued(
            .packedCertificate, "version", "The certificate is of version 1.",
            .certificate {
                $0.version = 1
                $0.extensions = []
            }),
        issued(
            .packedCertificate, "isCA", "The certificate is an authority's.",
            .certificateExtension(.basicConstraints) { _ in
                .basicConstraints(.authority(pathLength: nil))
            }),
        issued(
            .packedCertificate, "basicConstraintsMissing",
            "The certificate does not say that it is no authority's, as those of some keys that were sold.",
            .certificateExtension(.basicConstraints) { _ in nil }),
        issued(
            .packedCertificate, "malformed", "The certificate is cut off.",
            .attestation { (attestation, _) throws(AttestationError) in
                attestation.certificates = attestation.certificates.map { Array($0.dropLast()) }
            }),
        issued(
            .packedSubject, "countryInvalid", "The certificate's country is a name instead of two letters.",
            .certificate { $0.replaceSubject(.country, with: [.country("Sweden")]) }),
        issued(
            .packedSubject, "organisationMissing", "The certificate names no organisation.",
            .certificate { $0.replaceSubject(.organization, with: []) }),
        issued(
            .packedSubject, "unitWrong", "The certificate's unit is not \"Authenticator Attestation\".",
            .certificate {
                $0.replaceSubject(
                    .organizationalUnit, with: [.organizationalUnit("Authenticators")])
            }),
        issued(
            .packedSubject, "commonNameMissing", "The certificate has no common name.",
            .certificate { $0.replaceSubject(.commonName, with: []) }),
        issued(
            .packedAAGUID, "mismatch", "The certificate was issued for another model.",
            .certificateExtension(.aaguidExtension) { _ in
                X509Extension(.aaguidExtension, value: DER.octetString(Array("understudy-model".utf8)))
            }),
        issued(
            .packedAAGUID, "critical", "The extension that names the model is critical.",
            .certificateExtension(.aaguidExtension) { value in
                X509Extension(value.oid, isCritical: true, value: value.value)
            }),
        issued(
            .packedAAGUID, "notDoubleOctetString", "The model stands in one OCTET STRING instead of two.",
            .certificateExtension(.aaguidExtension) { value in
                X509Extension(value.oid, value: Array(value.value.dropFirst(2)))
            }),
    ]
}
