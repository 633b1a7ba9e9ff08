internal import JSON

extension JSONShape {
    /// `CollectedClientData` (WebAuthn Level 3 §5.8.1), with what a verifier does with each member (§7.1, §7.2).
    static let clientData = object([
        "type": value { element, _ in
            switch element.string {
            case "webauthn.create"?: "a registration; must fit the ceremony"
            case "webauthn.get"?: "an authentication; must fit the ceremony"
            default: "must be \"webauthn.create\" or \"webauthn.get\""
            }
        },
        "challenge": bytes("must be the challenge of the options, character by character"),
        "origin": note("must be an origin that the relying party expects"),
        "crossOrigin": value { element, _ in
            element.bool == true
                ? "asked for in a frame of another origin; the relying party must expect that"
                : "not asked for in a frame of another origin"
        },
        "topOrigin": note("must be an origin that the relying party expects to be framed by"),
        "tokenBinding": note("of WebAuthn Level 2, no longer used"),
    ])
}

extension Dissection {
    /// What no verifier accepts of client data, whatever it expects.
    mutating func judgeClientData(_ text: JSONText) {
        guard let root = text.document?.root, text.error == nil else { return }
        for name in ["type", "challenge", "origin"] where root[name]?.string == nil {
            remark(
                "client data needs \(quoted(name)), a string",
                at: text.base + (root[name]?.offset ?? root.offset))
        }
        if let top = root["topOrigin"], root["crossOrigin"]?.bool != true {
            remark("topOrigin is only there when crossOrigin is true", at: text.base + top.offset)
        }
    }
}
