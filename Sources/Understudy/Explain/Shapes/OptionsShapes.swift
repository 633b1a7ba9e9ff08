internal import COSE
internal import JSON

extension JSONShape {
    /// A COSE algorithm number.
    static let algorithm = value { element, _ in
        element.int.map { COSEAlgorithm(rawValue: $0).name ?? "an algorithm that is not known here" }
    }

    private static let descriptors = array(
        object(["id": bytes("credential ID"), "type": any, "transports": array(any)]))

    private static let verification = words([
        "required": "without user verification the ceremony fails",
        "preferred": "user verification where there is one", "discouraged": "no user verification, please",
    ])

    private static let extensionInputs = object([
        "credProps": note("whether the credential became discoverable is wanted (§10.1.3)"),
        "appid": note("for credentials of the U2F days (§10.1.1)"),
        "appidExclude": note("for credentials of the U2F days (§10.1.2)"),
        "prf": note("outputs of a pseudo-random function are wanted (§10.1.4)"),
        "largeBlob": note("a blob to keep or to give (§10.1.5)"),
        "credentialProtectionPolicy": note("credProtect (CTAP 2.2 §12.1)"),
    ])

    private static let timeout = note("milliseconds")
    private static let challenge = bytes("comes back in the client data")

    /// Options bare or wrapped in `publicKey`.
    private static func wrappable(_ members: [String: JSONShape]) -> JSONShape {
        object(
            members.merging([
                "publicKey": object(members),
                "mediation": words([
                    "conditional": "in the form's autofill", "silent": "without any prompt",
                    "optional": "as the client likes", "required": "with a prompt",
                ]),
            ]) { _, new in new })
    }

    /// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 §5.1.8).
    static let creationOptions = wrappable([
        "rp": object(["id": note("the RP ID"), "name": note("for people")]),
        "user": object([
            "id": bytes("the user handle"), "name": note("of the account"),
            "displayName": note("of the person"),
        ]), "challenge": challenge,
        "pubKeyCredParams": array(object(["type": any, "alg": algorithm])).meaning { element, _ in
            element.count == 0 ? "empty means ES256 and RS256" : "most wanted first"
        },
        "timeout": timeout,
        "excludeCredentials": descriptors.meaning { _, _ in "authenticators that have one of these refuse" },
        "authenticatorSelection": object([
            "authenticatorAttachment": words([
                "platform": "only authenticators of the client device",
                "cross-platform": "only authenticators that can move",
            ]),
            "residentKey": words([
                "required": "a discoverable credential or none",
                "preferred": "a discoverable one if possible",
                "discouraged": "a server-side one if possible",
            ]), "requireResidentKey": note("what Level 1 had for residentKey"),
            "userVerification": verification,
        ]), "hints": array(any),
        "attestation": words([
            "none": "no attestation", "indirect": "attestation as the client sees fit",
            "direct": "attestation as the authenticator made it",
            "enterprise": "attestation that may identify the one device",
        ]), "attestationFormats": array(any), "extensions": extensionInputs,
    ])

    /// `PublicKeyCredentialRequestOptionsJSON` (§5.1.9).
    static let requestOptions = wrappable([
        "challenge": challenge, "timeout": timeout, "rpId": note("the RP ID"),
        "allowCredentials": descriptors.meaning { element, _ in
            element.count == 0 ? "any discoverable credential" : "one of these"
        }, "userVerification": verification, "hints": array(any), "extensions": extensionInputs,
    ])
}
