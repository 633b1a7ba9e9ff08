import Bytes
import Cryptography
import Testing

@Suite struct X509TimeTests {
    struct Row: Sendable {
        let text: String
        let seconds: Int64
    }

    @Test(arguments: [
        Row(text: "500101000000Z", seconds: -631_152_000),
        Row(text: "691231235959Z", seconds: -1),
        Row(text: "700101000000Z", seconds: 0),
        Row(text: "991231235959Z", seconds: 946_684_799),
        Row(text: "000229120000Z", seconds: 951_825_600),
        Row(text: "240101000000Z", seconds: 1_704_067_200),
        Row(text: "491231235959Z", seconds: 2_524_607_999),
        Row(text: "20500101000000Z", seconds: 2_524_608_000),
        Row(text: "19491231235959Z", seconds: -631_152_001),
        Row(text: "16000229000000Z", seconds: -11_670_998_400),
        Row(text: "00000101000000Z", seconds: -62_167_219_200),
        Row(text: "00000229000000Z", seconds: -62_162_121_600),
        Row(text: "00000301000000Z", seconds: -62_162_035_200),
        Row(text: "30240101000000Z", seconds: 33_260_976_000),
        Row(text: "99991231235959Z", seconds: 253_402_300_799),
    ])
    func `reads and writes dates in the form that RFC 5280 gives them`(row: Row) throws {
        let written = try DER.time(row.seconds)
        #expect(String(decoding: written.dropFirst(2), as: UTF8.self) == row.text)
        #expect(written[0] == (row.text.utf8.count == 13 ? 0x17 : 0x18))
        var reader = DERReader(written)
        #expect(try reader.readAny().time() == row.seconds)
    }

    @Test func `counts every day of the years 0 to 9999 once`() throws {
        // 0000-01-01 to 9999-12-31, in steps of 83 days and a prime number of seconds.
        var previous = ""
        for seconds in stride(from: Int64(-62_167_219_200), through: 253_402_300_799, by: 86_400 * 83 + 7_919)
        {
            let written = try DER.generalizedTime(seconds)
            let text = String(decoding: written.dropFirst(2), as: UTF8.self)
            #expect(previous < text)
            previous = text
            #expect(try DERReader.readWhole(.generalizedTime, of: written).time() == seconds)
        }
    }

    @Test func `refuses dates that X.509 cannot hold`() {
        for seconds: Int64 in [-62_167_219_201, 253_402_300_800, .min, .max] {
            #expect(throws: CryptographyError.certificate(.dateOutOfRange(unixSeconds: seconds))) {
                try DER.time(seconds)
            }
        }
    }

    @Test(arguments: [
        "", "Z", "2401010000Z", "240101000000", "240101000000+0000", "24010100000Z", "240101000060Z",
        "240101240000Z", "240101006000Z", "240001000000Z", "241301000000Z", "240100000000Z",
        "230229000000Z", "240431000000Z", "2401 1000000Z", "240101000000z", "20240101000000Z",
    ])
    func `refuses a UTCTime in any other form`(text: String) {
        let bytes = DER.element(.utcTime, Array(text.utf8))
        #expect(throws: CryptographyError.der(.badTime(offset: 0))) {
            try DERReader.readWhole(.utcTime, of: bytes).time()
        }
    }

    @Test(arguments: [
        "", "240101000000Z", "20240101000000", "20240101000000.5Z", "2024010100Z", "21000229000000Z",
        "-0240101000000Z",
    ])
    func `refuses a GeneralizedTime in any other form`(text: String) {
        let bytes = DER.element(.generalizedTime, Array(text.utf8))
        #expect(throws: CryptographyError.der(.badTime(offset: 0))) {
            try DERReader.readWhole(.generalizedTime, of: bytes).time()
        }
    }
}
