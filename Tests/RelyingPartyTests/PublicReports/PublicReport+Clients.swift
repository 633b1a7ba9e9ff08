import JSON
import RelyingParty
import WebAuthnModel

/// Client data, origins and the shape of the JSON.
extension PublicReport {
    static let clients: [PublicReport] = [
        PublicReport(
            45, "w3c/webauthn #792 and #2100",
            stands: [
                GoodRow(
                    "a byte order mark", .packedSelf,
                    registration: { $0.client.edit = { $0 = [0xEF, 0xBB, 0xBF] + $0 } },
                    authentication: { $0.client.edit = { $0 = [0xEF, 0xBB, 0xBF] + $0 } })
            ]),
        // Level 3 reserves the name and looks no further.
        PublicReport(
            46, "kr-u2f #30",
            breaks: [
                tokenBinding("notObject", "present"), tokenBinding("statusUnknown", ["status": "perhaps"]),
            ]),
        PublicReport(
            47, "lbuchs/WebAuthn #124",
            breaks: [
                Row("clientData.crossOrigin.true", authentication: { $0.client.value["crossOrigin"] = true })
            ]),
        PublicReport(
            49, "Yubico/java-webauthn-server #159 and #332, android/identity-samples #49",
            breaks: [
                origin(
                    "androidPadded", "android:apk-key-hash:AbC-_w==", listed: "android:apk-key-hash:AbC-_w"),
                origin(
                    "androidOtherKey", "android:apk-key-hash:AbC-_w", listed: "android:apk-key-hash:abc-_w"),
            ],
            stands: [
                GoodRow(
                    "an app that is listed",
                    authentication: {
                        $0.client.value["origin"] = "android:apk-key-hash:AbC-_w"
                        $0.expectation.origin.origins = ["android:apk-key-hash:AbC-_w"]
                    })
            ]),
        PublicReport(
            50, "web-auth/webauthn-framework #143, lbuchs/WebAuthn #122",
            breaks: [origin("suffixTrick", "https://evilexample.org")]),
        PublicReport(
            51, "web-auth/webauthn-framework #817",
            breaks: [origin("otherPort", "https://example.org:8443")]),
        PublicReport(
            53, "go-webauthn/webauthn #95, web-auth/webauthn-framework #510",
            breaks: [
                Row(
                    "envelope.id.padded", marks: "fffw",
                    authentication: {
                        $0.editResponse = { $0["id"] = .string(($0["id"]?.stringValue ?? "") + "=") }
                    })
            ] + RelyingPartyRulesTests.encodings.filter { $0.fault.hasPrefix("envelope.clientDataJSON") }),
        PublicReport(
            54, "MasterKale/SimpleWebAuthn #640",
            breaks: [
                Row(
                    "clientData.challenge.otherEncoding",
                    authentication: { $0.client.value["challenge"] = .string(ClientDataTests.right + "=") })
            ] + RelyingPartyRulesTests.encodings.filter { $0.fault == "envelope.userHandle.padded" }),
    ]

    private static func tokenBinding(_ variant: String, _ value: JSONValue) -> Row {
        Row(
            "clientData.tokenBinding.\(variant)", marks: "nffn",
            authentication: { $0.client.value["tokenBinding"] = value })
    }

    private static func origin(_ variant: String, _ text: String, listed: String? = nil) -> Row {
        Row(
            "clientData.origin.\(variant)",
            authentication: {
                $0.client.value["origin"] = .string(text)
                if let listed { $0.expectation.origin.origins.append(listed) }
            })
    }
}
