import Bytes
import JSON
import RelyingParty
import WebAuthnModel

/// Flags, counter and user handle.
extension PublicReport {
    static let flags: [PublicReport] = [
        PublicReport(
            33, "go-webauthn/webauthn #335, supabase/auth #2732",
            breaks: [
                Row(
                    "authData.flags.BE.changed", marks: "fnfw",
                    authentication: { $0.data.flags.insert(.backupEligible) })
            ]),
        PublicReport(
            34, "a credential of a platform, and a device that clears BE",
            breaks: [
                Row(
                    "authData.flags.BE.changed", marks: "fnfw",
                    authentication: { $0.expectation.credential.backupEligible = true })
            ]),
        PublicReport(
            35, "Yubico/java-webauthn-server #407, web-auth/webauthn-framework #719 and #831",
            breaks: [
                Row(
                    "authData.flags.UP.clearInConditionalCreate", marks: "pfpp",
                    registration: {
                        $0.expectation.isConditional = true
                        $0.data.flags.remove(.userPresent)
                    }),
                Row("authData.flags.UP.clear", registration: { $0.data.flags.remove(.userPresent) }),
            ]),
        PublicReport(
            37, "duo-labs/webauthn #64",
            breaks: [
                Row(
                    "authData.counter.zeroAfterNonZero", marks: "fffw",
                    authentication: {
                        $0.expectation.credential.signCount = 5
                        $0.data.signCount = 0
                    })
            ]),
        PublicReport(
            38, "ritou/elixir-web_authn_lite #10",
            stands: [
                GoodRow(
                    "zero and zero",
                    authentication: {
                        $0.expectation.credential.signCount = 0
                        $0.data.signCount = 0
                    })
            ]),
        // A device that writes it the other way round seems to go back sooner or later.
        PublicReport(
            39, "fido-alliance/conformance-test-tools-resources #345",
            breaks: [
                Row(
                    "authData.counter.lower", marks: "fffw",
                    authentication: {
                        $0.expectation.credential.signCount = 0x4B00_0000
                        $0.data.signCount = 0x4C
                    })
            ],
            stands: [
                GoodRow(
                    "75 after 74",
                    authentication: {
                        $0.expectation.credential.signCount = 0x4A
                        $0.data.signCount = 0x4B
                    })
            ]),
        PublicReport(
            41, "go-webauthn/webauthn #171",
            breaks: [
                Row(
                    "userHandle.missing",
                    authentication: {
                        $0.userHandle = nil
                        $0.expectation.account = .discovered
                    })
            ],
            stands: [GoodRow("the user is known", authentication: { $0.userHandle = nil })]),
        PublicReport(
            42, "f-23/react-native-passkey #102, MasterKale/SimpleWebAuthn #563",
            breaks: [
                Row(
                    "userHandle.otherEncoding",
                    authentication: {
                        $0.userHandle = Array(Base64URL.encode(AuthenticationRecipe.userHandle).utf8)
                    }),
                Row(
                    "envelope.userHandle.notBase64url",
                    authentication: {
                        $0.editResponse = { $0["response"]?["userHandle"] = "user 0001" }
                    }),
            ]),
        PublicReport(
            43, "fido-alliance/conformance-test-tools-resources #319",
            breaks: [
                Row(
                    "envelope.userHandle.emptyString", marks: "wwww",
                    authentication: { $0.editResponse = { $0["response"]?["userHandle"] = "" } })
            ],
            stands: [GoodRow("missing", authentication: { $0.userHandle = nil })]),
    ]
}
