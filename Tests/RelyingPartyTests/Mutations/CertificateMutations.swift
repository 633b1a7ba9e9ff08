import Bytes
import CBOR
import COSE
import Cryptography
import RelyingParty
import TestSupport
import WebAuthnModel

/// The attesting certificate: with the authority's recorded signature, and issued again.
extension RegistrationMutations {
    /// Where the format has no rule of its own about a certificate's form.
    static func form(
        _ reason: String
    ) -> @Sendable (VectorRegistration) -> Row.Expected {
        { subject in
            guard subject.certificate != nil else { return .absent }
            return rules[subject.vector.format]?.form.map { .fails($0) } ?? .unseen(reason)
        }
    }

    static func subjectRow(_ name: String, _ subject: DistinguishedName) -> Row {
        Row(
            "certificate.subject, \(name)", .certificate,
            ifCertified { isFormat($0, "packed") ? .packedSubject : nil }
        ) { $0.editLeaf = { $0.subject = subject } }
    }

    /// The AAGUID's extension, in a certificate of packed or TPM attestation.
    static func modelRow(_ name: String, _ value: [UInt8], critical: Bool = false) -> Row {
        Row(
            "certificate.AAGUID, \(name)", .certificate,
            ifCertified { ["packed": .packedAAGUID, "tpm": .tpmAAGUID][$0.vector.format] }
        ) { subject in
            let own = DER.octetString(subject.data.attestedCredentialData?.aaguid.bytes.bytes ?? [])
            subject.editLeaf = {
                $0.set(
                    CertificateRecipe.aaguidExtension,
                    X509Extension(
                        CertificateRecipe.aaguidExtension, isCritical: critical,
                        value: value.isEmpty ? own : value))
            }
        }
    }

    static let certificate: [Row] =
        [
            Row("certificate.version", .certificate, form("the format asks for no version")) {
                $0.editLeaf = { $0.version = 2 }
            },
            Row("certificate.basicConstraints", .certificate, form("the format does not forbid it")) {
                $0.editLeaf = {
                    $0.set(.basicConstraints, .basicConstraints(.authority(pathLength: nil)))
                }
            },
            subjectRow("no country", CertificateRecipe.subject(country: nil)),
            subjectRow("no organisation", CertificateRecipe.subject(organization: nil)),
            subjectRow("other unit", CertificateRecipe.subject(unit: "Attestation")),
            subjectRow("no common name", CertificateRecipe.subject(commonName: nil)),
            Row(
                "certificate.subject", .certificate,
                { isFormat($0, "tpm") ? .fails(.tpmCertificate) : .absent }
            ) {
                $0.editLeaf = { $0.subject = CertificateRecipe.subject() }
            },
            modelRow("other", DER.octetString([UInt8](repeating: 9, count: 16))),
            modelRow("one OCTET STRING", [UInt8](repeating: 9, count: 16)),
            modelRow("critical", [], critical: true),
            Row(
                "certificate.alternativeName missing", .certificate,
                { isFormat($0, "tpm") ? .fails(.tpmAlternativeName) : .absent }
            ) { $0.editLeaf = { $0.set(.subjectAlternativeName, nil) } },
            Row(
                "certificate.extendedKeyUsage", .certificate,
                { isFormat($0, "tpm") ? .fails(.tpmKeyUsage) : .absent }
            ) { $0.editLeaf = { $0.set(.extendedKeyUsage, .extendedKeyUsage(["1.3.6.1.5.5.7.3.1"])) } },
            Row("certificate.key", .certificate, otherCertificateKey) { subject in
                let key = try TestKeys.stranger().publicKey
                subject.editLeaf = { $0.publicKeyInfo = key.subjectPublicKeyInfo }
            },
            Row("certificate.key, no point", .certificate, noPoint) {
                $0.editLeaf = { $0.publicKeyInfo[$0.publicKeyInfo.count - 1] ^= 1 }
            },
        ] + validity

    static func pathRow(
        _ name: String, _ edit: @escaping @Sendable (inout CertificateDraft) -> Void
    ) -> Row {
        Row("certificate.\(name)", .certificate, ifCertified { _ in .chain }) { $0.editLeaf = edit }
    }

    /// What the path asks of the certificate, whatever the format.
    static let validity: [Row] = [
        pathRow("notAfter") { $0.notAfter = CertificateRecipe.now - 1 },
        pathRow("notBefore") { $0.notBefore = CertificateRecipe.now + 1 },
        pathRow("issuer") { $0.issuer = DistinguishedName(.commonName("Another authority")) },
        pathRow("unknown critical extension") { $0.extensions.append(unknown) },
        Row("certificate.serialNumber", .certificate, unseenInACertificate("any serial number is right")) {
            $0.editLeaf = { $0.serialNumber[0] ^= 1 }
        },
        Row("certificate.issued by another", .issuer, ifCertified { _ in .chain }) {
            $0.issuer = try TestKeys.attacker()
        },
        Row("certificate.malformed", .certificate, ifCertified(unreadable)) {
            $0.editStatement = { statement in
                guard let der = statement[text: "x5c"]?.arrayValue?.first?.bytesValue else { return }
                statement = statement.setting("x5c", to: [.bytes(Array(der.dropLast()))])
            }
        },
    ]

    private static let unknown = X509Extension("1.2.3.4", isCritical: true, value: [5, 0])

    private static func unseenInACertificate(
        _ reason: String
    ) -> @Sendable (VectorRegistration) -> Row.Expected {
        { $0.certificate == nil ? .absent : .unseen(reason) }
    }

    /// Whose key it is does not fit what was signed, or what is certified.
    private static func otherCertificateKey(_ subject: VectorRegistration) -> Row.Expected {
        switch subject.vector.format {
        case "apple": .fails(.appleLeafKey)
        case "android-key": .absent
        default: rule { $0.signature }(subject).ifCertified(subject)
        }
    }

    private static func noPoint(_ subject: VectorRegistration) -> Row.Expected {
        unreadable(subject).map { .fails($0) } ?? .absent
    }

    /// Under which rule a certificate is told that cannot be used.
    private static let unreadable: @Sendable (VectorRegistration) -> RuleCode? = { subject in
        guard subject.certificate != nil else { return nil }
        return switch subject.vector.format {
        case "packed": .packedCertificate
        case "tpm": .tpmCertificate
        case "fido-u2f": .u2fCertificateKey
        case "android-key": .androidKeyCertificates
        default: .appleCertificates
        }
    }
}

extension Mutation.Expected where Subject == VectorRegistration {
    fileprivate func ifCertified(_ subject: VectorRegistration) -> Self {
        subject.certificate == nil ? .absent : self
    }
}
