import Bytes
import Cryptography
import Testing

@Suite struct RandomSourceTests {
    @Test func seededDrawsRepeatAndPurposesDoNotDisturbEachOther() throws {
        let one = SeededRandom(seed: [1, 2, 3], context: [4])
        let other = SeededRandom(seed: [1, 2, 3], context: [4])
        let firstKey = try one.bytes(32, for: .credentialKey)
        let secondKey = try one.bytes(32, for: .credentialKey)
        let id = try one.bytes(16, for: .credentialID)
        #expect(try other.bytes(16, for: .credentialID) == id)
        #expect(try other.bytes(32, for: .credentialKey) == firstKey)
        #expect(try other.bytes(32, for: .credentialKey) == secondKey)
        #expect(firstKey != secondKey)
    }

    @Test func seedContextAndPurposeAllCount() throws {
        // The pairs that would collide if parts were only strung together are among them.
        let draws = try [
            SeededRandom(seed: [1], context: []).bytes(32, for: .credentialKey),
            SeededRandom(seed: [2], context: []).bytes(32, for: .credentialKey),
            SeededRandom(seed: [1], context: [1]).bytes(32, for: .credentialKey),
            SeededRandom(seed: [1], context: []).bytes(32, for: .credentialID),
            SeededRandom(seed: [1], context: Array("ab".utf8)).bytes(32, for: .init(rawValue: "c")),
            SeededRandom(seed: [1], context: Array("a".utf8)).bytes(32, for: .init(rawValue: "bc")),
        ]
        #expect(Set(draws).count == draws.count)
    }

    /// Seeded runs are compared with recorded ones, so the derivation may not change unseen.
    @Test func theDerivationIsPinned() throws {
        let source = SeededRandom(seed: Array("seed".utf8), context: Array("context".utf8))
        let info: [UInt8] =
            [0, 0, 0, 7] + Array("context".utf8) + [0, 0, 0, 13] + Array("credentialKey".utf8)
            + [0, 0, 0, 0] + [0, 0, 0, 0]
        let expected = HKDF.deriveKey(
            inputKeyMaterial: Array("seed".utf8), salt: [], info: info, count: 32)
        #expect(try source.bytes(32, for: .credentialKey) == expected)
    }

    @Test func anyLengthCanBeDrawn() throws {
        for count in [0, 1, 1023, 255 * 32, 255 * 32 + 1, 20_000] {
            #expect(try SeededRandom(seed: [1], context: []).bytes(count, for: .choice).count == count)
            #expect(try SystemRandom().bytes(count, for: .choice).count == count)
        }
        #expect(try SystemRandom().bytes(-1, for: .choice).isEmpty)
        #expect(try SeededRandom(seed: [1], context: []).bytes(-1, for: .choice).isEmpty)
        #expect(try SystemRandom().bytes(32, for: .choice) != SystemRandom().bytes(32, for: .choice))
    }

    /// A source of the caller's own that answers as it is told.
    struct Scripted: RandomSource {
        let answer: [UInt8]
        func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] { answer }
    }

    @Test func keysAreDrawnWithinTheirRange() throws {
        // A draw in range is the key as it stands, also for P-521 with its seven bits too many.
        let drawn = [UInt8](repeating: 0, count: 65) + [7]
        #expect(
            try ECPrivateKey.generate(.p521, random: Scripted(answer: drawn)).scalar.exposedBytes == drawn)
        let over = [0xFF] + drawn.dropFirst()
        #expect(
            try ECPrivateKey.generate(.p521, random: Scripted(answer: over)).scalar.exposedBytes
                == [1] + drawn.dropFirst())

        for bad in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32)] {
            #expect(throws: CryptographyError.randomUnavailable) {
                try ECPrivateKey.generate(.p256, random: Scripted(answer: bad))
            }
        }
        for constant: UInt8 in [0, 0x5A, 0xFF] {
            #expect(throws: CryptographyError.randomUnavailable) {
                try RSAPrivateKey.generate(random: Scripted(answer: [UInt8](repeating: constant, count: 128)))
            }
        }
        let error = CryptographyError.wrongLength(of: .randomBytes, expected: 32, actual: 31)
        #expect(throws: error) {
            try ECPrivateKey.generate(.p256, random: Scripted(answer: [UInt8](repeating: 1, count: 31)))
        }
        #expect(throws: error) {
            try EdwardsPrivateKey.generate(
                .ed25519, random: Scripted(answer: [UInt8](repeating: 1, count: 31)))
        }
    }
}
