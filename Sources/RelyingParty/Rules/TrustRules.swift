internal import WebAuthnModel

/// Whether an attestation is believed, which is apart from its being well-formed.
extension Rule {
    private static let assessing = RulePlace.registering(24, anchor: "reg-ceremony-assess-trust")

    static let trustRules: [Rule] = [
        Rule(
            .chain,
            "The certificates lead, each valid and allowed to, from the attesting one to a trust anchor.",
            registration: .pathValidation,
            exceptions: ["rootIncluded": .choice(.pass, fidoConformance: .fail)], suspect: .authenticator),
        Rule(
            .attestationTrust, "Where nothing but the credential itself vouches for it, that is acceptable.",
            registration: assessing, .choice(.pass), suspect: .configuration),
    ]
}
