import Bytes
import Cryptography
import Testing

@Suite struct HashingTests {
    struct DigestRow: Sendable {
        let algorithm: HashAlgorithm
        let message: String
        let digest: HexBytes
    }

    /// FIPS 180-4's own examples: no block, one block, and two.
    @Test(arguments: [
        DigestRow(
            algorithm: .sha1, message: "abc", digest: "a9993e364706816aba3e25717850c26c9cd0d89d"),
        DigestRow(algorithm: .sha1, message: "", digest: "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        DigestRow(
            algorithm: .sha256, message: "",
            digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        DigestRow(
            algorithm: .sha256, message: "abc",
            digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        DigestRow(
            algorithm: .sha256, message: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        DigestRow(
            algorithm: .sha384, message: "abc",
            digest: """
                cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
                8086072ba1e7cc2358baeca134c825a7
                """),
        DigestRow(
            algorithm: .sha512, message: "abc",
            digest: """
                ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                """),
    ])
    func digests(row: DigestRow) {
        let digest = Digest.hash(Array(row.message.utf8), row.algorithm)
        #expect(digest == row.digest.bytes)
        #expect(digest.count == row.algorithm.digestLength)
        if row.algorithm == .sha256 { #expect(Digest.sha256(Array(row.message.utf8)) == digest) }
    }

    struct HMACRow: Decodable, Sendable {
        let hash: String
        let key: HexBytes
        let message: HexBytes
        let code: HexBytes
    }

    @Test func authenticationCodesOfTheirRFCs() throws {
        let rows = KnownAnswers<HMACRow>.rows(of: "hmac")
        #expect(rows.count == 25)
        for row in rows {
            let algorithm = try #require(HashAlgorithm(rawValue: row.hash))
            let code = HMAC.authenticationCode(for: row.message.bytes, key: row.key.bytes, using: algorithm)
            #expect(code == row.code.bytes, "\(row.hash) \(row.key)")
        }
    }

    struct HKDFRow: Decodable, Sendable {
        let hash: String
        let inputKeyMaterial: HexBytes
        let salt: HexBytes
        let info: HexBytes
        let output: HexBytes
    }

    @Test func derivedKeysOfRFC5869() throws {
        let rows = KnownAnswers<HKDFRow>.rows(of: "hkdf")
        #expect(rows.count == 7)
        for row in rows {
            let output = HKDF.deriveKey(
                inputKeyMaterial: row.inputKeyMaterial.bytes, salt: row.salt.bytes, info: row.info.bytes,
                count: row.output.bytes.count, using: try #require(HashAlgorithm(rawValue: row.hash)))
            #expect(output == row.output.bytes, "\(row.hash) \(row.salt)")
        }
    }

    @Test func derivesFromNothingToTheLimit() {
        for count in [0, 1, 32, 33, 255 * 32] {
            let output = HKDF.deriveKey(inputKeyMaterial: [1], salt: [], info: [], count: count)
            #expect(output.count == count)
        }
    }

    @Test func hashesLongMessages() {
        // FIPS 180-4's example of a million times the letter a.
        let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let expected: HexBytes = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(Digest.sha256(message) == expected.bytes)
    }
}
