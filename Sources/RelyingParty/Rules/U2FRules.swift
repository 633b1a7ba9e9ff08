internal import WebAuthnModel

/// Format `fido-u2f` (§8.6).
extension Rule {
    static let u2fRules: [Rule] = [
        Rule(
            .u2fCertificates, "x5c is an array of exactly one certificate.", registration: .u2f,
            suspect: .authenticator),
        Rule(
            .u2fCertificateKey, "The attesting certificate's key is an elliptic curve key on P-256.",
            registration: .u2f, suspect: .authenticator),
        Rule(
            .u2fCredentialKey, "The credential's key is on P-256, with x and y of 32 bytes each.",
            registration: .u2f, suspect: .authenticator),
        Rule(
            .u2fAAGUID, "A U2F key knows no model identifier: the AAGUID is zero.", registration: .u2f,
            .choice(.pass, fidoConformance: .fail), suspect: .client),
        Rule(
            .u2fSignature,
            "sig is valid over 00, RP ID hash, hash of the client data, credential ID and public point, by the "
                + "certificate's key.",
            registration: .u2f, suspect: .authenticator),
    ]
}
