internal import WebAuthnModel

/// Format `android-key` (§8.4).
extension Rule {
    /// The union of both lists counts; a relying party may want the trusted environment's word: `tee-only`.
    private static let listChoices: [String: Mark] = [
        "absent": .choice(.warn), "softwareOnly": .choice(.pass),
    ]

    static let androidKeyRules: [Rule] = [
        Rule(
            .androidKeyCertificates,
            "x5c is an array of one or more certificates, the credential's own first.",
            registration: .androidKey, suspect: .authenticator),
        Rule(
            .androidKeyAlgorithm, "alg is an algorithm of the certificate's key.", registration: .androidKey,
            suspect: .authenticator),
        Rule(
            .androidKeySignature,
            "sig is valid over authenticator data and the hash of the client data, by the certificate's key.",
            registration: .androidKey, suspect: .authenticator),
        Rule(
            .androidKeyLeafKey, "The certificate is of the credential's own key.", registration: .androidKey,
            suspect: .authenticator),
        Rule(
            .androidKeyDescription,
            "The certificate's extension 1.3.6.1.4.1.11129.2.1.17 is a key description.",
            registration: .androidKey,
            exceptions: ["integerSecurityLevel": .should, "tagOrder": .should], suspect: .authenticator),
        Rule(
            .androidKeyChallenge, "attestationChallenge is the hash of the client data.",
            registration: .androidKey, suspect: .authenticator),
        Rule(
            .androidKeyAllApplications, "No authorization list has the member allApplications.",
            registration: .androidKey, suspect: .authenticator),
        Rule(
            .androidKeyOrigin, "The key was made in the key store: origin is KM_ORIGIN_GENERATED.",
            registration: .androidKey, exceptions: listChoices, suspect: .authenticator),
        Rule(
            .androidKeyPurpose, "The key is for signing: purpose is KM_PURPOSE_SIGN.",
            registration: .androidKey, exceptions: listChoices, suspect: .authenticator),
    ]
}
