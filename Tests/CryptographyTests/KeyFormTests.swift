import Bytes
import Cryptography
import TestSupport
import Testing

@Suite struct KeyFormTests {
    struct InfoRow: Decodable, Sendable {
        let kind: String
        let key: HexBytes?
        let modulus: HexBytes?
        let info: HexBytes

        func publicKey() throws -> PublicKey {
            if let modulus {
                return .rsa(try RSAPublicKey(modulus: modulus.bytes, exponent: [1, 0, 1]))
            }
            let key = try #require(key).bytes
            if let curve = EllipticCurve(rawValue: kind) {
                return .ec(try ECPrivateKey(curve: curve, scalar: key).publicKey)
            }
            let curve = try #require(EdwardsCurve(rawValue: kind))
            return .edwards(try EdwardsPrivateKey(curve: curve, seed: key).publicKey)
        }
    }

    static let rows = KnownAnswers<InfoRow>.rows(of: "subject-public-key-info")

    @Test func subjectPublicKeyInfoGoesOutAndIn() throws {
        #expect(Self.rows.count == 7)
        for row in Self.rows {
            let key = try row.publicKey()
            #expect(key.subjectPublicKeyInfo == row.info.bytes, "\(row.kind)")
            #expect(try PublicKey(subjectPublicKeyInfo: row.info.bytes) == key)
        }
    }

