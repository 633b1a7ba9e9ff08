import Bytes
import Cryptography
import Testing

/// PKCS #8, written and read; the Ed25519 keys are those of RFC 8410, the EC one has the scalar 1.
@Suite struct PrivateKeyInfoTests {
    @Test func keysComeBack() throws {
        for key in try KeyFormTests.privateKeys() {
            let written = key.privateKeyInfo
            let read = try PrivateKey(privateKeyInfo: written)
            #expect(read.storedForm == key.storedForm)
            #expect(read.privateKeyInfo == written)
            for count in written.indices {
                #expect(throws: CryptographyError.self) {
                    try PrivateKey(privateKeyInfo: Array(written.prefix(count)))
                }
            }
            #expect(throws: CryptographyError.self) { try PrivateKey(privateKeyInfo: written + [0]) }
        }
    }

    /// Whatever bit is wrong: refused, or another whole key; never a trap, never halves that differ.
    @Test func aWrongBitMakesNoHalfKey() throws {
        for key in try KeyFormTests.privateKeys() where key.privateKeyInfo.count < 300 {
            for index in key.privateKeyInfo.indices {
                var damaged = key.privateKeyInfo
                damaged[index] ^= 1 << UInt8(index % 8)
                guard let read = try? PrivateKey(privateKeyInfo: damaged) else { continue }
                let scheme = KeyFormTests.scheme(of: read)
                let signature = try read.signature(for: [1], scheme: scheme)
                #expect(try read.publicKey.isValidSignature(signature, for: [1], scheme: scheme))
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let info: String
        /// Whether it is written again as it was read.
        var isOurs = true
        var error: CryptographyError?
        var testDescription: String { name }
    }

    static let scalar = String(repeating: "00", count: 31) + "01"
    static let generator =
        "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
        + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    static let p256 = "3013 06072a8648ce3d0201 06082a8648ce3d030107"
    static let seed = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842"

    static let rows = [
        Row(name: "Ed25519 (RFC 8410 §10.3)", info: "302e 020100 3005 06032b6570 0422 0420 \(seed)"),
        Row(
            name: "Ed25519 with attributes and public key (RFC 8410 §10.3)",
            info: "3072 020101 3005 06032b6570 0422 0420 \(seed)"
                + "a01f 301d 060a2a864886f70d01090914 310f 0c0d 437572646c6520436861697273"
                + "8121 00 19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1",
            isOurs: false),
        Row(
            name: "P-256 as OpenSSL and Chromium write it",
            info: "308187 020100 \(p256) 046d 306b 020101 0420 \(scalar) a144 0342 00 \(generator)"),
        Row(
            name: "P-256 without its point", info: "3041 020100 \(p256) 0427 3025 020101 0420 \(scalar)",
            isOurs: false),
        Row(
            name: "P-256 with another's point",
            info: "308187 020100 \(p256) 046d 306b 020101 0420 \(scalar.dropLast(2))02 a144 0342 00"
                + generator,
            error: .halvesDiffer),
        Row(
            name: "scalar of zero",
            info: "3041 020100 \(p256) 0427 3025 020101 0420 \(scalar.dropLast(2))00",
            error: .scalarOutOfRange(.p256)),
        Row(
            name: "SEC 1, no PKCS #8", info: "3025 020101 0420 \(scalar)",
            error: .der(.unexpectedTag(offset: 5, expected: .sequence, found: .octetString))),
        Row(
            name: "X25519", info: "302e 020100 3005 06032b656e 0422 0420 \(seed)",
            error: .unsupportedKey("1.3.101.110")),
        Row(
            name: "version 2", info: "302e 020102 3005 06032b6570 0422 0420 \(seed)",
            error: .der(.integerOutOfRange(offset: 2))),
    ]

    @Test(arguments: rows) func whatOthersWriteIsRead(_ row: Row) throws {
        let bytes = try Hex.decode(row.info.filter { $0 != " " })
        if let error = row.error {
            #expect(throws: error) { try PrivateKey(privateKeyInfo: bytes) }
        } else {
            let key = try PrivateKey(privateKeyInfo: bytes)
            #expect((key.privateKeyInfo == bytes) == row.isOurs)
        }
    }
}
