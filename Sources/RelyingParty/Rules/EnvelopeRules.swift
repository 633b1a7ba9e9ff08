internal import WebAuthnModel

/// The JSON in which a response is posted.
extension Rule {
    private static let registrationJSON = RulePlace.webAuthn("dictdef-registrationresponsejson")
    private static let authenticationJSON = RulePlace.webAuthn("dictdef-authenticationresponsejson")

    /// Base64 in another form than base64url without padding: refused, unless the policy is lenient.
    private static let encodings: [String: Mark] = [
        "padded": .choice(.fail, lenient: .warn), "standardBase64": .choice(.fail, lenient: .warn),
    ]

    static let envelopeRules: [Rule] = [
        Rule(
            .envelope, "The response is one JSON object in UTF-8, in which no name stands twice.",
            registration: registrationJSON, authentication: authenticationJSON,
            exceptions: ["duplicateMember": .should], suspect: .transport),
        Rule(
            .envelopeID, "id is the base64url of rawId and of the credential that answered.",
            registration: registrationJSON, authentication: .asserting(6),
            exceptions: encodings.merging(
                ["differsFromRawId": .attack, "differsFromCredentialId": .attack]
            ) { $1 }, suspect: .client),
        Rule(
            .envelopeRawID, "rawId is the credential ID in base64url.",
            registration: registrationJSON, authentication: authenticationJSON, exceptions: encodings,
            suspect: .client),
        Rule(
            .envelopeType, "type is public-key.",
            registration: .webAuthn("enum-credentialType"), authentication: .webAuthn("enum-credentialType"),
            suspect: .client),
        Rule(
            .envelopeResponse, "response holds what the authenticator answered.",
            registration: .registering(3), authentication: .asserting(3), suspect: .client),
        Rule(
            .envelopeClientDataJSON, "response.clientDataJSON is the client data's bytes in base64url.",
            registration: .registering(5), authentication: .asserting(7), exceptions: encodings,
            suspect: .client),
        Rule(
            .envelopeAttestationObject, "response.attestationObject is the attestation object in base64url.",
            registration: .registering(13), exceptions: encodings, suspect: .client),
        Rule(
            .envelopeAuthenticatorData,
            "response.authenticatorData is the authenticator data in base64url; in a registration it repeats "
                + "what the attestation object holds.",
            registration: .webAuthn("sctn-public-key-easy"), authentication: .asserting(7),
            exceptions: encodings.merging(["differsFromAttestationObject": .should]) { $1 },
            suspect: .client),
        Rule(
            .envelopeSignature, "response.signature is the assertion signature in base64url.",
            authentication: .asserting(7), exceptions: encodings, suspect: .client),
        Rule(
            .envelopeUserHandle, "response.userHandle is null, absent, or the user handle in base64url.",
            authentication: authenticationJSON,
            exceptions: encodings.merging(["emptyString": .quirk]) { $1 }, suspect: .client),
        Rule(
            .envelopeTransports, "response.transports is an array of words.",
            registration: .webAuthn("dom-authenticatorattestationresponse-gettransports"), .should,
            suspect: .client),
        Rule(
            .envelopePublicKey, "response.publicKey repeats the credential's key as SubjectPublicKeyInfo.",
            registration: .webAuthn("sctn-public-key-easy"), .should, suspect: .client),
        Rule(
            .envelopePublicKeyAlgorithm, "response.publicKeyAlgorithm repeats the algorithm of the key.",
            registration: .webAuthn("sctn-public-key-easy"), .should, suspect: .client),
        Rule(
            .envelopeAuthenticatorAttachment,
            "authenticatorAttachment, which nobody signs, is null, absent, or what was asked for.",
            registration: .webAuthn("dom-authenticatorselectioncriteria-authenticatorattachment"),
            .choice(.warn), suspect: .client),
        Rule(
            .envelopeClientExtensionResults, "clientExtensionResults is there, if only as an empty object.",
            registration: .registering(4), authentication: .asserting(4), .choice(.warn), suspect: .client),
        Rule(
            .userHandle, "The user handle is that of the account that owns the credential.",
            authentication: .asserting(6), suspect: .client),
        Rule(
            .extensions, "Extension outputs are an object; whether unsolicited ones are taken is a choice.",
            registration: .registering(28, anchor: "reg-ceremony-verify-extension-outputs"),
            authentication: .asserting(23, anchor: "authn-ceremony-verify-extension-outputs"),
            exceptions: ["unsolicited": .choice(.pass)], suspect: .client),
    ]
}