    @Test func subjectPublicKeyInfoIsReadStrictly() throws {
        for row in Self.rows {
            let info = row.info.bytes
            for count in info.indices {
                #expect(throws: CryptographyError.self) {
                    try PublicKey(subjectPublicKeyInfo: Array(info.prefix(count)))
                }
            }
            #expect(throws: CryptographyError.der(.trailingBytes(offset: info.count, count: 1))) {
                try PublicKey(subjectPublicKeyInfo: info + [0])
            }
            // Whatever is read is written as it was, so there is one form for each key.
            var generator = SeededGenerator(seed: 0x30)
            for _ in 0..<200 {
                var changed = info
                changed[Int.random(in: 0..<min(info.count, 40), using: &generator)] = generator.bytes(1)[0]
                if let key = try? PublicKey(subjectPublicKeyInfo: changed) {
                    #expect(key.subjectPublicKeyInfo == changed)
                }
            }
        }
        #expect(ErrorQueue.isEmpty)
    }

    struct RefusedRow: Sendable, CustomTestStringConvertible {
        let info: HexBytes
        let error: CryptographyError
        let why: String

        var testDescription: String { why }
    }

    static let compressed = "0266485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4"

    @Test(arguments: [
        RefusedRow(
            info: HexBytes(
                stringLiteral: "3039 3013 06072a8648ce3d0201 06082a8648ce3d030107 032200" + compressed),
            error: .notUncompressed(.p256, form: 2), why: "a compressed point"),
        RefusedRow(
            info: "300d 300b 06072a8648ce3d0201 0500",
            error: .der(.missing(offset: 15, expected: .bitString)), why: "no key"),
        RefusedRow(
            info: "3017 3010 06072a8648ce3d0201 06052b81040021 0303000400",
            error: .unsupportedKey("1.3.132.0.33"), why: "P-224"),
        RefusedRow(
            info: "300a 3005 06032b656e 03010 0", error: .unsupportedKey("1.3.101.110"), why: "X25519"),
        RefusedRow(
            info: "300c 3007 06032b6570 0500 030100", error: .der(.trailingBytes(offset: 9, count: 2)),
            why: "Ed25519 with parameters, which RFC 8410 forbids"),
        RefusedRow(
            info: "300a 3005 06032b6570 030100",
            error: .wrongLength(of: .publicKey, expected: 32, actual: 0), why: "an empty Ed25519 key"),
        RefusedRow(
            info: "3017 300b 06092a864886f70d010101 0308003005 020103 0200",
            error: .der(.missing(offset: 15, expected: .null)), why: "RSA without its NULL"),
        RefusedRow(
            info: "3016 300d 06092a864886f70d010101 0500 0305 00 3002 0200",
            error: .der(.badInteger(offset: 2)), why: "RSA with an empty integer"),
        RefusedRow(
            info: "3014 300d 06092a864886f70d01010a 0500 0303 00 3000",
            error: .unsupportedKey("1.2.840.113549.1.1.10"), why: "a key for PSS only"),
    ])
    func namesWhyAKeyIsNotRead(row: RefusedRow) {
        #expect(throws: row.error, "\(row.why)") { try PublicKey(subjectPublicKeyInfo: row.info.bytes) }
    }

    static func privateKeys() throws -> [PrivateKey] {
        let random = SeededRandom(seed: [1], context: [])
        var keys: [PrivateKey] = []
        for curve in EllipticCurve.allCases { keys.append(.ec(try .generate(curve, random: random))) }
        for curve in EdwardsCurve.allCases { keys.append(.edwards(try .generate(curve, random: random))) }
        keys.append(
            .rsa(
                try RSAPrivateKey(
                    firstPrime: RSAKeyTests.mersenne(1279), secondPrime: RSAKeyTests.mersenne(2203))))
        return keys
    }

    static func scheme(of key: PrivateKey) -> SignatureScheme {
        switch key {
        case .ec: .ecdsa(.sha256)
        case .edwards: .eddsa
        case .rsa: .rsaPSS(.sha256)
        }
    }

    @Test func storedKeysComeBack() throws {
        for (key, kind) in zip(try Self.privateKeys(), UInt8(1)...) {
            let stored = key.storedForm
            #expect(stored.first == kind)
            let read = try PrivateKey(storedForm: stored)
            #expect(read.publicKey == key.publicKey)
            #expect(read.storedForm == stored)
            let scheme = Self.scheme(of: key)
            let signature = try read.signature(for: [1], scheme: scheme, nonce: .deterministic)
            #expect(try signature == key.signature(for: [1], scheme: scheme, nonce: .deterministic))

            for count in stored.indices {
                #expect(throws: CryptographyError.self) {
                    try PrivateKey(storedForm: Array(stored.prefix(count)))
                }
            }
            #expect(throws: CryptographyError.self) { try PrivateKey(storedForm: stored + [0]) }
        }
    }

    @Test func damagedStoredKeysNeverTrap() throws {
        var generator = SeededGenerator(seed: 7)
        for key in try Self.privateKeys() {
            for _ in 0..<40 {
                var damaged = key.storedForm
                damaged[Int.random(in: damaged.indices, using: &generator)] ^= generator.bytes(1)[0]
                guard let read = try? PrivateKey(storedForm: damaged) else { continue }
                _ = try? read.signature(for: [1], scheme: Self.scheme(of: read))
                _ = try? read.publicKey.isValidSignature([1], for: [1], scheme: Self.scheme(of: read))
            }
        }
        // A private exponent far longer than the modulus.
        let key = try RSAKeyTests.keys()[0]
        var overlong: [UInt8] = [7]
        for number in [key.publicKey.modulus, key.publicKey.exponent] + [[UInt8]](repeating: [], count: 6) {
            let number = number.isEmpty ? [UInt8](repeating: 0xFF, count: 65_535) : number
            overlong.append(bigEndian: UInt16(number.count))
            overlong += number
        }
        #expect(throws: CryptographyError.rsaFactors) { try PrivateKey(storedForm: overlong) }
        for kind in UInt8.min...UInt8.max {
            for count in 0..<4 {
                #expect(throws: CryptographyError.self) {
                    try PrivateKey(storedForm: [kind] + [UInt8](repeating: 0, count: count))
                }
            }
        }
        #expect(ErrorQueue.isEmpty)
    }

    /// Curves and their groups are shared by all threads.
    @Test func manyThreadsSignAtOnce() async throws {
        let keys = try Self.privateKeys()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt8(0)..<16 {
                group.addTask {
                    try keys.allSatisfy { key in
                        let scheme = Self.scheme(of: key)
                        let signature = try key.signature(for: [number], scheme: scheme)
                        return try key.publicKey.isValidSignature(signature, for: [number], scheme: scheme)
                    }
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }

    @Test func aSchemeOfAnotherKeyIsRefused() throws {
        let schemes: [SignatureScheme] = [.ecdsa(.sha256), .eddsa, .rsaPKCS1(.sha256), .rsaPSS(.sha256)]
        for key in try Self.privateKeys() {
            var taken = 0
            for scheme in schemes {
                do {
                    _ = try key.signature(for: [], scheme: scheme)
                    taken += 1
                } catch {
                    #expect(error == .schemeMismatch(scheme))
                    #expect(throws: CryptographyError.schemeMismatch(scheme)) {
                        try key.publicKey.isValidSignature([], for: [], scheme: scheme)
                    }
                }
            }
            if case .rsa = key { #expect(taken == 2) } else { #expect(taken == 1) }
        }
    }
}
