internal import CBOR

// Extensions as authenticators see them (CTAP 2.2 §12): the same names in requests and in authenticator data,
// with other values.

extension CBORShape {
    private static let protection = number([
        1: "userVerificationOptional", 2: "userVerificationOptionalWithCredentialIDList",
        3: "userVerificationRequired",
    ])

    /// The extension map of authenticator data: what the authenticator did.
    static let authenticatorExtensions = map([
        CBORMember("credProtect", protection),
        CBORMember(
            "hmac-secret",
            value { value, _ in
                value.boolValue.map { $0 ? "the credential has the two secrets" : "no secrets were made" }
                    ?? "the outputs, encrypted for the platform"
            }),
        CBORMember("hmac-secret-mc", note("the outputs, encrypted for the platform")),
        CBORMember(
            "credBlob",
            value { value, _ in
                value.boolValue.map { $0 ? "the blob was stored" : "the blob was not stored" }
                    ?? "the blob that was stored with the credential"
            }), CBORMember("minPinLength", note("the least PIN length, in code points")),
        CBORMember("pinComplexityPolicy", note("whether the device judges PINs by more than their length")),
        CBORMember(
            "thirdPartyPayment", note("whether others than the relying party may use it for payments")),
        CBORMember("uvm", note("how the user was verified (WebAuthn Level 2 §10.3)")),
    ])

    /// The extension map of a request: what the authenticator is asked to do.
    static let requestedExtensions = map([
        CBORMember("credProtect", protection), CBORMember("hmac-secret", secretInput),
        CBORMember("hmac-secret-mc", secretInput),
        CBORMember("credBlob", note("the blob to store, or whether to give it")),
        CBORMember("largeBlobKey", note("a key for the large-blob array is wanted")),
        CBORMember("minPinLength", note("the least PIN length is wanted")),
        CBORMember("pinComplexityPolicy"), CBORMember("thirdPartyPayment"),
    ])

    /// `true` at registration, a map at authentication.
    private static let secretInput = map([
        CBORMember(1, "keyAgreement", coseKey), CBORMember(2, "saltEnc", note("one or two salts, encrypted")),
        CBORMember(3, "saltAuth", note("the MAC over saltEnc")), CBORMember(4, "pinUvAuthProtocol"),
    ])
}
