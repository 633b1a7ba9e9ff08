import CBOR
import JSON
import RelyingParty
import WebAuthnModel

/// CBOR and authenticator data.
extension PublicReport {
    static let encodings: [PublicReport] = [
        PublicReport(
            21, "go-webauthn/webauthn #762",
            breaks: [
                Row("attestation.trailingBytes", registration: { $0.editObjectBytes = { $0 += [1, 2, 3] } })
            ]),
        PublicReport(
            22, "go-webauthn/webauthn #191",
            breaks: [
                Row("envelope.trailingData", registration: { $0.editText = { $0 += Array("x".utf8) } }),
                Row("envelope.trailingData", authentication: { $0.editText = { $0 += Array("{}".utf8) } }),
            ]),
        PublicReport(
            23, "MasterKale/SimpleWebAuthn #440",
            breaks: [Row("authData.trailingBytes", .packedSelf, registration: countOneLess)]),
        PublicReport(
            25, "open-chat-labs/open-chat #9277",
            breaks: [
                Row(
                    "key.trailingBytes",
                    authentication: {
                        $0.expectation.credential.publicKey += CBOREncoder.encode(["credProtect": 3])
                    })
            ]),
        PublicReport(
            26, "webauthn4j/webauthn4j #1497",
            breaks: [
                Row(
                    "authData.flags.ED.clearWithData", .packedCertified,
                    registration: {
                        $0.data.extensions = CBOREncoder.encode([
                            "x": .bytes([UInt8](repeating: 7, count: 57))
                        ])
                    })
            ]),
        // No numbered step of the relying party's looks.
        PublicReport(
            27, "tempoxyz/tempo #1099",
            breaks: [
                Row(
                    "authData.flags.AT.setInAssertion", marks: "wwfw",
                    authentication: { recipe in
                        recipe.data.flags.insert(.attestedCredentialData)
                        recipe.data.attestedCredentialData = AttestedCredentialData(
                            aaguid: .zero, credentialID: [1],
                            credentialPublicKey: recipe.expectation.credential.publicKey)
                    })
            ]),
        PublicReport(
            29, "duo-labs/webauthn.io #107",
            breaks: [
                Row("key.truncated", .packedCertified, registration: { $0.editData = { $0.removeLast(10) } }),
                Row(
                    "authData.credentialId.lengthOverruns", .packedCertified,
                    registration: { $0.editData = { $0.removeLast($0.count - 60) } }),
            ]),
        PublicReport(
            30, "duo-labs/py_webauthn #176",
            breaks: [
                Row(
                    "envelope.attestationObject.empty",
                    registration: { $0.editResponse = { $0["response"]?["attestationObject"] = "" } }),
                Row("attestation.truncated", registration: { $0.editObjectBytes = { $0 = [0xA3] } }),
            ]),
        PublicReport(
            31, "linux-credentials/libwebauthn #135",
            stands: [
                GoodRow(
                    "credBlob, credProtect and hmac-secret", .packedCertified,
                    registration: {
                        $0.data.flags.insert(.extensionData)
                        $0.data.extensions = CBOREncoder.encode([
                            "credBlob": true, "credProtect": 2, "hmac-secret": true,
                        ])
                    })
            ]),
    ]
}
