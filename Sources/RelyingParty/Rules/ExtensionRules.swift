internal import WebAuthnModel

/// Extension outputs (§9, §10; CTAP §12): whoever answers, answers in the right shape and without contradiction.
///
/// Nobody has to answer, so no policy fails a response for an output that is absent.
extension Rule {
    private static func client(
        _ code: RuleCode, _ text: String, _ anchor: String, exceptions: [String: Mark] = [:]
    ) -> Rule {
        let place = RulePlace.webAuthn(anchor)
        return Rule(
            code, text, registration: place, authentication: place, .choice(.warn), exceptions: exceptions,
            suspect: .client)
    }

    private static func authenticator(_ code: RuleCode, _ text: String, _ place: RulePlace) -> Rule {
        Rule(
            code, text, registration: place, authentication: place, .choice(.warn), suspect: .authenticator)
    }

    private static func ctap(_ anchor: String) -> RulePlace {
        RulePlace(specification: .ctap, anchor: anchor, step: nil)
    }

    static let extensionRules: [Rule] = [
        client(
            .appid, "appid is true only where an AppID was asked for, and then rpIdHash is the AppID's.",
            "sctn-appid-extension", exceptions: ["trueUnrequested": .must]),
        client(
            .appidExclude, "appidExclude is true or false, and an answer to a registration.",
            "sctn-appid-exclude-extension"),
        client(
            .credProps,
            "credProps.rk says whether a new credential is discoverable, which it is where that was required.",
            "sctn-authenticator-credential-properties-extension"),
        client(
            .prf,
            "prf.enabled tells of a new credential what its authenticator says too; results have 32 bytes each and "
                + "are never in authenticator data.", "prf-extension"),
        client(
            .largeBlob,
            "largeBlob tells of a new credential whether it is supported, later what was read or whether it was "
                + "written, as was asked.", "sctn-large-blob-extension"),
        authenticator(
            .credProtect, "credProtect is 1, 2 or 3, of a new credential, and not weaker than was asked.",
            ctap("sctn-credProtect-extension")),
        authenticator(
            .credBlob,
            "credBlob tells of a new credential whether the blob is stored, later the blob; client and "
                + "authenticator say the same.", ctap("sctn-credBlob-extension")),
        authenticator(
            .minPinLength, "minPinLength is a number from 4 to 63, and an answer to a registration.",
            ctap("sctn-minpinlength-extension")),
        authenticator(
            .hmacSecret,
            "hmac-secret tells of a new credential whether it has secrets, later one or two encrypted outputs.",
            ctap("sctn-hmac-secret-extension")),
        authenticator(
            .uvm, "uvm names one to three methods, and client and authenticator the same ones.",
            RulePlace(specification: .webAuthn2, anchor: "sctn-uvm-extension", step: nil)),
        authenticator(
            .paymentExtension, "The outputs of payment and thirdPartyPayment have the types they must have.",
            RulePlace(
                specification: .securePayment, anchor: "sctn-payment-extension-registration", step: nil)),
    ]
}
