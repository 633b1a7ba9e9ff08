internal import WebAuthnModel

/// Statements of Android's SafetyNet service (§8.5), which leaves most of its rules to the vendor's guidance.
extension Rule {
    static let safetyNetRules: [Rule] = [
        Rule(
            .safetyNetVersion, "ver is a text that is not empty.", registration: .safetyNet,
            suspect: .authenticator),
        Rule(
            .safetyNetResponse, "response is a JSON Web Signature in compact form, of a JSON object.",
            registration: .safetyNet, suspect: .authenticator),
        Rule(
            .safetyNetJWS,
            "The answer is signed with ES256 or RS256 by the key of its first certificate, and its header sends "
                + "nobody elsewhere.",
            registration: .safetyNet, suspect: .authenticator),
        Rule(
            .safetyNetCertificates,
            "The header's x5c is an array of one or more certificates, the signing one first.",
            registration: .safetyNet, suspect: .authenticator),
        Rule(
            .safetyNetHostname, "The signing certificate was issued to attest.android.com.",
            registration: .safetyNet, suspect: .authenticator),
        Rule(
            .safetyNetNonce,
            "nonce is the base64 of the SHA-256 of authenticator data and the hash of the client data.",
            registration: .safetyNet, suspect: .authenticator),
        Rule(
            .safetyNetProfileMatch, "The service says that the device passed the compatibility tests.",
            registration: .safetyNet, .choice(.fail, lenient: .warn), suspect: .authenticator),
        Rule(
            .safetyNetTimestamp, "The answer was made within the last minute.", registration: .safetyNet,
            .choice(.fail, lenient: .warn), suspect: .authenticator),
    ]
}
