import Bytes
import Cryptography
import Testing

@Suite struct RSAKeyTests {
    /// 2^count − 1, a Mersenne prime for the counts used here.
    static func mersenne(_ count: Int) -> [UInt8] {
        [UInt8((1 << (count % 8)) - 1)] + [UInt8](repeating: 0xFF, count: count / 8)
    }

    /// 2^1024 + 643 and 2^1032 − 909 are prime and their product has one bit more than whole bytes.
    static let oddSized = (
        first: [1] + [UInt8](repeating: 0, count: 126) + [0x02, 0x83],
        second: [UInt8](repeating: 0xFF, count: 127) + [0xFC, 0x73]
    )

    static func keys() throws -> [RSAPrivateKey] {
        [
            try RSAPrivateKey(firstPrime: mersenne(1279), secondPrime: mersenne(2203)),
            try RSAPrivateKey(firstPrime: mersenne(2203), secondPrime: mersenne(1279), exponent: [17]),
            try RSAPrivateKey(firstPrime: oddSized.first, secondPrime: oddSized.second),
        ]
    }

    @Test func signsByEveryScheme() throws {
        for key in try Self.keys() {
            for hash in HashAlgorithm.allCases {
                for scheme in [SignatureScheme.rsaPKCS1(hash), .rsaPSS(hash)] {
                    try check(.rsa(key), scheme)
                }
            }
        }
        #expect(try Self.keys().map(\.publicKey.bitCount) == [3482, 3482, 2057])
    }

    private func check(_ key: PrivateKey, _ scheme: SignatureScheme) throws {
        let message: [UInt8] = [1, 2, 3]
        let signature = try key.signature(for: message, scheme: scheme, nonce: .deterministic)
        #expect(try key.signature(for: message, scheme: scheme, nonce: .deterministic) == signature)
        let publicKey = key.publicKey
        #expect(try publicKey.isValidSignature(signature, for: message, scheme: scheme))
        #expect(try !publicKey.isValidSignature(signature, for: [1, 2], scheme: scheme))
        let random = try key.signature(for: message, scheme: scheme)
        #expect(try publicKey.isValidSignature(random, for: message, scheme: scheme))
        if case .rsaPSS = scheme { #expect(random != signature) } else { #expect(random == signature) }

        var changed = signature
        changed[20] ^= 1
        let wrong = [
            changed, [], [0], Array(signature.dropLast()), [0] + signature, signature + [0],
            [UInt8](repeating: 0, count: signature.count), [UInt8](repeating: 0xFF, count: signature.count),
        ]
        for signature in wrong {
            #expect(try !publicKey.isValidSignature(signature, for: message, scheme: scheme))
        }
        #expect(ErrorQueue.isEmpty)
    }

    @Test func theSaltIsAsLongAsTheDigest() throws {
        let key = PrivateKey.rsa(try Self.keys()[0])
        let signature = try key.signature(for: [1], scheme: .rsaPSS(.sha256))
        #expect(try !key.publicKey.isValidSignature(signature, for: [1], scheme: .rsaPSS(.sha384)))
        #expect(try !key.publicKey.isValidSignature(signature, for: [1], scheme: .rsaPKCS1(.sha256)))
    }

    struct PublicRow: Sendable, CustomTestStringConvertible {
        let modulus: [UInt8]
        let exponent: [UInt8]
        let error: CryptographyError?

        var testDescription: String { "\(modulus.count) and \(exponent.count) bytes" }
    }

    /// A number of `bits` bits, all of them set.
    static func ones(_ bits: Int) -> [UInt8] { Array(mersenne(bits).drop { $0 == 0 }) }

    static let publicRows: [PublicRow] = [
        PublicRow(modulus: ones(2048), exponent: [3], error: nil),
        PublicRow(modulus: ones(8192), exponent: [1, 0, 1], error: nil),
        PublicRow(modulus: ones(2048), exponent: ones(64), error: nil),
        PublicRow(modulus: ones(1024), exponent: [3], error: .rsaModulusSize(bits: 1024)),
        PublicRow(modulus: ones(2047), exponent: [3], error: .rsaModulusSize(bits: 2047)),
        PublicRow(modulus: ones(8193), exponent: [3], error: .rsaModulusSize(bits: 8193)),
        PublicRow(modulus: ones(80_000), exponent: [3], error: .rsaModulusSize(bits: 80_000)),
        PublicRow(modulus: [1], exponent: [3], error: .rsaModulusSize(bits: 1)),
        PublicRow(modulus: [], exponent: [3], error: .rsaNotMinimal),
        PublicRow(modulus: [0] + ones(2048), exponent: [3], error: .rsaNotMinimal),
        PublicRow(modulus: ones(2048), exponent: [], error: .rsaNotMinimal),
        PublicRow(modulus: ones(2048), exponent: [0], error: .rsaNotMinimal),
        PublicRow(modulus: ones(2048), exponent: [0, 3], error: .rsaNotMinimal),
        PublicRow(modulus: ones(2048).dropLast() + [0xFE], exponent: [3], error: .rsaModulusEven),
        PublicRow(modulus: ones(2048), exponent: [1], error: .rsaExponent([1])),
        PublicRow(modulus: ones(2048), exponent: [2], error: .rsaExponent([2])),
        PublicRow(modulus: ones(2048), exponent: [1, 0, 0], error: .rsaExponent([1, 0, 0])),
        PublicRow(modulus: ones(2048), exponent: [1] + ones(64), error: .rsaExponent([1] + ones(64))),
        PublicRow(modulus: ones(2048), exponent: ones(2048), error: .rsaExponent(ones(2048))),
    ]

    @Test(arguments: publicRows)
    func boundsAreCheckedFirst(row: PublicRow) {
        do {
            let key = try RSAPublicKey(modulus: row.modulus, exponent: row.exponent)
            #expect(row.error == nil)
            #expect(key.bitCount == row.modulus.count * 8)
            // A modulus without known factors still answers, and quickly.
            let signature = [UInt8](repeating: 1, count: row.modulus.count)
            #expect(
                try !PublicKey.rsa(key).isValidSignature(signature, for: [], scheme: .rsaPKCS1(.sha256)))
        } catch {
            #expect(error == row.error)
        }
        #expect(ErrorQueue.isEmpty)
    }

