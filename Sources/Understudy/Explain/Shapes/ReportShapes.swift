internal import JSON

// What this program prints itself.

extension JSONShape {
    /// What `understudy verify` prints.
    static let verificationReport = object([
        "schema": note("version of the report's form"),
        "verdict": words([
            "accept": "no finding failed", "reject": "a finding failed, or could not be checked",
        ]),
        "policy": note("decides whether a broken rule fails or warns"),
        "findings": array(
            object(["rule": note("where it is written")]).meaning { finding, _ in
                [finding["status"]?.string, finding["code"]?.string, finding["because"]?.string]
                    .compactMap { $0 }.joined(separator: " ")
            }), "trust": note("where the attestation leads to"),
        "credential": note("what a relying party stores"),
    ])

    /// A credential record (WebAuthn Level 3 §4).
    static let credentialRecord = object([
        "type": any, "id": bytes("the credential ID"), "publicKey": section(.coseKey),
        "signCount": note("the last one that was seen"), "uvInitialized": note("a user was verified with it"),
        "transports": array(any), "backupEligible": note("may be backed up"),
        "backupState": note("is backed up"), "rpId": any, "userHandle": bytes("the account"),
        "attestationObject": section(.attestationObject), "attestationClientDataJSON": section(.clientData),
    ])

    /// What `understudy create` and `get` print when a browser would have rejected the promise.
    static let rejection = object([
        "error": object([
            "name": note("of the DOMException, or TypeError"), "message": any,
            "cause": note("what a page is never told"),
        ])
    ])
}
