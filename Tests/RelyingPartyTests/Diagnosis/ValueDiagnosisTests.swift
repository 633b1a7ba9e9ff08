import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Challenge, user handle, credential ID, counter and stored key: the right one in another form.
@Suite struct ValueDiagnosisTests {
    static func challenge(
        _ word: String, _ text: String, _ suspect: Suspect = .client, variant: String = "otherEncoding"
    ) -> DiagnosisRow {
        DiagnosisRow(
            "challenge.\(word)", "clientData.challenge.\(variant)", suspect,
            authentication: {
                $0.expectation.challenge = bytes
                $0.client.value["challenge"] = .string(text)
            })
    }

    /// Its base64 has every character that sets the alphabets apart.
    static let bytes: [UInt8] = [0xFB, 0xEF, 0xBE, 0xFF, 0x80, 0xC3] + [UInt8](0x70..<0x80)
    static let text = Base64URL.encode(bytes)

    static func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

    static let challengeRows: [DiagnosisRow] = [
        challenge("padded", text + "=="),
        challenge("standardBase64", Base64.encode(bytes).filter { $0 != "=" }),
        challenge("padded", Base64.encode(bytes)), challenge("asBase64url", encoded(text)),
        challenge("asBase64", encoded(Base64.encode(bytes))),
        challenge("asPaddedBase64url", encoded(text + "==")),
        challenge("asUnpaddedBase64", encoded(Base64.encode(bytes).filter { $0 != "=" })),
        challenge("asHex", encoded(Hex.encode(bytes))),
        challenge("asUpperCaseHex", encoded(Hex.encode(bytes).uppercased())),
        challenge("asNumberList", encoded(bytes.map { "\($0)" }.joined(separator: ","))),
        challenge("asJSONArray", encoded("[" + bytes.map { "\($0)" }.joined(separator: ",") + "]")),
        challenge("asReplacedText", encoded(String(decoding: bytes, as: UTF8.self))),
        challenge("asUTF8", encoded(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))),
        challenge("reversed", Base64URL.encode(bytes.reversed())),
        challenge("hashed", Base64URL.encode(Digest.sha256(bytes))),
        challenge("writtenAsHex", Hex.encode(bytes)),
        challenge("truncated", Base64URL.encode(bytes.dropLast(3)), .transport, variant: "truncated"),
        challenge("extended", Base64URL.encode(bytes + [0]), .transport, variant: "extended"),
        DiagnosisRow(
            "challenge.storedAsText", "clientData.challenge.otherEncoding", .server,
            authentication: {
                $0.expectation.challenge = Array(text.utf8)
                $0.client.value["challenge"] = .string(text)
            }),
        DiagnosisRow(
            "challenge.expectedAsHex", "clientData.challenge.otherEncoding", .server,
            registration: {
                $0.expectation.challenge = Array(Hex.encode(bytes).utf8)
                $0.client.value["challenge"] = .string(text)
            }),
        DiagnosisRow(
            "challenge.notEncoded", "clientData.challenge.otherEncoding", .client,
            authentication: {
                $0.expectation.challenge = Array("a challenge of words".utf8)
                $0.client.value["challenge"] = "a challenge of words"
            }),
        DiagnosisRow(
            "challenge.replayed", "clientData.challenge.replayed", .client,
            registration: {
                $0.expectation.earlierChallenges = [[4], bytes]
                $0.client.value["challenge"] = .string(text)
            }),
        // Nothing is nearly right here, and the finding speaks for itself.
        DiagnosisRow(
            "clientData.challenge.other", "clientData.challenge.other", .client,
            authentication: { $0.client.value["challenge"] = .string(text) }),
    ]

    static let handle: [UInt8] = [UInt8](0xF0...0xFF)

    static func userHandle(
        _ word: String, _ actual: [UInt8], expected: [UInt8] = handle, _ suspect: Suspect = .client,
        variant: String = "otherEncoding"
    ) -> DiagnosisRow {
        DiagnosisRow(
            "userHandle.\(word)", "userHandle.\(variant)", suspect,
            authentication: {
                $0.expectation.credential.userHandle = expected
                $0.expectation.account = .identified(userHandle: expected)
                $0.userHandle = actual
            })
    }

    static let userHandleRows: [DiagnosisRow] = [
        userHandle("asBase64url", Array(Base64URL.encode(handle).utf8)),
        userHandle("asBase64", Array(Base64.encode(handle).utf8)),
        userHandle("asHex", Array(Hex.encode(handle).utf8)),
        userHandle("asUUID", Array("f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff".utf8)),
        userHandle(
            "asGUID", [0xF3, 0xF2, 0xF1, 0xF0, 0xF5, 0xF4, 0xF7, 0xF6] + [UInt8](0xF8...0xFF)),
        userHandle("asReplacedText", Array(String(decoding: handle, as: UTF8.self).utf8)),
        userHandle("expectedAsBase64url", handle, expected: Array(Base64URL.encode(handle).utf8), .server),
        userHandle("expectedAsHex", handle, expected: Array(Hex.encode(handle).utf8), .server),
        userHandle("truncated", Array(handle.dropLast(4)), .authenticator, variant: "truncated"),
        DiagnosisRow(
            "userHandle.other", "userHandle.other", .client, authentication: { $0.userHandle = [1, 2, 3] }),
    ]

    static let id = RegistrationRecipe.credentialID

    static let credentialRows: [DiagnosisRow] = [
        DiagnosisRow(
            "credentialId.asBase64url", "envelope.id.differsFromRawId", .transport,
            authentication: { $0.editResponse = { $0["id"] = .string(encoded(Base64URL.encode(id))) } }),
        DiagnosisRow(
            "credentialId.expectedAsBase64url", "envelope.id.differsFromCredentialId", .server,
            authentication: { $0.expectation.credential.id = Array(Base64URL.encode(id).utf8) }),
        DiagnosisRow(
            "credentialId.expectedAsHex", "authData.credentialId.notAllowed", .server,
            authentication: { $0.expectation.allowCredentials = [[1], Array(Hex.encode(id).utf8)] }),
        DiagnosisRow(
            "credentialId.ofOtherRecord", "envelope.id.differsFromCredentialId", .server,
            authentication: { recipe in
                recipe.expectation.otherCredentials = [recipe.expectation.credential]
                recipe.expectation.credential.id = [1, 2, 3]
            }),
    ]

    static let counterRows: [DiagnosisRow] = [
        DiagnosisRow(
            "counter.storedLittleEndian", "authData.counter.lower", .server,
            authentication: { $0.expectation.credential.signCount = 0x0700_0000 }),
        DiagnosisRow(
            "counter.sentLittleEndian", "authData.counter.lower", .authenticator,
            authentication: {
                $0.expectation.credential.signCount = 0xFF00_0000
                $0.data.signCount = 0x0001_0000
            }),
        DiagnosisRow(
            "authData.counter.equal", "authData.counter.equal", .authenticator,
            authentication: { $0.data.signCount = 7 }),
    ]

    static func stored(
        _ word: String, _ fault: String = "key.otherForm",
        _ edit: @escaping @Sendable (_ key: PublicKey, _ cose: [UInt8]) throws -> [UInt8]
    ) -> DiagnosisRow {
        DiagnosisRow(
            "storedKey.\(word)", fault, .server,
            authentication: {
                $0.expectation.credential.publicKey = try edit(
                    try TestKeys.credential().publicKey, $0.expectation.credential.publicKey)
            })
    }

    static func point(_ key: PublicKey) -> [UInt8] {
        if case .ec(let key) = key { key.uncompressedPoint } else { [] }
    }

    static let pem = "-----BEGIN PUBLIC KEY-----\n"
    static let jwk = #"{"kty":"EC","crv":"P-256"}"#

    static let storedKeyRows: [DiagnosisRow] = [
        stored("trailingExtensions", "key.trailingBytes") {
            $1 + CBOREncoder.encode(.map([CBORPair("credProtect", 3)]))
        }, stored("trailingBytes", "key.trailingBytes") { $1 + [0] },
        stored("spki") { key, _ in key.subjectPublicKeyInfo },
        stored("rawPoint") { key, _ in point(key) },
        stored("rawPoint") { key, _ in [4] + point(key).dropFirst() },
        stored("pem") { _, _ in Array(pem.utf8) },
        stored("jwk") { _, _ in Array(jwk.utf8) },
        stored("asBase64url") { Array(Base64URL.encode($1).utf8) },
        stored("asBase64") { Array(Base64.encode($1).utf8) },
        stored("asHex") { Array(Hex.encode($1).utf8) },
        stored("spki") { key, _ in
            Array(Base64.encode(key.subjectPublicKeyInfo).utf8)
        }, stored("empty") { _, _ in [] },
        stored("attestationObject", "key.missing.kty") { _, _ in try RegistrationRecipe(.none).object() },
        stored("authenticatorData") { _, _ in try RegistrationRecipe(.none).unsignedData() },
        stored("certificate") { _, _ in
            try CertificateRecipe(aaguid: RegistrationRecipe.aaguid).rootDER()
        },
    ]

    @Test(arguments: challengeRows + userHandleRows + credentialRows + counterRows + storedKeyRows)
    func isExplained(_ row: DiagnosisRow) throws { try row.check() }
}
