import Bytes
import Cryptography
import TestSupport
import Testing

@Suite struct X509DERTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        let why: String
        var testDescription: String { why }
        let hex: String
        let problem: DERProblem
    }

    @Test(arguments: [
        Refused(why: "nothing", hex: "", problem: .missing(offset: 0, expected: .integer)),
        Refused(why: "no length", hex: "02", problem: .truncated(offset: 1)),
        Refused(why: "no contents", hex: "0201", problem: .truncated(offset: 2)),
        Refused(why: "contents cut off", hex: "020201", problem: .truncated(offset: 3)),
        Refused(why: "length cut off", hex: "028201", problem: .truncated(offset: 3)),
        Refused(why: "indefinite", hex: "02800500", problem: .indefiniteLength(offset: 1)),
        Refused(why: "long form below 128", hex: "02810105", problem: .nonMinimalLength(offset: 1)),
        Refused(why: "leading zero", hex: "0282000105", problem: .nonMinimalLength(offset: 1)),
        Refused(why: "five octets", hex: "02850100000000", problem: .lengthTooLarge(offset: 1)),
        Refused(why: "reserved", hex: "02FF", problem: .lengthTooLarge(offset: 1)),
        Refused(why: "4 GiB", hex: "0284FFFFFFFF00", problem: .truncated(offset: 7)),
        Refused(why: "trailing", hex: "0201050000", problem: .trailingBytes(offset: 3, count: 2)),
        Refused(
            why: "other tag", hex: "040105",
            problem: .unexpectedTag(offset: 0, expected: .integer, found: .octetString)),
        Refused(why: "tag not minimal", hex: "1F800200", problem: .badTag(offset: 0)),
        Refused(why: "low tag in the high form", hex: "1F0200", problem: .badTag(offset: 0)),
        Refused(why: "tag beyond 32 bits", hex: "1F9080808000", problem: .badTag(offset: 0)),
        Refused(why: "tag cut off", hex: "1F81", problem: .truncated(offset: 2)),
        Refused(why: "empty integer", hex: "0200", problem: .badInteger(offset: 0)),
        Refused(why: "needless 00", hex: "0202007F", problem: .badInteger(offset: 0)),
        Refused(why: "needless FF", hex: "0202FF80", problem: .badInteger(offset: 0)),
        Refused(
            why: "nine octets", hex: "0209008000000000000000", problem: .integerOutOfRange(offset: 0)),
    ])
    func `refuses what is not the DER of one small integer`(row: Refused) throws {
        let bytes = try Hex.decode(row.hex)
        #expect(throws: CryptographyError.der(row.problem), "\(row.why)") {
            try DERReader.readWhole(.integer, of: bytes).integer()
        }
        #expect(!row.problem.description.isEmpty && row.problem.offset <= bytes.count)
    }

    @Test(arguments: [
        Refused(why: "boolean 01", hex: "010101", problem: .badBoolean(offset: 0)),
        Refused(why: "boolean of two", hex: "0102FFFF", problem: .badBoolean(offset: 0)),
        Refused(why: "null with contents", hex: "050100", problem: .badNull(offset: 0)),
        Refused(why: "bit string without its first octet", hex: "0300", problem: .badBitString(offset: 0)),
        Refused(why: "eight unused bits", hex: "03020800", problem: .badBitString(offset: 0)),
        Refused(why: "unused bits of nothing", hex: "030101", problem: .badBitString(offset: 0)),
        Refused(why: "unused bit set", hex: "03020101", problem: .badBitString(offset: 0)),
        Refused(why: "half a byte of key", hex: "030204F0", problem: .badBitString(offset: 0)),
        Refused(why: "empty identifier", hex: "0600", problem: .badObjectIdentifier(offset: 0)),
        Refused(why: "identifier cut off", hex: "06022A86", problem: .badObjectIdentifier(offset: 0)),
        Refused(why: "arc not minimal", hex: "06032A8001", problem: .badObjectIdentifier(offset: 0)),
        Refused(
            why: "arc of 129 bits", hex: "06142A" + "84" + String(repeating: "80", count: 17) + "00",
            problem: .badObjectIdentifier(offset: 0)),
    ])
    func `refuses values that DER does not have`(row: Refused) throws {
        let bytes = try Hex.decode(row.hex)
        #expect(throws: CryptographyError.der(row.problem), "\(row.why)") {
            var reader = DERReader(bytes)
            let element = try reader.readAny()
            switch element.tag {
            case .boolean: _ = try element.boolean()
            case .null: try element.null()
            case .bitString: _ = try element.wholeBytesOfBitString()
            default: _ = try element.objectIdentifier()
            }
        }
    }

    @Test func `writes and reads the same values`() throws {
        for value in [0, 1, -1, 127, 128, -128, -129, 255, 256, 65_535, .max, .min] {
            let written = DER.integer(value)
            #expect(try DERReader.readWhole(.integer, of: written).integer() == value)
        }
        #expect(Hex.encode(DER.integer(magnitude: [0, 0, 0x80])) == "02020080")
        #expect(Hex.encode(DER.integer(magnitude: [])) == "020100")
        #expect(Hex.encode(DER.namedBits([0])) == "03020780")
        #expect(Hex.encode(DER.namedBits([5, 6])) == "03020106")
        #expect(Hex.encode(DER.namedBits([8])) == "0303070080")
        #expect(Hex.encode(DER.namedBits([])) == "030100")
        #expect(try DERReader.readWhole(.bitString, of: DER.namedBits([0, 8])).namedBits() == [0, 8])
        #expect(
            Hex.encode(DER.set(of: [DER.integer(2), DER.integer(1), DER.null()])) == "31080201010201020500")

        for length in [0, 127, 128, 255, 256, 65_535, 65_536] {
            let written = DER.octetString([UInt8](repeating: 7, count: length))
            #expect(try DERReader.readWhole(.octetString, of: written).contents.count == length)
        }
        for number: UInt32 in [0, 30, 31, 127, 128, 600, 16_384, .max] {
            let written = DER.explicit(number, DER.null())
            let element = try DERReader.readWhole(.context(number), of: written)
            #expect(element.encoded.elementsEqual(written) && element.tag.description == "[\(number)]")
        }
    }

    @Test func `writes object identifiers as dotted text and back`() throws {
        struct Row { let text, hex: String }
        let rows = [
            Row(text: "2.5.29.19", hex: "551d13"),
            Row(text: "1.2.840.113635.100.8.2", hex: "2a864886f763640802"),
            Row(text: "1.3.6.1.4.1.45724.1.1.4", hex: "2b0601040182e51c010104"),
            Row(text: "0.39", hex: "27"), Row(text: "2.47", hex: "7f"), Row(text: "2.48", hex: "8100"),
            Row(text: "2.999.3", hex: "883703"),
            // An arc made from a UUID (ITU-T X.667).
            Row(
                text: "2.25.329800735698586629295641978511506172918",
                hex: "6983f89dfaaecdcde9c9cbf7cca8d0c1a0b5b976"),
        ]
        for row in rows {
            let oid = try #require(OID(dotted: row.text))
            #expect(oid.description == row.text)
            if row.text.count < 30 { #expect(Hex.encode(oid.contents) == row.hex) }
            #expect(OID(contents: oid.contents) == oid)
        }
        for text in ["", "1", "3.1", "1.40", "1..2", "1.a", "1.+2", "1.2.", ".1.2"] {
            #expect(OID(dotted: text) == nil, "\(text)")
        }
        let hopeless: OID = "no identifier"
        #expect(hopeless.contents.isEmpty && hopeless.description.isEmpty)
    }

    @Test func `keeps offsets of the first bytes inside nested elements`() throws {
        let inner = DER.sequence(DER.integer(1), DER.boolean(true))
        let bytes = DER.sequence(DER.null(), DER.octetString(inner))
        var outer = try DERReader.readWhole(.sequence, of: bytes).reader
        try outer.read(.null).null()
        var wrapped = try outer.read(.octetString).reader
        var members = try wrapped.readSequence()
        #expect(try members.read(.integer).offset == 8)
        #expect(try members.readIfPresent(.null) == nil && !members.isAtEnd)
        #expect(throws: CryptographyError.der(.trailingBytes(offset: 11, count: 3))) { try members.finish() }
        #expect(try members.read(.boolean).boolean())
        try members.finish()
        #expect(throws: CryptographyError.der(.missing(offset: 14, expected: .null))) {
            try members.read(.null)
        }
    }

    @Test func `never traps on random bytes`() {
        var generator = SeededGenerator(seed: 0xDE5)
        for _ in 0..<20_000 {
            let bytes = generator.bytes(Int.random(in: 0...24, using: &generator))
            var stack = [DERReader(bytes)]
            while var reader = stack.popLast() {
                guard let element = try? reader.readAny() else { continue }
                _ = try? element.integer()
                _ = try? element.magnitude()
                _ = try? element.objectIdentifier().description
                _ = try? element.namedBits()
                _ = try? element.time()
                _ = try? DirectoryString(element)
                if element.tag.isConstructed { stack.append(element.reader) }
                stack.append(reader)
            }
        }
    }
}
