import Bytes
import Testing

@Suite struct BytesTests {
    @Test func hexNamesTheOffset() throws {
        #expect(try Hex.decode("00ffA5") == [0, 255, 0xA5])
        #expect(Hex.encode([0, 255, 0xA5]) == "00ffa5")
        #expect(throws: BytesError.notHex(offset: 3)) { try Hex.decode("00f") }
        #expect(throws: BytesError.notHex(offset: 1)) { try Hex.decode("0g") }
    }

    @Test func cursorRefusesToReadPastTheEnd() throws {
        var cursor = ByteCursor([1, 2, 3])
        #expect(try cursor.readInteger(UInt16.self) == 0x0102)
        #expect(throws: BytesError.truncated(offset: 2, wanted: 4, available: 1)) {
            try cursor.readInteger(UInt32.self)
        }
        #expect(try cursor.readByte() == 3)
        #expect(cursor.remaining == 0)
    }

    @Test func fixedBytesHoldExactlyTheirLength() {
        #expect(FixedBytes<4>([1, 2, 3]) == nil)
        #expect(FixedBytes<4>([1, 2, 3, 4])?.bytes == [1, 2, 3, 4])
        #expect(FixedBytes<4>().isZero)
    }

    @Test func secretsDoNotDescribeThemselves() {
        let secret = Secret(Array("hunter2".utf8))
        var text = ""
        dump(secret, to: &text)
        #expect(
            !text.contains("104") && "\(secret)" == "(secret)" && String(reflecting: secret) == "(secret)")
        #expect(secret == Secret(Array("hunter2".utf8)) && secret != Secret(Array("hunter3".utf8)))
    }

    @Test func constantTimeComparison() {
        #expect(constantTimeEqual([1, 2], [1, 2]))
        #expect(!constantTimeEqual([1, 2], [1, 3]))
        #expect(!constantTimeEqual([1, 2], [1, 2, 3]))
    }
}
