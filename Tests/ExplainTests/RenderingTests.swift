import Bytes
import JSON
import Testing
import Understudy

/// The two renderings, to the letter for one small thing.
@Suite struct RenderingTests {
    private static let key = hex(
        "a401010327200621582031c0ec64e5dbb2a4bb0d26fbd3a5ee7d19fbcea9cd2b43e8d9e1a6a7bfc3bd4d")

    @Test func text() throws {
        let explanation = try Explainer.explain(
            text: Hex.encode(hex("a3 01 02 03 26 61 1b 41 ff")), expecting: .cbor)
        let expected = #"""
            CBOR (hex, 9 bytes)
             offset  length  bytes                       meaning
                  0       1  a3                          item: map of 3
                  1       1  01                            key: 1
                  2       1  02                            1: 2
                  3       1  03                            key: 3
                  4       1  26                            3: -7
                  5       2  611b                          key: "\u001b"
                  7       2  41ff                          "\u001b": 1 byte

            """#
        #expect(explanation.text() == expected)
    }

    /// Rows are cut, said to be cut, and written out on request.
    @Test func longRows() throws {
        let bytes = [UInt8](repeating: 0xAB, count: 60)
        let explanation = try Explainer.explain(input: bytes, expecting: .bytes)
        let text = explanation.text()
        #expect(text.contains("… 24 bytes more"))
        #expect(text.filter { $0 == "b" }.count < 60)
        let whole = explanation.text(showingAllBytes: true)
        #expect(!whole.contains("more"))
        #expect(whole.split(separator: "\n").filter { $0.contains("abababab abababab abababab") }.count == 5)
        let short = try Explainer.explain(input: Array(bytes.prefix(48)), expecting: .bytes).text()
        #expect(!short.contains("more"))
    }

    /// Marked rows with two of their neighbours on each side; what is left out is said to be.
    @Test func excerpt() throws {
        let data = [UInt8](repeating: 0, count: 32) + [0x05, 0, 0, 1, 0]
        let explanation = try Explainer.explain(input: data, expecting: .authenticatorData)
        let flags = explanation.excerpt(marking: [32..<33]).split(separator: "\n")
        #expect(flags.filter { $0.hasPrefix(">") }.count == 1)
        #expect(flags.contains { $0.hasPrefix(">      32       1  05") })
        #expect(flags.contains { $0.hasPrefix("       33       4  00000100") })
        let list = try Explainer.explain(input: Self.key).excerpt(marking: [7..<8, 99..<200])
        let lines = list.split(separator: "\n")
        // A row of one line, and one of three.
        #expect(lines.filter { $0.hasPrefix(">      ") }.count == 4)
        #expect(lines.filter { $0.hasSuffix("…") }.count == 1)
        #expect(explanation.excerpt(marking: []) == "")
        // A place beyond the end is its last byte.
        #expect(explanation.excerpt(marking: [37..<38]).contains(">      33"))
    }

    @Test func json() throws {
        let explanation = try Explainer.explain(input: Self.key)
        let document = try JSONDocument(parsing: explanation.json(pretty: true))
        let root = document.root
        #expect(root["schema"]?.int == 1 && root["kind"]?.string == "coseKey")
        #expect(root["confidence"]?.string == explanation.confidence.word)
        let rows = try #require(root["rows"])
        #expect(rows.count == explanation.rows.count)
        var content = ""
        for row in rows.elements {
            #expect(row["offset"]?.int == content.count / 2)
            content += row["bytes"]?["hex"]?.string ?? ""
            #expect(row["length"]?.int.map { row["offset"]?.int ?? 0 + $0 } != nil)
        }
        #expect(content == Hex.encode(Self.key))
        #expect(root["sections"]?.count == 0 && root["problems"]?.kind == .array)
    }
}
