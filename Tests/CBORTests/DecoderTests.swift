import Bytes
import CBOR
import Testing

@Suite struct DecoderTests {
    struct Forgiveness { let hex: String, canonical: String, forgiven: [CBORError] }
    static let forgiveness: [Forgiveness] = [
        Forgiveness(hex: "a201020304", canonical: "a201020304", forgiven: []),
        Forgiveness(hex: "a203040102", canonical: "a201020304", forgiven: [.keyOrder(offset: 3)]),
        Forgiveness(hex: "180a", canonical: "0a", forgiven: [.nonShortest(offset: 0)]),
        Forgiveness(
            hex: "b900011801590001aa", canonical: "a10141aa",
            forgiven: [.nonShortest(offset: 0), .nonShortest(offset: 3), .nonShortest(offset: 5)]),
        // In the order of their values, though not of their bytes: only the form is wrong.
        Forgiveness(hex: "a2180100026161", canonical: "a20100026161", forgiven: [.nonShortest(offset: 1)]),
        Forgiveness(
            hex: "a2820201008120" + "01", canonical: "a2812001" + "82020100",
            forgiven: [.keyOrder(offset: 5)]),
        Forgiveness(
            hex: "a101a3030002000100", canonical: "a101a3010002000300",
            forgiven: [.keyOrder(offset: 5), .keyOrder(offset: 7)]),
    ]
    @Test(arguments: forgiveness) func orderAndFormAreForgiven(row: Forgiveness) throws {
        let item = try CBORDecoder.decodeLeniently(Hex.decode(row.hex))
        #expect(item.forgiven == row.forgiven)
        #expect(Hex.encode(CBOREncoder.encode(item.value)) == row.canonical)
    }

    struct Refusal { let hex: String, error: CBORError }
    static let refusals: [Refusal] = [
        Refusal(hex: "a201000100", error: .duplicateKey(offset: 3)),
        Refusal(hex: "a20100180100", error: .duplicateKey(offset: 3)),
        Refusal(hex: "a3020001000200", error: .duplicateKey(offset: 5)),
        Refusal(hex: "a1019fff", error: .indefiniteLength(offset: 2)),
        Refusal(hex: "81c100", error: .tag(offset: 1, number: 1)),
        Refusal(hex: "0102", error: .trailingBytes(offset: 1, count: 1)),
        Refusal(hex: "f93c00", error: .float(offset: 0)),
        Refusal(hex: "81f7", error: .simpleValue(offset: 1, value: 23)),
        Refusal(hex: "8163c3a9ff", error: .notUTF8(offset: 4)),
        Refusal(hex: "42aa", error: .lengthTooLarge(offset: 0, claimed: 2, available: 1)),
        Refusal(
            hex: "815bffffffffffffffff",
            error: .lengthTooLarge(offset: 1, claimed: .max, available: 0)),
        Refusal(hex: "a301", error: .lengthTooLarge(offset: 0, claimed: 3, available: 1)),
        Refusal(hex: "a20102", error: .truncated(offset: 3)),
        Refusal(hex: "", error: .truncated(offset: 0)),
        Refusal(hex: "8119ff", error: .truncated(offset: 3)),
        Refusal(hex: "81ff", error: .unexpectedBreak(offset: 1)),
        Refusal(hex: "811c", error: .reservedAdditionalInformation(offset: 1, value: 28)),
    ]
    @Test(arguments: refusals) func theRestIsNot(row: Refusal) throws {
        let bytes = try Hex.decode(row.hex)
        #expect(throws: row.error) { try CBORDecoder.decodeLeniently(bytes) }
        #expect(row.error.description.hasSuffix("at offset \(row.error.offset)"))
    }

    @Test func strictNamesTheWorseOfTwoFaults() throws {
        let twice = try Hex.decode("a3010002000100")
        #expect(throws: CBORError.duplicateKey(offset: 5)) { try CBORDecoder.decode(twice) }
        let unordered = try Hex.decode("a202000100")
        #expect(throws: CBORError.keyOrder(offset: 3)) { try CBORDecoder.decode(unordered) }
    }

    @Test func anythingWellFormedCanBeReadOnRequest() throws {
        let bytes = try Hex.decode("bf027f61616162ff" + "01c15f41aa40ff" + "02f93c00" + "f7f820ff")
        let item = try CBORDecoder.decodeLeniently(bytes, forgiving: .wellFormed)
        #expect(
            item.value
                == .map([
                    CBORPair(2, "ab"), CBORPair(1, .tagged(1, .bytes([0xAA]))),
                    CBORPair(2, .float16(0x3C00)), CBORPair(.undefined, .simple(32)),
                ]))
        #expect(
            item.forgiven == [
                .indefiniteLength(offset: 0), .indefiniteLength(offset: 2), .keyOrder(offset: 8),
                .tag(offset: 9, number: 1), .indefiniteLength(offset: 10), .duplicateKey(offset: 15),
                .float(offset: 16), .simpleValue(offset: 19, value: 23), .simpleValue(offset: 20, value: 32),
            ])
        let badChunk = try Hex.decode("5f6161ff")
        #expect(throws: CBORError.badChunk(offset: 1)) {
            try CBORDecoder.decodeLeniently(badChunk, forgiving: .wellFormed)
        }
    }

    @Test func prefixesEndWhereTheItemDoes() throws {
        let bytes: [UInt8] = [0xFF, 0x82, 0x01, 0x41, 0x00, 0xFF]
        let (value, end) = try CBORDecoder.decodePrefix(bytes, from: 1)
        #expect(value == [1, .bytes([0])])
        #expect(end == 5)
        #expect(throws: CBORError.unexpectedBreak(offset: 5)) { try CBORDecoder.decodePrefix(bytes, from: 5) }
        for outside in [6, 7, .max, -1, .min] {
            #expect(throws: CBORError.truncated(offset: 6)) {
                try CBORDecoder.decodePrefix(bytes, from: outside)
            }
            #expect(CBORAnnotator.annotate(bytes, from: outside).error == .truncated(offset: 6))
        }
        let lenient = try CBORDecoder.decodePrefixLeniently([0x00, 0x18, 0x02, 0x00], from: 1)
        #expect(lenient == LenientCBOR(value: 2, end: 3, forgiven: [.nonShortest(offset: 1)]))
    }

    @Test func depthIsBoundedWhateverTheCallerAllows() throws {
        for depth in [1, 4, 16, 128] {
            let open = [UInt8](repeating: 0x81, count: depth - 1)
            #expect(try CBORDecoder.decode(open + [0x80], maximumDepth: depth) != 0)
            #expect(throws: CBORError.tooDeep(offset: depth, maximum: depth)) {
                try CBORDecoder.decode(open + [0x81, 0x80], maximumDepth: depth)
            }
        }
        #expect(throws: CBORError.tooDeep(offset: 0, maximum: 0)) {
            try CBORDecoder.decode([0x80], maximumDepth: 0)
        }
        for opener: UInt8 in [0x81, 0xA1, 0x9F, 0xC1] {
            let bomb = [UInt8](repeating: opener, count: 1_000_000)
            #expect(throws: CBORError.tooDeep(offset: 128, maximum: 128)) {
                try CBORDecoder.decodeLeniently(bomb, maximumDepth: .max, forgiving: .wellFormed)
            }
            #expect(CBORAnnotator.annotate(bomb, maximumDepth: .max).annotations.count == 128)
        }
    }
}