    @Test func factorsThatMakeNoKeyAreRefused() throws {
        let (p, q) = (Self.mersenne(1279), Self.mersenne(2203))
        let pairs: [([UInt8], [UInt8], [UInt8])] = [
            (p, p, [3]), ([], q, [3]), (p, [], [3]), ([1], q, [3]), (p, [1], [3]),
            (p.dropLast() + [0xFE], q, [3]),
            // Both p − 1 and q − 1 are multiples of 3: 3 has no inverse.
            (p, q, [3]), (Self.ones(80_000), q, [3]),
        ]
        for (first, second, exponent) in pairs {
            #expect(throws: CryptographyError.rsaFactors) {
                try RSAPrivateKey(firstPrime: first, secondPrime: second, exponent: exponent)
            }
        }
        #expect(throws: CryptographyError.rsaModulusSize(bits: 1128)) {
            try RSAPrivateKey(firstPrime: Self.mersenne(521), secondPrime: Self.mersenne(607))
        }
        #expect(ErrorQueue.isEmpty)
    }

    @Test func seededKeysRepeat() throws {
        let keys = try [[1], [1], [2]].map { seed in
            try RSAPrivateKey.generate(random: SeededRandom(seed: seed, context: []))
        }
        #expect(keys[0].publicKey == keys[1].publicKey)
        #expect(keys[0].publicKey != keys[2].publicKey)
        #expect(keys.allSatisfy { $0.publicKey.bitCount == 2048 && $0.publicKey.exponent == [1, 0, 1] })
        #expect(keys[0].firstPrime != keys[0].secondPrime)
        try check(.rsa(keys[0]), .rsaPKCS1(.sha256))
        // The search is part of what a seeded run repeats, so its result may not change unseen.
        #expect(Hex.encode(Digest.sha256(keys[0].publicKey.modulus).prefix(8)) == "0b55183dce2627d9")
        for bits in [0, 1024, 2047, 2056, 8193, 16_384] {
            #expect(throws: CryptographyError.rsaModulusSize(bits: bits)) {
                try RSAPrivateKey.generate(bits: bits, random: SystemRandom())
            }
        }
    }
}
