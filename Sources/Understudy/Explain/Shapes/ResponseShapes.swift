internal import JSON

extension JSONShape {
    private static let identifier: [String: JSONShape] = [
        "id": bytes("the credential ID"), "rawId": section(.bytes, "the credential ID"), "type": any,
        "authenticatorAttachment": words([
            "platform": "the authenticator is part of the client device",
            "cross-platform": "the authenticator can move between client devices",
        ]),
        "clientExtensionResults": object([
            "credProps": object([
                "rk": value { element, _ in
                    element.bool == true ? "a discoverable credential" : "a server-side credential"
                }
            ]),
            "appid": note("whether the AppID stood for the RP ID (§10.1.1)"),
            "prf": object([
                "results": object(["first": bytes("an output"), "second": bytes("an output")])
            ]), "largeBlob": object(["blob": bytes()]),
        ]),
    ]

    /// `RegistrationResponseJSON` (WebAuthn Level 3 §5.1).
    static let registrationResponse = object(
        identifier.merging([
            "response": object([
                "clientDataJSON": section(.clientData), "attestationObject": section(.attestationObject),
                "authenticatorData": section(.authenticatorData, "as within the attestation object"),
                "transports": array(any), "publicKey": section(.subjectPublicKeyInfo),
                "publicKeyAlgorithm": algorithm,
            ])
        ]) { _, new in new })

    /// `AuthenticationResponseJSON` (§5.1).
    static let authenticationResponse = object(
        identifier.merging([
            "response": object([
                "clientDataJSON": section(.clientData), "authenticatorData": section(.authenticatorData),
                "signature": value { _, _ in
                    "over authenticatorData and the SHA-256 of clientDataJSON"
                }.decoding(.signature), "userHandle": section(.bytes, "the account"),
                "attestationObject": section(.attestationObject),
            ])
        ]) { _, new in new })

    /// The same shape, of a string whose bytes are something.
    private func decoding(_ use: Decoded) -> JSONShape {
        var copy = self
        copy.decoded = use
        return copy
    }
}
