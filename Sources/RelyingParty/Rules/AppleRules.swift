internal import WebAuthnModel

/// Format `apple` (§8.8).
extension Rule {
    static let appleRules: [Rule] = [
        Rule(
            .appleCertificates, "x5c is an array of one or more certificates, the credential's own first.",
            registration: .apple, suspect: .authenticator),
        Rule(
            .appleNonce,
            "The certificate's extension 1.2.840.113635.100.8.2 holds the SHA-256 of authenticator data and hash of "
                + "the client data.",
            registration: .apple, suspect: .authenticator),
        Rule(
            .appleLeafKey, "The certificate is of the credential's own key.", registration: .apple,
            suspect: .authenticator),
    ]
}
