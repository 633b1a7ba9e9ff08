import Bytes
import CBOR
import Testing

@Suite struct ValueTests {
    @Test func integersKeepTheirSign() {
        for integer in [0, 1, -1, 255, -256, .max, .min] {
            #expect(CBORValue(integer: integer).integer == integer)
        }
        #expect(CBORValue.unsigned(.max).integer == nil)
        #expect(CBORValue.negative(UInt64(Int.max)).integer == .min)
        #expect(CBORValue.negative(UInt64(Int.max) + 1).integer == nil)
        #expect(CBORValue.negative(6) == -7)
    }

    @Test func membersAreFoundByKey() {
        let value: CBORValue = [3: -7, "fmt": "none", "fmt": "packed", -1: true, "list": [1, "two"]]
        #expect(value[integer: 3]?.integer == -7)
        #expect(value[integer: -1]?.boolValue == true)
        #expect(value[text: "fmt"]?.textValue == "none")
        #expect(value[key: "list"]?.arrayValue?.count == 2)
        #expect(value[integer: 4] == nil && CBORValue.null[integer: 4] == nil)
        #expect(value.mapValue?.map(\.key) == [3, "fmt", "fmt", -1, "list"])
        #expect(value.bytesValue == nil && CBORValue.bytes([1]).bytesValue == [1])
    }

    /// As strings these are equal, as CBOR they are two keys.
    @Test func textsCompareByTheirBytes() throws {
        let composed: CBORValue = "\u{E9}"
        let decomposed: CBORValue = "e\u{301}"
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        let map = CBORValue.map([CBORPair(composed, 1), CBORPair(decomposed, 2)])
        #expect(try CBORDecoder.decode(CBOREncoder.encode(map))[key: decomposed] == 2)
    }

    struct Row { let value: CBORValue, hex: String, diagnostic: String }
    static let rows: [Row] = [
        Row(value: .unsigned(.max), hex: "1bffffffffffffffff", diagnostic: "18446744073709551615"),
        Row(value: .negative(.max), hex: "3bffffffffffffffff", diagnostic: "-18446744073709551616"),
        Row(value: -100, hex: "3863", diagnostic: "-100"),
        Row(value: [100: 0, -1: 1], hex: "a21864002001", diagnostic: "{100: 0, -1: 1}"),
        Row(value: ["aa": 1, "b": .null], hex: "a26162f662616101", diagnostic: "{\"aa\": 1, \"b\": null}"),
        Row(
            value: [[2: 0, 1: 0]: false], hex: "a1a201000200f4", diagnostic: "{{2: 0, 1: 0}: false}"),
        Row(value: [1, [2, true]], hex: "82018202f5", diagnostic: "[1, [2, true]]"),
        Row(
            value: .tagged(24, .bytes([1, 2])), hex: "d818420102", diagnostic: "24(h'0102')"),
        Row(
            value: "a\"\\\n\u{7F}\u{202E}ü水", hex: "6d61225c0a7fe280aec3bce6b0b4",
            diagnostic: #""a\"\\\n\u007f\u202eü水""#),
        Row(value: .float16(0x3E00), hex: "f93e00", diagnostic: "1.5"),
        Row(value: .float16(0x0001), hex: "f90001", diagnostic: "5.960464477539063e-08"),
        Row(value: .float16(0x8000), hex: "f98000", diagnostic: "-0.0"),
        Row(value: .float16(0x7BFF), hex: "f97bff", diagnostic: "65504.0"),
        Row(value: .float16(0xFC00), hex: "f9fc00", diagnostic: "-Infinity"),
        Row(value: .float32(0x47C3_5000), hex: "fa47c35000", diagnostic: "100000.0"),
        Row(value: .float64(0x7FF8_0000_0000_0000), hex: "fb7ff8000000000000", diagnostic: "NaN"),
        Row(
            value: [.undefined, .simple(16), .simple(255)], hex: "83f7f0f8ff",
            diagnostic: "[undefined, simple(16), simple(255)]"),
    ]
    @Test(arguments: rows) func isWrittenCanonicallyAndForPeople(row: Row) throws {
        let bytes = CBOREncoder.encode(row.value)
        #expect(Hex.encode(bytes) == row.hex)
        #expect(row.value.description == row.diagnostic)
        let read = try CBORDecoder.decodeLeniently(bytes, forgiving: .wellFormed).value
        #expect(CBOREncoder.encode(read) == bytes)
    }

    @Test func wrongBytesCanBeWritten() {
        let value: CBORValue = [2: 0, 1: 0, 2: [-1: 0, 1: 0]]
        #expect(Hex.encode(CBOREncoder.encodeAsWritten(value)) == "a30200010002a220000100")
        #expect(Hex.encode(CBOREncoder.encode(value)) == "a30100020002a201002000")
    }

    @Test func headsTakeTheirShortestFormUnlessToldOtherwise() throws {
        let arguments: [UInt64] = [0, 23, 24, 255, 256, 65535, 65536, 4_294_967_295, 4_294_967_296, .max]
        let widths = [1, 1, 2, 2, 3, 3, 5, 5, 9, 9]
        for (argument, width) in zip(arguments, widths) {
            for major in CBORMajorType.allCases {
                var bytes: [UInt8] = []
                CBOREncoder.appendHead(major, argument, to: &bytes)
                #expect(bytes.count == width && bytes[0] >> 5 == major.rawValue)
            }
        }
        let forms = try CBORHeadForm.allCases.map { form in
            var bytes: [UInt8] = []
            CBOREncoder.appendHead(.text, 5, in: form, to: &bytes)
            bytes += Array("hello".utf8)
            let item = try CBORDecoder.decodeLeniently(bytes)
            #expect(item.value == "hello" && item.forgiven == [.nonShortest(offset: 0)])
            return bytes.count
        }
        #expect(forms == [7, 8, 10, 14])
        var bytes: [UInt8] = []
        CBOREncoder.appendMap(count: 4, to: &bytes)
        CBOREncoder.appendInteger(-257, to: &bytes)
        CBOREncoder.appendBytes([1, 2], to: &bytes)
        CBOREncoder.appendText("fmt", to: &bytes)
        CBOREncoder.appendBool(true, to: &bytes)
        CBOREncoder.appendArray(count: 24, to: &bytes)
        #expect(Hex.encode(bytes) == "a4" + "390100" + "420102" + "63666d74" + "f5" + "9818")
    }
}
