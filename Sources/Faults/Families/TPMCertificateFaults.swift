internal import Cryptography
internal import WebAuthnModel

/// The certificate of a TPM's attestation key (WebAuthn Level 3 §8.3.1); its authority signs the lie.
extension Fault {
    private static let issued = FaultFamily(
        .certificate, signs: .overTheLie, where: .ceremony(.create), .format("tpm"))

    static let tpmCertificateFaults: [Fault] = [
        issued(
            .tpmCertificate, "version", "The certificate is of version 2.", .certificate { $0.version = 2 }),
        issued(
            .tpmCertificate, "isCA", "The certificate is an authority's.",
            .certificateExtension(.basicConstraints) { _ in .basicConstraints(.authority(pathLength: nil)) }),
        issued(
            .tpmCertificate, "subjectNotEmpty", "The certificate's subject has a name in it.",
            .certificate { $0.subject = DistinguishedName(.commonName("A TPM")) }),
        issued(
            .tpmCertificate, "basicConstraintsMissing",
            "The certificate does not say that it is no authority's.",
            .certificateExtension(.basicConstraints) { _ in nil }),
        issued(
            .tpmAlternativeName, "missing", "The certificate does not name the TPM.",
            .certificateExtension(.subjectAlternativeName) { _ in nil }),
        issued(
            .tpmAlternativeName, "notCritical", "The name of the TPM is not critical, with an empty subject.",
            .certificateExtension(.subjectAlternativeName) { X509Extension($0.oid, value: $0.value) }),
        issued(
            .tpmAlternativeName, "attributeMissing", "The certificate does not name the TPM's vendor.",
            .certificateExtension(.subjectAlternativeName) { _ in
                name(vendor: nil)
            }),
        issued(
            .tpmAlternativeName, "unknownVendor", "The vendor is not in the register of TPM vendors.",
            .certificateExtension(.subjectAlternativeName) { _ in name(vendor: "id:FFFFFFFF") }),
        issued(
            .tpmKeyUsage, "missing", "The certificate does not say what its key is for.",
            .certificateExtension(.extendedKeyUsage) { _ in nil }),
        issued(
            .tpmKeyUsage, "other", "The certificate is a web server's.",
            .certificateExtension(.extendedKeyUsage) { _ in .extendedKeyUsage(["1.3.6.1.5.5.7.3.1"]) }),
        issued(
            .tpmAAGUID, "mismatch", "The certificate was issued for another model.",
            .certificate { draft in
                draft.edit(.aaguidExtension) { _ in nil }
                draft.extensions.append(
                    X509Extension(
                        .aaguidExtension, value: DER.octetString(Array("understudy-model".utf8))))
            }),
    ]

    private static func name(vendor: String?) -> X509Extension {
        let others: [DistinguishedName.Attribute] = [
            .init("2.23.133.2.2", "TPM"), .init("2.23.133.2.3", "id:1"),
        ]
        return .subjectAlternativeName(
            DistinguishedName(
                relativeNames: [(vendor.map { [.init("2.23.133.2.1", $0)] } ?? []) + others]),
            isCritical: true)
    }
}
