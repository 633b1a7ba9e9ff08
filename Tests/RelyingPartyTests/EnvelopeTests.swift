import Bytes
import Cryptography
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// The JSON of the response.
@Suite struct EnvelopeTests {
    static func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    /// Rows that every member with bytes has.
    static func bytesMember(
        _ name: String
    ) -> [Row] {
        let code = "envelope.\(name)"
        func row(_ variant: String, _ value: JSONValue?) -> Row {
            if name == "attestationObject" {
                Row(
                    "\(code).\(variant)",
                    registration: { $0.editResponse = { $0["response"]?[name] = value } })
            } else {
                Row(
                    "\(code).\(variant)",
                    authentication: { $0.editResponse = { $0["response"]?[name] = value } })
            }
        }
        return [
            row("missing", nil), row("notString", 5), row("notString", [1, 2]), row("empty", ""),
            row("notBase64url", "a*b"), row("notBase64url", "A"),
        ]
    }

    static let rows: [Row] =
        bytesMember("clientDataJSON") + bytesMember("attestationObject") + bytesMember("authenticatorData")
        + bytesMember("signature") + [
            Row("envelope.id.missing", authentication: { $0.editResponse = { $0["id"] = nil } }),
            Row("envelope.id.notString", authentication: { $0.editResponse = { $0["id"] = 7 } }),
            Row("envelope.id.notBase64url", authentication: { $0.editResponse = { $0["id"] = "a*b" } }),
            Row(
                "envelope.id.padded", marks: "fffw",
                authentication: {
                    $0.editResponse = { $0["id"] = .string(($0["id"]?.stringValue ?? "") + "=") }
                }),
            Row(
                "envelope.id.standardBase64", marks: "fffw",
                authentication: {
                    $0.editResponse = {
                        let id = $0["id"]?.stringValue ?? ""
                        $0["id"] = .string(String(id.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
                    }
                }),
            Row(
                "envelope.clientDataJSON.padded", marks: "fffw",
                authentication: {
                    $0.client.value["pad"] = "abcd"
                    $0.editResponse = {
                        let text = $0["response"]?["clientDataJSON"]?.stringValue ?? ""
                        let pad = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
                        $0["response"]?["clientDataJSON"] = .string(text + (pad.isEmpty ? "?" : pad))
                    }
                }),
            Row(
                "envelope.id.differsFromRawId",
                authentication: { $0.editResponse = { $0["id"] = text([1, 2, 3]) } }),
            Row(
                "envelope.id.differsFromCredentialId",
                authentication: {
                    $0.expectation.allowCredentials = []
                    $0.editResponse = {
                        $0["id"] = text([1, 2, 3])
                        $0["rawId"] = text([1, 2, 3])
                    }
                }),
            Row(
                "envelope.id.differsFromCredentialId",
                registration: {
                    $0.editResponse = {
                        $0["id"] = text([1, 2, 3])
                        $0["rawId"] = text([1, 2, 3])
                    }
                }),
            Row("envelope.rawId.missing", registration: { $0.editResponse = { $0["rawId"] = nil } }),
            Row("envelope.rawId.notString", authentication: { $0.editResponse = { $0["rawId"] = true } }),
            Row("envelope.type.missing", authentication: { $0.editResponse = { $0["type"] = nil } }),
            Row("envelope.type.notString", registration: { $0.editResponse = { $0["type"] = 1 } }),
            Row(
                "envelope.type.notPublicKey", registration: { $0.editResponse = { $0["type"] = "password" } }),
            Row("envelope.response.missing", authentication: { $0.editResponse = { $0["response"] = nil } }),
            Row("envelope.response.missing", registration: { $0.editResponse = { $0["response"] = .null } }),
            Row("envelope.response.notObject", authentication: { $0.editResponse = { $0["response"] = [] } }),
            Row(
                "envelope.userHandle.notString",
                authentication: { $0.editResponse = { $0["response"]?["userHandle"] = 1 } }),
            Row(
                "envelope.userHandle.emptyString", marks: "wwww",
                authentication: { $0.editResponse = { $0["response"]?["userHandle"] = "" } }),
            Row(
                "envelope.userHandle.padded", marks: "fffw",
                authentication: {
                    $0.editResponse = {
                        let text = $0["response"]?["userHandle"]?.stringValue ?? ""
                        $0["response"]?["userHandle"] = .string(
                            text + "==".prefix((4 - text.utf8.count % 4) % 4))
                    }
                    $0.userHandle = Array("user-00001".utf8)
                    $0.expectation.account = .identified(userHandle: Array("user-00001".utf8))
                    $0.expectation.credential.userHandle = Array("user-00001".utf8)
                }),
            Row("envelope.trailingData", authentication: { $0.editText = { $0 += Array("{}".utf8) } }),
            Row(
                "envelope.hugeBody",
                authentication: { $0.editText = { $0 += [UInt8](repeating: 0x20, count: 1 << 20) } }),
            Row(
                "envelope.deepNesting",
                registration: {
                    $0.editText = {
                        $0 = [UInt8](repeating: UInt8(ascii: "["), count: 100) + $0
                    }
                }),
            Row(
                "envelope.notUTF8",
                authentication: {
                    $0.editResponse = { $0["note"] = "~" }
                    $0.editText = { text in text = text.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 } }
                }),
            Row("envelope.notJSON", authentication: { $0.editText = { $0.removeLast() } }),
            Row("envelope.notObject", authentication: { $0.editText = { $0 = Array("[]".utf8) } }),
            Row(
                "envelope.duplicateMember", marks: "wwfw",
                authentication: {
                    $0.editText = { $0 = Array("{\"type\":\"x\",".utf8) + $0.dropFirst() }
                }),
            Row(
                "envelope.transports.notArray", marks: "wwfw",
                registration: { $0.editResponse = { $0["response"]?["transports"] = "usb" } }),
            Row(
                "envelope.clientExtensionResults.missing", marks: "wwww",
                registration: { $0.editResponse = { $0["clientExtensionResults"] = nil } }),
            Row(
                "extensions.notObject",
                authentication: { $0.editResponse = { $0["clientExtensionResults"] = [] } }),
            Row(
                "extensions.credProps.wrongType", marks: "wwww",
                registration: {
                    $0.editResponse = { $0["clientExtensionResults"] = ["credProps": ["rk": 1]] }
                }),
            Row(
                "envelope.authenticatorData.differsFromAttestationObject", marks: "wwfw",
                registration: {
                    $0.editResponse = { $0["response"]?["authenticatorData"] = text([1, 2, 3]) }
                }),
            Row(
                "envelope.authenticatorAttachment.otherThanAsked", marks: "wwww",
                registration: {
                    $0.expectation.authenticatorAttachment = .platform
                    $0.editResponse = { $0["authenticatorAttachment"] = "cross-platform" }
                }),
            Row(
                "envelope.publicKey.differs", marks: "wwfw",
                registration: { $0.editResponse = { $0["response"]?["publicKey"] = text([1, 2, 3]) } }),
            Row(
                "envelope.publicKeyAlgorithm.differs", marks: "wwfw",
                registration: { $0.editResponse = { $0["response"]?["publicKeyAlgorithm"] = -8 } }),
        ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("as it should be", registration: { _ in }, authentication: { _ in }),
        GoodRow(
            "unknown members",
            registration: {
                $0.editResponse = {
                    $0["x"] = [1]
                    $0["response"]?["y"] = .null
                }
            },
            authentication: {
                $0.editResponse = {
                    $0["x"] = [1]
                    $0["response"]?["y"] = .null
                }
            }),
        GoodRow(
            "attachment null or any word",
            registration: { $0.editResponse = { $0["authenticatorAttachment"] = .null } },
            authentication: { $0.editResponse = { $0["authenticatorAttachment"] = "brain" } }),
        GoodRow(
            "attachment as it was asked for, or unsaid",
            registration: {
                $0.expectation.authenticatorAttachment = .platform
                $0.editResponse = { $0["authenticatorAttachment"] = "platform" }
            }),
        GoodRow(
            "attachment asked for and unsaid",
            registration: { $0.expectation.authenticatorAttachment = .crossPlatform }),
        GoodRow(
            "transports absent or unknown",
            registration: { $0.editResponse = { $0["response"]?["transports"] = ["carrier-pigeon"] } }),
        GoodRow(
            "no transports", registration: { $0.editResponse = { $0["response"]?["transports"] = nil } },
            authentication: { $0.editResponse = { $0["response"]?["userHandle"] = nil } }),
        GoodRow(
            "right copies",
            registration: { recipe in
                let data = try recipe.object().suffix(164)
                let key = recipe.key.publicKey.subjectPublicKeyInfo
                recipe.editResponse = {
                    $0["response"]?["authenticatorData"] = text(Array(data))
                    $0["response"]?["publicKey"] = text(key)
                    $0["response"]?["publicKeyAlgorithm"] = -7
                    $0["clientExtensionResults"] = ["credProps": ["rk": true]]
                }
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }
}
