internal import JSON
internal import WebAuthnModel

// What this program prints itself.

extension JSONShape {
    private static func flag(_ yes: String, _ no: String) -> JSONShape {
        value { element, _ in element.bool.map { $0 ? yes : no } }
    }

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
        "credential": credentialRecord.meaning { _, _ in "what a relying party stores" },
        "extensions": note("what client and authenticator answered to extensions"),
        "comparison": note("what another policy makes of the same response"),
    ])

    /// A credential record (WebAuthn Level 3 §4).
    static let credentialRecord = object([
        "type": any, "id": bytes("the credential ID"), "publicKey": section(.coseKey),
        "signCount": note("the last one that was seen"),
        "uvInitialized": flag("a user was verified with it", "no user was verified with it yet"),
        "transports": array(any), "backupEligible": flag("may be backed up", "stays on one device"),
        "backupState": flag("is backed up", "is not backed up"), "rpId": any,
        "userHandle": bytes("the account"),
        "algorithm": algorithm,
        "aaguid": value { element, context in
            element.string.flatMap { AAGUID($0) }.flatMap(context.name(of:))
        }, "attestationObject": section(.attestationObject),
        "attestationClientDataJSON": section(.clientData),
    ])

    /// What `understudy create` and `get` print when a browser would have rejected the promise.
    static let rejection = object([
        "error": object([
            "name": note("of the DOMException, or TypeError"), "message": any,
            "cause": note("what a page is never told"),
        ])
    ])
}
