internal import WebAuthnModel

/// Statements of format `tpm` (§8.3) and the certificate of the attestation key (§8.3.1).
extension Rule {
    private static let statement = RulePlace.webAuthn("sctn-tpm-attestation")
    private static let certificate = RulePlace.webAuthn("sctn-tpm-cert-requirements")

    private static func ofStatement(_ code: RuleCode, _ text: String) -> Rule {
        Rule(code, text, registration: statement, suspect: .authenticator)
    }

    static let tpmRules: [Rule] = [
        ofStatement(
            .tpmStatement, "A TPM statement is a map of ver, alg, x5c, sig, certInfo and pubArea."),
        ofStatement(.tpmVersion, "ver is \"2.0\"."),
        ofStatement(
            .tpmAlgorithm, "alg is an algorithm of the attestation key, and has a hash for extraData."),
        ofStatement(
            .tpmCertificates,
            "x5c is an array of one or more certificates, that of the attestation key first."
        ),
        ofStatement(.tpmSignature, "sig is valid over certInfo by the attestation key."),
        ofStatement(.tpmPublicArea, "pubArea is a TPMT_PUBLIC and nothing else."),
        ofStatement(.tpmParameters, "The parameters in pubArea are those of the credential's key."),
        ofStatement(.tpmUnique, "The key in pubArea is the credential's."),
        ofStatement(.tpmCertInfo, "certInfo is a TPMS_ATTEST and nothing else."),
        ofStatement(.tpmMagic, "magic in certInfo is TPM_GENERATED_VALUE."),
        ofStatement(.tpmType, "type in certInfo is TPM_ST_ATTEST_CERTIFY."),
        ofStatement(
            .tpmExtraData,
            "extraData in certInfo is the hash, by that of alg, of authenticator data and hash of the client data."
        ),
        ofStatement(.tpmAttested, "attested in certInfo is a TPMS_CERTIFY_INFO."),
        ofStatement(
            .tpmAttestedName,
            "The name that certInfo attests is pubArea's: its name algorithm, and its hash by that."),
        Rule(
            .tpmCertificate,
            "The attestation key's certificate is X.509 version 3, of an empty subject, and no authority.",
            registration: certificate,
            exceptions: [
                "basicConstraintsMissing": .should, "notStrictlyDER": .should, "unusual": .choice(.warn),
            ],
            suspect: .authenticator),
        Rule(
            .tpmAlternativeName,
            "The certificate's alternative name names the TPM's vendor, model and version, and is critical.",
            registration: certificate,
            exceptions: ["notCritical": .should, "unknownVendor": .choice(.warn)], suspect: .authenticator),
        Rule(
            .tpmKeyUsage, "The certificate's extended key usage has tcg-kp-AIKCertificate.",
            registration: certificate, suspect: .authenticator),
        Rule(
            .tpmAAGUID,
            "Where the certificate names an AAGUID, it is that of the authenticator data, in two OCTET STRINGs and "
                + "not critical.",
            registration: statement, suspect: .authenticator),
    ]
}
