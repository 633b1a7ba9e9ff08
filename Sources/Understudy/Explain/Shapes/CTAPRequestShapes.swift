internal import CBOR

// The parameters of the commands by their keys (CTAP 2.2 §6).

extension CBORShape {
    static let clientDataHash = note("the SHA-256 of the client data")
    static let pinUvAuthParam = note("a MAC made with the PIN/UV auth token or the shared secret")

    static let descriptor = map([
        CBORMember("id", note("credential ID")), CBORMember("type"), CBORMember("transports"),
    ])
    static let rp = map([CBORMember("id", note("the RP ID")), CBORMember("name")])
    static let user = map([
        CBORMember("id", note("the user handle")), CBORMember("icon"), CBORMember("name"),
        CBORMember("displayName"),
    ])
    static let parameter = map([CBORMember("alg", .algorithm), CBORMember("type")])

    private static let options = map([
        CBORMember("rk", note("discoverable credential")), CBORMember("up", note("user presence")),
        CBORMember("uv", note("user verification")),
    ])

    static let makeCredentialRequest = map([
        CBORMember(1, "clientDataHash", clientDataHash), CBORMember(2, "rp", rp), CBORMember(3, "user", user),
        CBORMember(4, "pubKeyCredParams", array(parameter)), CBORMember(5, "excludeList", array(descriptor)),
        CBORMember(6, "extensions", requestedExtensions), CBORMember(7, "options", options),
        CBORMember(8, "pinUvAuthParam", pinUvAuthParam), CBORMember(9, "pinUvAuthProtocol"),
        CBORMember(
            10, "enterpriseAttestation", number([1: "vendor-facilitated", 2: "platform-managed"])),
        CBORMember(11, "attestationFormatsPreference"),
    ])

    static let getAssertionRequest = map([
        CBORMember(1, "rpId"), CBORMember(2, "clientDataHash", clientDataHash),
        CBORMember(3, "allowList", array(descriptor)), CBORMember(4, "extensions", requestedExtensions),
        CBORMember(5, "options", options), CBORMember(6, "pinUvAuthParam", pinUvAuthParam),
        CBORMember(7, "pinUvAuthProtocol"),
    ])

    static let clientPINRequest = map([
        CBORMember(1, "pinUvAuthProtocol"),
        CBORMember(
            2, "subCommand",
            number([
                1: "getPINRetries", 2: "getKeyAgreement", 3: "setPIN", 4: "changePIN", 5: "getPinToken",
                6: "getPinUvAuthTokenUsingUvWithPermissions", 7: "getUVRetries",
                9: "getPinUvAuthTokenUsingPinWithPermissions",
            ])), CBORMember(3, "keyAgreement", coseKey), CBORMember(4, "pinUvAuthParam", pinUvAuthParam),
        CBORMember(5, "newPinEnc", note("the new PIN, padded and encrypted")),
        CBORMember(6, "pinHashEnc", note("half the SHA-256 of the PIN, encrypted")),
        CBORMember(9, "permissions", permissions), CBORMember(10, "rpId"),
    ])

    private static let permissions = value { value, _ in
        let names = ["mc", "ga", "cm", "be", "lbw", "acfg", "pcmr"]
        guard let bits = value.integer, bits >= 0 else { return nil }
        return names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }.joined(separator: ", ")
    }

    static let credentialManagementRequest = map([
        CBORMember(
            1, "subCommand",
            number([
                1: "getCredsMetadata", 2: "enumerateRPsBegin", 3: "enumerateRPsGetNextRP",
                4: "enumerateCredentialsBegin", 5: "enumerateCredentialsGetNextCredential",
                6: "deleteCredential", 7: "updateUserInformation",
            ])),
        CBORMember(
            2, "subCommandParams",
            map([
                CBORMember(1, "rpIDHash", rpIDHash), CBORMember(2, "credentialID", descriptor),
                CBORMember(3, "user", user),
            ])), CBORMember(3, "pinUvAuthProtocol"), CBORMember(4, "pinUvAuthParam", pinUvAuthParam),
    ])

    static let rpIDHash = value { value, context in value.bytesValue.map(context.meaning(ofRPIDHash:)) }

    static let bioEnrollmentRequest = map([
        CBORMember(1, "modality", number([1: "fingerprint"])),
        CBORMember(
            2, "subCommand",
            number([
                1: "enrollBegin", 2: "enrollCaptureNextSample", 3: "cancelCurrentEnrollment",
                4: "enumerateEnrollments", 5: "setFriendlyName", 6: "removeEnrollment",
                7: "getFingerprintSensorInfo",
            ])),
        CBORMember(
            3, "subCommandParams",
            map([
                CBORMember(1, "templateId"), CBORMember(2, "templateFriendlyName"),
                CBORMember(3, "timeoutMilliseconds"),
            ])), CBORMember(4, "pinUvAuthProtocol"), CBORMember(5, "pinUvAuthParam", pinUvAuthParam),
        CBORMember(6, "getModality"),
    ])

    static let largeBlobsRequest = map([
        CBORMember(1, "get"), CBORMember(2, "set"), CBORMember(3, "offset"), CBORMember(4, "length"),
        CBORMember(5, "pinUvAuthParam", pinUvAuthParam), CBORMember(6, "pinUvAuthProtocol"),
    ])

    static let configRequest = map([
        CBORMember(
            1, "subCommand",
            number([
                1: "enableEnterpriseAttestation", 2: "toggleAlwaysUv", 3: "setMinPINLength",
                4: "enableLongTouchForReset", 255: "vendorPrototype",
            ])),
        CBORMember(
            2, "subCommandParams",
            map([
                CBORMember(1, "newMinPINLength"), CBORMember(2, "minPinLengthRPIDs"),
                CBORMember(3, "forceChangePin"), CBORMember(4, "pinComplexityPolicy"),
            ])), CBORMember(3, "pinUvAuthProtocol"), CBORMember(4, "pinUvAuthParam", pinUvAuthParam),
    ])
}
