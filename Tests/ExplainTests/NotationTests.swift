import Bytes
import TestSupport
import Testing
import Understudy

/// The same bytes in every notation give the same rows; offsets count bytes, not characters.
@Suite struct NotationTests {
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let notation: Explanation.Notation
        let write: @Sendable ([UInt8]) -> String
        var description: String { name }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    private static func lines(_ text: String, _ end: String) -> String {
        var result = ""
        for (index, character) in text.enumerated() {
            if index > 0, index % 64 == 0 { result += end }
            result.append(character)
        }
        return result
    }

    private static func pem(_ label: String, _ bytes: [UInt8]) -> String {
        "-----BEGIN \(label)-----\n\(lines(base64(bytes), "\n"))\n-----END \(label)-----\n"
    }

    static let rows: [Row] = [
        Row(name: "hex", notation: .hex) { Hex.encode($0) },
        Row(name: "upper case", notation: .hex) { Hex.encode($0).uppercased() + "\n" },
        Row(name: "colons", notation: .hex) { $0.map { Hex.encode([$0]) }.joined(separator: ":") },
        Row(name: "lines", notation: .hex) { lines(Hex.encode($0), "\n") },
        Row(name: "C", notation: .hex) { $0.map { "0x" + Hex.encode([$0]) }.joined(separator: ", ") },
        Row(name: "base64url", notation: .base64URL) { Base64URL.encode($0) },
        Row(name: "quoted", notation: .base64URL) { "\"\(Base64URL.encode($0))\"" },
        Row(name: "base64", notation: .base64) { base64($0) },
        Row(name: "wrapped", notation: .base64) { lines(base64($0), "\r\n") + "\r\n" },
        Row(name: "PEM", notation: .pem(label: "ATTESTATION")) { pem("ATTESTATION", $0) },
    ]

    @Test(arguments: rows) func sameRows(_ row: Row) throws {
        for vector in W3CVectors.all {
            let bytes = try #require(vector.registration("attestationObject"))
            let plain = try Explainer.explain(input: bytes)
            var explanation = try Explainer.explain(text: row.write(bytes))
            #expect(plain.notation == .binary)
            // Base64 without a character of its own alphabet cannot be told.
            #expect(explanation.notation == row.notation || row.notation == .base64)
            explanation.notation = .binary
            #expect(explanation == plain)
        }
    }

    @Test func certificates() throws {
        let certificate = try W3CVectors.load().authorityCertificate
        let pem = "text before\n" + Self.pem("CERTIFICATE", certificate) + "text after\n"
        let one = try Explainer.explain(text: pem)
        #expect(one.kind == .certificate && one.isComplete)
        #expect(one.notation == .pem(label: "CERTIFICATE"))
        expectSound(one, of: certificate)
        let two = try Explainer.explain(text: pem + pem)
        #expect(two.kind == .pemBundle && two.sections.map(\.kind) == [.certificate, .certificate])
        #expect(two.sections.map(\.member) == ["[0]", "[1]"])
        expectSound(two)
        let unclosed = try Explainer.explain(text: String(pem.prefix(300)))
        #expect(unclosed.kind == .certificate)
        #expect(unclosed.problems.first?.error == .unclosedPEM(label: "CERTIFICATE", offset: 12))
        expectSound(unclosed)
    }

    struct Broken: Sendable {
        let text: String
        let kind: Explanation.Kind
        let error: ExplainError?
    }

    @Test(arguments: [
        Broken(text: "a101023", kind: .cbor, error: .bytes(.notHex(offset: 6))),
        Broken(text: "ab-_+/==ab", kind: .text, error: .bytes(.badPadding(offset: 6))),
        Broken(text: "good morning, world", kind: .text, error: nil),
        Broken(text: "\u{1B}[31mred", kind: .bytes, error: nil),
        Broken(
            text: "-----BEGIN CERTIFICATE-----\nAAAAA\n-----END CERTIFICATE-----", kind: .certificate,
            error: .bytes(.badBase64Ending(offset: 32))),
    ]) func broken(_ row: Broken) throws {
        let explanation = try Explainer.explain(text: row.text)
        #expect(explanation.kind == row.kind)
        #expect(explanation.problems.first?.error == row.error)
        expectSound(explanation)
        expectReadable(explanation)
    }

    @Test func nothing() {
        for text in ["", " ", "\r\n\t"] {
            #expect(throws: ExplainError.empty) { try Explainer.explain(text: text) }
        }
        let maximum = Explainer.maximumBytes
        #expect(throws: ExplainError.tooLarge(count: maximum + 1, maximum: maximum)) {
            try Explainer.explain(input: [UInt8](repeating: 0, count: maximum + 1))
        }
    }

    @Test func uuid() throws {
        let name = "fa2b99dc-9e39-4257-8f92-4a30d23c4118"
        let explanation = try Explainer.explain(text: name, modelName: { _ in "a model" })
        #expect(explanation.kind == .aaguid && explanation.notation == .uuid)
        #expect(explanation.meaning("aaguid") == "\(name): a model")
    }

    /// What is certain lists nothing else; what is a guess says so.
    @Test func otherReadings() throws {
        let object = try #require(W3CVectors.all.first?.registration("attestationObject"))
        #expect(try Explainer.explain(input: object).otherReadings.isEmpty)
        let ambiguous = try Explainer.explain(text: "02")
        #expect(ambiguous.confidence == .guess && ambiguous.otherReadings.count > 0)
        let forced = try Explainer.explain(text: "02", expecting: .cbor)
        #expect(forced.kind == .cbor && forced.confidence == .certain)
    }
}
