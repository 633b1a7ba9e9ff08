internal import WebAuthnModel

/// Authenticator data (§6.1) and what the procedures ask of it.
extension Rule {
    static let authenticatorDataRules: [Rule] = [
        Rule(
            .attestation, "The attestation object is one item of CBOR, in the canonical form of CTAP2.",
            registration: .registering(13),
            exceptions: ["keyOrder": .should, "nonShortestLength": .should], suspect: .transport),
        Rule(
            .attestationAuthenticatorData, "authData is a byte string.", registration: .registering(13),
            suspect: .authenticator),
        Rule(
            .authenticatorData, "Authenticator data has 37 bytes and just what its flags announce.",
            registration: .authenticatorData, authentication: .authenticatorData, suspect: .authenticator),
        Rule(
            .rpIDHash, "rpIdHash is the SHA-256 of the RP ID.",
            registration: .registering(14),
            authentication: .asserting(15, anchor: "rp-op-verifying-assertion-step-rpid-hash"),
            suspect: .client),
        Rule(
            .flags, "The reserved flags are zero.", registration: .authenticatorData,
            authentication: .authenticatorData, .choice(.warn), suspect: .authenticator),
        Rule(
            .flagUP, "UP is set: the user was there, unless the registration was conditional.",
            registration: .registering(15), authentication: .asserting(16),
            exceptions: ["clearInConditionalCreate": .choice(.pass, level2: .fail)], suspect: .authenticator),
        Rule(
            .flagUV, "UV is set where user verification is required.",
            registration: .registering(16), authentication: .asserting(17), suspect: .authenticator),
        Rule(
            .flagBS, "BS is set only where BE is.",
            registration: .registering(17), authentication: .asserting(18), .mustSinceLevel3,
            exceptions: ["changed": .choice(.pass, level2: .ignore)],
            suspect: .authenticator),
        Rule(
            .flagBE, "BE never changes in the life of a credential.", authentication: .asserting(19),
            .choice(.fail, level2: .ignore, lenient: .warn), suspect: .authenticator),
        Rule(
            .flagAT, "AT is set exactly where attested credential data follows, which is in registrations.",
            registration: .authenticatorData, authentication: .authenticatorData,
            exceptions: ["setInAssertion": .should], suspect: .authenticator),
        Rule(
            .flagED, "ED is set exactly where extension outputs follow.",
            registration: .authenticatorData, authentication: .authenticatorData, suspect: .authenticator),
        Rule(
            .counter, "The signature counter is zero for ever, or larger than the one stored.",
            authentication: .asserting(22), .choice(.fail, lenient: .warn), suspect: .authenticator),
        Rule(
            .aaguid, "The AAGUID is whole, and one that is accepted.",
            registration: .attestedCredentialData, exceptions: ["zero": .choice(.pass)],
            suspect: .authenticator),
        Rule(
            .credentialID,
            "The credential ID has 1 to 1023 bytes; a new one is known to nobody, a known one was allowed.",
            registration: .registering(25), authentication: .asserting(5),
            exceptions: ["short": .choice(.warn)], suspect: .authenticator),
        Rule(
            .authenticatorExtensions, "The extension outputs are one CBOR map with names as keys.",
            registration: .authenticatorData, authentication: .authenticatorData,
            exceptions: ["unsolicited": .choice(.pass)], suspect: .authenticator),
    ]
}
