internal import WebAuthnModel

/// The client data (§5.8.1).
extension Rule {
    static let clientDataRules: [Rule] = [
        Rule(
            .clientData, "Decoded as UTF-8, its byte order mark taken off, the client data is a JSON object.",
            registration: .registering(6), authentication: .asserting(9),
            exceptions: ["notUTF8": .should, "duplicateMember": .should], suspect: .client),
        Rule(
            .clientDataType, "type names the ceremony that was asked for.",
            registration: .registering(7), authentication: .asserting(10), suspect: .client),
        Rule(
            .clientDataChallenge, "challenge is the base64url of the challenge that was issued.",
            registration: .registering(8), authentication: .asserting(11), suspect: .client),
        Rule(
            .clientDataOrigin, "origin is one that the relying party expects, to the letter.",
            registration: .registering(9, anchor: "rp-op-registering-a-new-credential-step-origin"),
            authentication: .asserting(12, anchor: "rp-op-verifying-assertion-step-origin"),
            exceptions: ["upperCase": .choice(.fail, lenient: .warn)], suspect: .client),
        Rule(
            .clientDataCrossOrigin,
            "crossOrigin is true only where the relying party expects to be framed by another origin.",
            registration: .registering(10), authentication: .asserting(13),
            exceptions: ["notBoolean": .should], suspect: .configuration),
        Rule(
            .clientDataTopOrigin,
            "topOrigin, where it is there, is a page that the relying party expects to be framed by.",
            registration: .registering(11), authentication: .asserting(14), .mustSinceLevel3,
            exceptions: ["withoutCrossOrigin": .shouldSinceLevel3], suspect: .configuration),
        Rule(
            .clientDataTokenBinding,
            "tokenBinding was an object with a known status in Level 2; Level 3 reserves the name and ignores it.",
            registration: .clientDataDictionary, authentication: .clientDataDictionary,
            .choice(.ignore, level2: .fail, fidoConformance: .fail), suspect: .client),
    ]
}
