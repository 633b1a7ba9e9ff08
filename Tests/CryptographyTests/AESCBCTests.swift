import Bytes
import Cryptography
import Testing

@Suite struct AESCBCTests {
    struct Row: Sendable {
        let source: String
        let key: HexBytes
        let iv: HexBytes
        let plaintext: HexBytes
        let ciphertext: HexBytes
    }

    static let rows = [
        Row(
            source: "NIST SP 800-38A section F.2.5",
            key: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            iv: "000102030405060708090a0b0c0d0e0f",
            plaintext: """
                6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 \
                30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
                """,
            ciphertext: """
                f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d \
                39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b
                """),
        Row(
            source: "CTAP PIN protocol 1: pinHash under the shared secret of the WebAuthn prf vectors",
            key: "23e5ed7157c25892b77732fb9c8a107e3518800db2af4142f9f4adfacb771d39",
            iv: "00000000000000000000000000000000",
            plaintext: "03ac674216f3e15c761ee1a5e255f067",
            ciphertext: "9b2a1b26fa18ceaf19375c27a8ef981c"),
        Row(
            source: "nothing",
            key: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            iv: "000102030405060708090a0b0c0d0e0f", plaintext: "", ciphertext: ""),
    ]

    @Test(arguments: rows)
    func encryptsAndDecrypts(row: Row) throws {
        let (key, iv) = (row.key.bytes, row.iv.bytes)
        #expect(try AESCBC.encrypt(row.plaintext.bytes, key: key, iv: iv) == row.ciphertext.bytes)
        #expect(try AESCBC.decrypt(row.ciphertext.bytes, key: key, iv: iv) == row.plaintext.bytes)
    }

    @Test func refusesWrongLengths() {
        let (key, iv) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 16))
        for count in [0, 16, 24, 31, 33] {
            #expect(throws: CryptographyError.wrongLength(of: .key, expected: 32, actual: count)) {
                try AESCBC.encrypt(iv, key: [UInt8](repeating: 0, count: count), iv: iv)
            }
        }
        for count in [0, 12, 15, 17] {
            let error = CryptographyError.wrongLength(of: .initializationVector, expected: 16, actual: count)
            #expect(throws: error) {
                try AESCBC.decrypt(iv, key: key, iv: [UInt8](repeating: 0, count: count))
            }
        }
        for count in [1, 15, 17, 33] {
            #expect(throws: CryptographyError.notWholeBlocks(count: count)) {
                try AESCBC.decrypt([UInt8](repeating: 0, count: count), key: key, iv: iv)
            }
        }
    }
}
