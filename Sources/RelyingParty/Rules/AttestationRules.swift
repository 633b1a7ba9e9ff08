internal import WebAuthnModel

/// The attestation statement and its formats (§8).
extension Rule {
    private static let verifying = RulePlace.registering(22, anchor: "reg-ceremony-verify-attestation")

    /// What a model should be like by its metadata, which no procedure compares.
    private static let otherThanMetadata = Mark.choice(.warn, fidoConformance: .fail)

    static let attestationRules: [Rule] = [
        Rule(
            .attestationFormat, "fmt is a text that names a known attestation statement format.",
            registration: .registering(21), exceptions: ["sinceLevel3": .choice(.ignore, level2: .fail)],
            suspect: .authenticator),
        Rule(
            .attestationStatement, "attStmt is a correct statement of its format.", registration: verifying,
            suspect: .authenticator),
        Rule(
            .noneStatement, "A statement of format none is an empty map.",
            registration: .webAuthn("sctn-none-attestation"), suspect: .client),
        Rule(
            .packedStatement, "A packed statement is a map of alg, sig and, with a certificate, x5c.",
            registration: .packed, suspect: .authenticator),
        Rule(
            .packedAlgorithm,
            "alg is an algorithm of the key that signed; in self attestation, the credential's own.",
            registration: .packed, exceptions: ["otherThanMetadata": otherThanMetadata],
            suspect: .authenticator),
        Rule(
            .packedSignature,
            "sig is valid over authenticator data and the hash of the client data, by the key that attests.",
            registration: .packed, suspect: .authenticator),
        Rule(
            .packedCertificates, "x5c is an array of one or more certificates, the attesting one first.",
            registration: .packed, exceptions: ["missingWhenExpected": otherThanMetadata],
            suspect: .authenticator),
        Rule(
            .packedCertificate, "The attesting certificate is X.509 version 3 and no authority.",
            registration: .packedCertificate,
            exceptions: [
                "basicConstraintsMissing": .should, "notStrictlyDER": .should, "unusual": .choice(.warn),
            ],
            suspect: .authenticator),
        Rule(
            .packedSubject,
            "The certificate's subject has a country of two letters, an organisation, the unit "
                + "\"Authenticator Attestation\" and a common name.",
            registration: .packedCertificate, suspect: .authenticator),
        Rule(
            .packedAAGUID,
            "Where the certificate names an AAGUID, it is that of the authenticator data, in two OCTET STRINGs and "
                + "not critical.",
            registration: .packedCertificate, suspect: .authenticator),
        Rule(
            .packedCertificateAlgorithm,
            "The certificate's key is of an algorithm that the metadata lists for the model.",
            registration: .metadata("metadata-blob-payload-entry-dictionary"), otherThanMetadata,
            suspect: .authenticator),
        Rule(
            .packedSerialNumber,
            "Where the certificate names a serial number, that is an OCTET STRING and not critical.",
            registration: .webAuthn("sctn-enterprise-packed-attestation-cert-requirements"), .should,
            suspect: .authenticator),
        Rule(
            .packedFirmwareVersion,
            "Where the certificate names its firmware, that is an INTEGER, not negative and not critical.",
            registration: .packedCertificate, suspect: .authenticator),
    ]
}
