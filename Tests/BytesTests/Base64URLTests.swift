import Bytes
import TestSupport
import Testing

@Suite struct Base64URLTests {
    /// RFC 4648 section 10, without the padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func vectors(plain: String, encoded: String) throws {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(try Base64URL.decode(encoded) == Array(plain.utf8))
    }

    struct Refusal { let text: String, error: BytesError }
    static let refusals: [Refusal] = [
        Refusal(text: "Zg==", error: .badPadding(offset: 2)),
        Refusal(text: "Z", error: .badBase64Ending(offset: 0)),
        Refusal(text: "Zh", error: .badBase64Ending(offset: 1)),
        Refusal(text: "Zm8\n", error: .notBase64(offset: 3, character: 10)),
        Refusal(text: "+/+/", error: .notBase64(offset: 0, character: UInt8(ascii: "+"))),
    ]
    @Test(arguments: refusals) func refusesWhatNoEncoderWrites(row: Refusal) {
        #expect(throws: row.error) { try Base64URL.decode(row.text) }
    }

    @Test func lenientReadingTellsWhatItForgave() throws {
        let (bytes, forgiven) = try Base64Decoder.decodeLeniently(Array("+/8=".utf8))
        #expect(bytes == [0xFB, 0xFF])
        #expect(forgiven == [.padded, .standardAlphabet])
        #expect(throws: BytesError.badPadding(offset: 2)) {
            try Base64Decoder.decodeLeniently(Array("Zg=".utf8))
        }
    }

    @Test func roundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        for length in 0..<200 {
            let bytes = generator.bytes(length)
            #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
