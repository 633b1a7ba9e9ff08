import Bytes
import CBOR
import CTAP
import Cryptography
import TestSupport
import Testing
import Understudy
import WebAuthnModel

/// What it is, told from the bytes alone; and the names and meanings that matter in it.
@Suite struct RecognitionTests {
    struct Row: Sendable, CustomStringConvertible {
        let text: String
        let kind: Explanation.Kind
        var title: String?
        /// Names of rows and what their meanings contain.
        var meanings: [String: String] = [:]
        var description: String { "\(kind): \(text.prefix(60))" }
    }

    static let rows: [Row] = [
        Row(
            text:
                #"{"rp": {"id": "example.org", "name": "E"}, "user": {"id": "AQID", "name": "a", "displayName": "A"}, "challenge": "AAECAwQFBgcICQoLDA0ODw", "pubKeyCredParams": [{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": 5}], "excludeCredentials": [], "attestation": "direct"}"#,
            kind: .creationOptions,
            meanings: ["challenge": "16 bytes", "attestation": "as the authenticator made it"]),
        Row(
            text:
                #"{"publicKey": {"challenge": "AAECAwQFBgcICQoLDA0ODw", "rpId": "example.org", "userVerification": "required", "allowCredentials": []}, "mediation": "conditional"}"#,
            kind: .requestOptions,
            meanings: ["rpId": "the RP ID", "allowCredentials": "any discoverable", "mediation": "autofill"]),
        Row(text: #"{"challenge": "AAECAwQFBgcICQoLDA0ODw"}"#, kind: .requestOptions),
        Row(
            text:
                #"{"type":"webauthn.get","challenge":"AQID","origin":"https://example.org","crossOrigin":true}"#,
            kind: .clientData, title: #"client data, "webauthn.get""#,
            meanings: ["crossOrigin": "in a frame of another origin", "origin": "must be an origin"]),
        Row(
            text:
                #"{"schema": 1, "verdict": "reject", "findings": [{"code": "clientData.origin", "status": "fail", "because": "other host"}]}"#,
            kind: .verificationReport, title: #"verification report, "reject""#,
            meanings: ["[0]": "fail clientData.origin other host"]),
        Row(
            text: #"{"error": {"name": "NotAllowedError", "message": "m", "cause": "c"}}"#, kind: .rejection,
            title: #"rejected promise, "NotAllowedError""#),
        Row(
            text: #"{"type": "public-key", "id": "AQID", "publicKey": "pAEBAycgBiFYIAAA", "signCount": 3}"#,
            kind: .credentialRecord),
        Row(
            text:
                #"{"verdict": "accept", "findings": [], "credential": {"type": "public-key", "id": {"base64url": "AQID"}, "publicKey": {"base64url": "pAEBAycgBiFYIDHA7GTl27KkuwYm-9Ol7n0Z-86pzStD6NnhpqBvw71N"}, "signCount": 3}}"#,
            kind: .verificationReport, meanings: ["crv": "Ed25519", "credential": "relying party stores"]),
        Row(
            text: #"{"options": {"challenge": "AQID", "rpId": "a.b"}, "x": [1, true, null]}"#, kind: .json,
            meanings: ["rpId": "the RP ID", "x": "array of 3"]),
        Row(text: "[1,2", kind: .json), Row(text: #""eyJhIjoxfQ""#, kind: .json),
        Row(text: "eyJhbGciOiJFUzI1NiJ9.eyJub25jZSI6MX0.AQID", kind: .webSignature),
        Row(
            text: metadata(
                #"{"aaguid":"876CA4F5-2071-C3E9-B255-09EF2CDF7ED6","metadataStatement":{"description":"Key"},"statusReports":[{"status":"REVOKED","effectiveDate":"2026-01-02"},{"status":"FIDO_CERTIFIED","effectiveDate":"2025-01-02"}]}"#,
                count: 52),
            kind: .metadataBLOB, title: #"metadata BLOB, number 42, 52 entries, next update "2026-12-31""#,
            meanings: [
                "no": "the serial number",
                "[49]":
                    #"876ca4f5-2071-c3e9-b255-09ef2cdf7ed6, "Key", REVOKED since 2026-01-02, the latest of 2 reports"#,
                "[50] to [51]": "… and 2 more",
            ]),
        Row(
            text: metadata(#"{"aaid":"4e4e#4005","statusReports":[]}"#, count: 1), kind: .metadataBLOB,
            title: #"metadata BLOB, number 42, 1 entry, next update "2026-12-31""#,
            meanings: ["[0]": #""4e4e#4005", no status report"#, "entries": "array of 1"]),
        Row(text: #"{"no": 1, "entries": [3]}"#, kind: .metadataPayload, meanings: ["[0]": "no model"]),
        // RFC 9052 appendix C.7.1 has keys with a kid; this is one of WebAuthn §6.5.1.1 on P-256.
        Row(
            text: "a401010327200621582031c0ec64e5dbb2a4bb0d26fbd3a5ee7d19fbcea9cd2b43e8d9e1a6a7bfc3bd4d",
            kind: .coseKey, meanings: ["kty": "OKP", "alg": "EdDSA", "crv": "Ed25519", "x": "32 bytes"]),
        Row(text: "a301030339010020430101 01".filter { $0 != " " }, kind: .coseKey),
        Row(text: "a36161016162026163f5", kind: .cbor, meanings: [#""a""#: "1", #""c""#: "true"]),
        Row(text: "8301820203d81842 0102".filter { $0 != " " }, kind: .cbor, meanings: ["tagged": "2 bytes"]),
        Row(text: "3006020101020102", kind: .ecdsaSignature, meanings: ["r": "INTEGER 1", "s": "INTEGER 2"]),
        Row(text: "30060c0161130162", kind: .der, meanings: ["[0]": "UTF8String", "[1]": "PrintableString"]),
        Row(text: "04", kind: .ctapRequest, title: "CTAP request, authenticatorGetInfo"),
        Row(text: "2e", kind: .ctapResponse, title: "CTAP response, CTAP2_ERR_NO_CREDENTIALS"),
        Row(text: "00a103 08".filter { $0 != " " }, kind: .ctapResponse, meanings: ["pinRetries": "8"]),
        Row(
            text: "06a201020202", kind: .ctapRequest, title: "CTAP request, authenticatorClientPIN",
            meanings: ["subCommand": "getKeyAgreement"]),
        Row(text: "0aa10101", kind: .ctapRequest, meanings: ["subCommand": "getCredsMetadata"]),
    ]

    /// A BLOB with so many times the same entry, signed by nobody.
    private static func metadata(_ entry: String, count: Int) -> String {
        let entries = repeatElement(entry, count: count).joined(separator: ",")
        let payload = #"{"no":42,"nextUpdate":"2026-12-31","entries":[\#(entries)]}"#
        return "eyJhbGciOiJFUzI1NiJ9." + Base64URL.encode(Array(payload.utf8)) + ".AQID"
    }

    @Test(arguments: rows) func texts(_ row: Row) throws {
        let explanation = try Explainer.explain(text: row.text)
        #expect(explanation.kind == row.kind)
        if let title = row.title { #expect(explanation.title == title) }
        for (name, part) in row.meanings {
            let found = explanation.rows(named: name).contains { $0.meaning.contains(part) }
            #expect(found, "\(name): \(explanation.rows(named: name).map(\.meaning))")
        }
        expectSound(explanation)
        expectReadable(explanation)
    }

    @Test func messages() throws {
        let user = UserEntity(id: [1, 2, 3], name: "a", displayName: "A")
        let create = CTAPRequest.makeCredential(
            MakeCredentialRequest(
                clientDataHash: ClientDataHash(of: []), rp: RelyingPartyEntity(id: "example.org"), user: user,
                pubKeyCredParams: [.init(algorithm: .es256)], extensions: .map([CBORPair("credProtect", 2)]),
                authorization: PINUVAuthParameters(
                    parameter: [UInt8](repeating: 7, count: 32), protocolNumber: 2)))
        let explanation = try Explainer.explain(input: create.encoded)
        #expect(
            explanation.kind == .ctapRequest && explanation.confidence == .certain && explanation.isComplete)
        expectSound(explanation, of: create.encoded)
        #expect(explanation.meaning("alg") == "-7, ES256")
        #expect(explanation.meaning("credProtect") == "2, userVerificationOptionalWithCredentialIDList")
        #expect(explanation.meaning("clientDataHash") == "32 bytes, the SHA-256 of the client data")

        var info = GetInfoResponse(versions: ["FIDO_2_1"], aaguid: .zero)
        info.options = ["rk": true, "clientPin": false]
        info.algorithms = [.es256, .edDSA]
        let answer = try Explainer.explain(input: [0] + info.encoded)
        #expect(answer.kind == .ctapResponse && answer.isComplete)
        #expect(answer.title == "CTAP response, CTAP2_OK, likely of authenticatorGetInfo")
        #expect(answer.rows(named: "alg").map(\.meaning) == ["-7, ES256", "-8, EdDSA"])
        #expect(answer.meaning("aaguid")?.contains("no model is claimed") == true)
        expectSound(answer, of: [0] + info.encoded)
    }

    /// The statement's format names the third member of a makeCredential response, and the data are taken apart.
    @Test(arguments: W3CVectors.all) func credentialResponses(_ vector: W3CVectors.Vector) throws {
        let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
            .object
        let body = CBOREncoder.encode(
            .map([
                CBORPair(1, .text(object.format)), CBORPair(2, .bytes(object.authenticatorData)),
                CBORPair(3, object.statement),
            ]))
        let made = try Explainer.explain(input: [0] + body)
        #expect(made.kind == .ctapResponse && made.isComplete, "\(made.problems)")
        #expect(made.rows(named: "credentialId").count == 1)
        expectSound(made, of: [0] + body)

        let response = GetAssertionResponse(
            credential: PublicKeyCredentialDescriptor(id: [1, 2]),
            authenticatorData: try #require(vector.authentication("authenticatorData")),
            signature: try #require(vector.authentication("signature")))
        let got = try Explainer.explain(input: [0] + response.encoded)
        #expect(got.title.hasSuffix("likely of authenticatorGetAssertion"))
        #expect(got.rows(named: "signCount").count == 1)
        expectSound(got, of: [0] + response.encoded)
    }

    @Test func keys() throws {
        let key = try PrivateKey.ec(ECPrivateKey(curve: .p256, scalar: [UInt8](repeating: 1, count: 32)))
        let info = key.publicKey.subjectPublicKeyInfo
        let explanation = try Explainer.explain(input: info)
        #expect(explanation.kind == .subjectPublicKeyInfo && explanation.isComplete)
        #expect(explanation.title == "SubjectPublicKeyInfo, id-ecPublicKey")
        expectSound(explanation, of: info)
        let vector = try #require(W3CVectors.all.first { $0.coseAlgorithm == -257 })
        let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
            .object
        let attested = try #require(
            try AuthenticatorData.decode(object.authenticatorData).data.attestedCredentialData)
        let rsa = try Explainer.explain(input: attested.credentialPublicKey)
        #expect(rsa.kind == .coseKey && rsa.title == "COSE key, RS256 (-257)")
        #expect(rsa.meaning("e") == "3 bytes, the public exponent, 65537")
    }

    /// Bytes that two notations or structures could be are what the caller says they are.
    @Test func expectations() throws {
        let bytes = try #require(W3CVectors.all.first?.authentication("authenticatorData"))
        for kind in Explanation.Kind.allCases {
            let explanation = try Explainer.explain(input: bytes, expecting: kind)
            #expect(explanation.kind == kind && explanation.confidence == .certain)
            expectSound(explanation, of: bytes)
        }
    }
}
