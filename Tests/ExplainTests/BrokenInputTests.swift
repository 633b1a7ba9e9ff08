import Bytes
import CBOR
import Foundation
import JSON
import TestSupport
import Testing
import Understudy
import WebAuthnModel

/// Broken input is explained up to where it breaks, and the break is told with its error and its byte.
@Suite struct BrokenInputTests {
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let bytes: [UInt8]
        let kind: Explanation.Kind
        let error: ExplainError
        let offset: Int
        /// Rows that are there all the same.
        let names: [String]
        var description: String { name }
    }

    private static let hash = [UInt8](repeating: 9, count: 32)
    private static let counter: [UInt8] = [0, 0, 0, 1]
    private static let aaguid = [UInt8](repeating: 0, count: 16)
    private static let key = hex("a4010103272006215820") + [UInt8](repeating: 1, count: 32)

    private static func data(
        _ name: String, _ bytes: [UInt8], _ error: AuthenticatorDataError, at offset: Int, _ names: [String]
    ) -> Row {
        Row(
            name: name, bytes: bytes, kind: .authenticatorData, error: .authenticatorData(error),
            offset: offset,
            names: names)
    }

    static let rows: [Row] = [
        data("short", hash + [1, 0], .tooShort(length: 34), at: 34, ["rpIdHash", "flags", "unparsed"]),
        data("no hash", [1, 2], .tooShort(length: 2), at: 2, ["unparsed"]),
        data(
            "trailing", hash + [1] + counter + [5, 6], .trailingBytes(offset: 37, count: 2), at: 37,
            ["signCount", "unparsed"]),
        data(
            "AT without data", hash + [0x41] + counter, .attestedCredentialDataTruncated(offset: 37), at: 37,
            ["signCount"]),
        data(
            "ID over the end", hash + [0x41] + counter + aaguid + [1, 0, 7],
            .credentialIDOverrun(offset: 53, length: 256, available: 1), at: 53, ["aaguid", "unparsed"]),
        data(
            "key cut off", hash + [0x41] + counter + aaguid + [0, 1, 7] + key.dropLast(),
            .credentialPublicKey(.lengthTooLarge(offset: 64, claimed: 32, available: 31)), at: 64,
            ["credentialId", "crv", "x"]),
        data(
            "key is an integer", hash + [0x41] + counter + aaguid + [0, 1, 7, 5],
            .credentialPublicKeyNotMap(offset: 56), at: 56, ["credentialPublicKey"]),
        data(
            "key out of order", hash + [0x41] + counter + aaguid + [0, 0] + hex("a2 03 26 01 02"),
            .credentialPublicKey(.keyOrder(offset: 58)), at: 58, ["kty"]),
        data(
            "ED without map", hash + [0x81] + counter, .extensions(.truncated(offset: 37)), at: 37,
            ["signCount"]),
        data(
            "extensions with numbers", hash + [0x81] + counter + hex("a10102"), .extensionsNotMap(offset: 37),
            at: 37, ["extensions"]),
        Row(
            name: "attestation object with a tail", bytes: hex("a1 63 666d74 61 61 00"),
            kind: .attestationObject,
            error: .cbor(.trailingBytes(offset: 7, count: 1)), offset: 7, names: ["fmt", "unparsed"]),
        Row(
            name: "attestation object without data", bytes: hex("a2 63666d74 646e6f6e65 6761747453746d74 a0"),
            kind: .attestationObject, error: .attestationObject(.authenticatorData(present: false)),
            offset: 0,
            names: ["fmt", "attStmt"]),
        Row(
            name: "key off the curve",
            bytes: hex("a5 0102 0326 2001 215820") + hash + hex("225820") + hash, kind: .coseKey,
            error: .coseKey(.material(.notOnCurve(.p256))), offset: 0, names: ["x", "y"]),
        Row(
            name: "nested too deep", bytes: [UInt8](repeating: 0x81, count: 40), kind: .cbor,
            error: .cbor(.tooDeep(offset: 16, maximum: 16)), offset: 16, names: ["item", "unparsed"]),
        Row(
            name: "sequence cut off", bytes: hex("3009 0c0161 0c0262"), kind: .der,
            error: .der(.truncated(offset: 8)), offset: 8, names: ["element", "[0]", "unparsed"]),
        Row(
            name: "BER", bytes: hex("3080 0000"), kind: .der, error: .der(.indefiniteLength(offset: 1)),
            offset: 1, names: ["unparsed"]),
        Row(
            name: "r not minimal", bytes: hex("3008 02020001 02020102"), kind: .ecdsaSignature,
            error: .der(.badInteger(offset: 2)), offset: 2, names: ["r", "s"]),
        Row(
            name: "s is zero", bytes: hex("3006 020101 020100"), kind: .ecdsaSignature,
            error: .signature(.zero(offset: 7)), offset: 7, names: ["r", "s"]),
        Row(
            name: "client data cut off", bytes: Array(#"{"type":"webauthn.get","challenge":"AQ"#.utf8),
            kind: .clientData, error: .json(.truncated(offset: 38, wanted: .endOfString)), offset: 38,
            names: ["type", "unparsed"]),
        Row(
            name: "trailing comma", bytes: Array(#"{"type":"webauthn.get",}"#.utf8), kind: .clientData,
            error: .json(.trailingComma(offset: 23)), offset: 23, names: ["type", "unparsed"]),
        Row(
            name: "text behind", bytes: Array(#"{"a":1} x"#.utf8), kind: .json,
            error: .json(.trailingBytes(offset: 8)), offset: 8, names: ["a", "end", "unparsed"]),
        Row(
            name: "mark in front", bytes: [0xEF, 0xBB, 0xBF] + Array(#"{"a":1,"#.utf8), kind: .json,
            error: .json(.truncated(offset: 10, wanted: .name)), offset: 10, names: ["byte order mark", "a"]),
        Row(
            name: "options without user",
            bytes: Array(#"{"rp":{"name":"r"},"challenge":"AQ","pubKeyCredParams":[]}"#.utf8),
            kind: .creationOptions, error: .options(.missing(path: "user")), offset: 0,
            names: ["rp", "challenge"]),
        Row(
            name: "member that is no base64url",
            bytes: Array(#"{"challenge":"A*ID","rpId":"a"}"#.utf8), kind: .requestOptions,
            error: .bytes(.notBase64(offset: 15, character: 0x2A)), offset: 15, names: ["challenge", "rpId"]),
    ]

    @Test(arguments: rows) func broken(_ row: Row) throws {
        let explanation = try Explainer.explain(input: row.bytes, expecting: row.kind)
        expectSound(explanation, of: row.bytes)
        expectReadable(explanation)
        #expect(!explanation.isComplete)
        let problem = explanation.problems.first { $0.error == row.error }
        #expect(problem != nil, "\(explanation.problems.map(\.message))")
        #expect(problem?.severity == .error)
        #expect((problem?.offset ?? 0) == row.offset)
        for name in row.names { #expect(explanation.rows.contains { $0.name == name }, "\(name)") }
    }

    /// Unusual is not broken: told, and read to the end.
    @Test func remarks() throws {
        let cases: [(String, String)] = [
            (#"{"challenge":"AQ==","rpId":"a"}"#, "padding"), (#"{"a":1,"a":2}"#, "second time"),
            ("a2020101 02".filter { $0 != " " }, "canonical order"), ("1801", "shortest form"),
            (Hex.encode(Self.hash + [0x11] + Self.counter), "BS is set without BE"),
            (Hex.encode(Self.hash + [0x03] + Self.counter), "reserved flag"),
        ]
        for (text, words) in cases {
            let kind: Explanation.Kind? = text.count == 74 ? .authenticatorData : nil
            let explanation = try Explainer.explain(text: text, expecting: kind)
            #expect(explanation.isComplete, "\(text)")
            #expect(explanation.problems.contains { $0.message.contains(words) }, "\(explanation.problems)")
        }
    }

    /// What a response says twice and differently.
    @Test func contradictions() throws {
        let vectors = W3CVectors.all
        let object = try #require(vectors[0].registration("attestationObject"))
        let other = try AttestationObject.decode(try #require(vectors[1].registration("attestationObject")))
            .object
        let response = RegistrationResponse(
            rawID: [1, 2, 3], clientDataJSON: try #require(vectors[0].registration("clientDataJSON")),
            attestationObject: object, authenticatorData: other.authenticatorData, transports: [],
            publicKey: nil, publicKeyAlgorithm: -8, authenticatorAttachment: nil)
        let messages = try Explainer.explain(input: response.json).problems.map(\.message)
        for words in ["is not the one within", "is not the credential ID", "publicKeyAlgorithm is not ES256"]
        {
            #expect(messages.contains { $0.contains(words) }, "\(messages)")
        }
    }

    /// Every file of the hostile folder is explained, whatever it is.
    @Test func hostileFiles() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Hostile")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var count = 0
        for name in files {
            guard let bytes = FileManager.default.contents(atPath: folder.appending(path: name).path) else {
                continue
            }
            do throws(ExplainError) {
                let explanation = try Explainer.explain(input: [UInt8](bytes))
                expectSound(explanation, "\(name)")
                expectReadable(explanation, "\(name)")
                #expect(
                    (try? JSONDocument(parsing: explanation.json(), limits: .init(maximumBytes: .max))) != nil
                )
                count += 1
            } catch { #expect(error == .empty, "\(name)") }
        }
        #expect(count > 100)
    }
}
