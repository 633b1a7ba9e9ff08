import Bytes
import Cryptography
import TestSupport
import Testing

@Suite struct EdwardsKeyTests {
    struct RFC8032Row: Decodable, Sendable {
        let curve: EdwardsCurve
        let key: HexBytes
        let publicKey: HexBytes
        let message: HexBytes
        let signature: HexBytes
    }

    @Test func signaturesOfRFC8032() throws {
        let rows = KnownAnswers<RFC8032Row>.rows(of: "rfc8032")
        #expect(rows.count == 13)
        for row in rows {
            let key = try EdwardsPrivateKey(curve: row.curve, seed: row.key.bytes)
            #expect(key.publicKey.bytes == row.publicKey.bytes)
            #expect(key.publicKey.isCanonical && !key.publicKey.isSmallOrder)
            #expect(try key.publicKey.isOnCurve())
            let message = row.message.bytes
            let signature = try PrivateKey.edwards(key).signature(for: message, scheme: .eddsa)
            #expect(signature == row.signature.bytes)
            let publicKey = PublicKey.edwards(key.publicKey)
            #expect(try publicKey.isValidSignature(signature, for: message, scheme: .eddsa))
            #expect(try !publicKey.isValidSignature(signature, for: message + [0], scheme: .eddsa))
            for changed in [Array(signature.dropLast()), signature + [0], [], signature.map { ~$0 }] {
                #expect(try !publicKey.isValidSignature(changed, for: message, scheme: .eddsa))
            }
            #expect(ErrorQueue.isEmpty)
        }
    }

    /// RFC 8032 section 5.1.7: S is below the order L, or one signature had two forms.
    @Test func refusesAMalleatedSignature() throws {
        let order: HexBytes = "edd3f55c1a631258d69cf7a2def9de14 00000000000000000000000000000010"
        let key = try EdwardsPrivateKey(curve: .ed25519, seed: [UInt8](repeating: 7, count: 32))
        let signature = try PrivateKey.edwards(key).signature(for: [1], scheme: .eddsa)
        var carry: UInt16 = 0
        let sum = zip(signature[32...], order.bytes).map { a, b -> UInt8 in
            carry += UInt16(a) + UInt16(b)
            defer { carry >>= 8 }
            return UInt8(truncatingIfNeeded: carry)
        }
        let malleated = Array(signature[..<32]) + sum
        #expect(try !PublicKey.edwards(key.publicKey).isValidSignature(malleated, for: [1], scheme: .eddsa))
    }

    struct PointRow: Sendable {
        let curve: EdwardsCurve
        let bytes: HexBytes
        let isCanonical: Bool
        let isSmallOrder: Bool
        let isOnCurve: Bool

        init(
            _ curve: EdwardsCurve, _ bytes: HexBytes, canonical: Bool, smallOrder: Bool, onCurve: Bool = true
        ) {
            (self.curve, self.bytes) = (curve, bytes)
            (isCanonical, isSmallOrder, isOnCurve) = (canonical, smallOrder, onCurve)
        }

        static func ed25519(first: String, last: String, fill: String = "00") -> HexBytes {
            HexBytes(stringLiteral: first + String(repeating: fill, count: 30) + last)
        }

        static func ed448(
            _ low: String, fill: String, middle: String, fill high: String, last: String
        )
            -> HexBytes
        {
            let text = low + String(repeating: fill, count: 27) + middle + String(repeating: high, count: 27)
            return HexBytes(stringLiteral: text + last)
        }
    }

    static let points: [PointRow] = [
        // Order 1, 2 and 4.
        PointRow(.ed25519, PointRow.ed25519(first: "01", last: "00"), canonical: true, smallOrder: true),
        PointRow(
            .ed25519, PointRow.ed25519(first: "ec", last: "7f", fill: "ff"), canonical: true, smallOrder: true
        ),
        PointRow(.ed25519, PointRow.ed25519(first: "00", last: "00"), canonical: true, smallOrder: true),
        PointRow(.ed25519, PointRow.ed25519(first: "00", last: "80"), canonical: true, smallOrder: true),
        // Order 8.
        PointRow(
            .ed25519, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", canonical: true,
            smallOrder: true),
        PointRow(
            .ed25519, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", canonical: true,
            smallOrder: true),
        PointRow(
            .ed25519, "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", canonical: true,
            smallOrder: true),
        PointRow(
            .ed25519, "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", canonical: true,
            smallOrder: true),
        // The same in other encodings: a sign on x = 0, y not below the prime.
        PointRow(.ed25519, PointRow.ed25519(first: "01", last: "80"), canonical: false, smallOrder: true),
        PointRow(
            .ed25519, PointRow.ed25519(first: "ec", last: "ff", fill: "ff"), canonical: false,
            smallOrder: true),
        PointRow(
            .ed25519, PointRow.ed25519(first: "ed", last: "7f", fill: "ff"), canonical: false,
            smallOrder: true),
        PointRow(
            .ed25519, PointRow.ed25519(first: "ee", last: "7f", fill: "ff"), canonical: false,
            smallOrder: true),
        // Not canonical and of large order: y = p + 3; no point at all: y = 2.
        PointRow(
            .ed25519, PointRow.ed25519(first: "f0", last: "7f", fill: "ff"), canonical: false,
            smallOrder: false),
        PointRow(
            .ed25519, PointRow.ed25519(first: "02", last: "00"), canonical: true, smallOrder: false,
            onCurve: false),

        // Ed448: order 1, 2 and 4, then p, p + 1 and a last byte with more than the sign.
        PointRow(
            .ed448, PointRow.ed448("01", fill: "00", middle: "00", fill: "00", last: "00"), canonical: true,
            smallOrder: true),
        PointRow(
            .ed448, PointRow.ed448("fe", fill: "ff", middle: "fe", fill: "ff", last: "00"), canonical: true,
            smallOrder: true),
        PointRow(
            .ed448, PointRow.ed448("00", fill: "00", middle: "00", fill: "00", last: "80"), canonical: true,
            smallOrder: true),
        PointRow(
            .ed448, PointRow.ed448("01", fill: "00", middle: "00", fill: "00", last: "80"), canonical: false,
            smallOrder: true),
        PointRow(
            .ed448, PointRow.ed448("ff", fill: "ff", middle: "fe", fill: "ff", last: "00"), canonical: false,
            smallOrder: true),
        PointRow(
            .ed448, PointRow.ed448("00", fill: "00", middle: "ff", fill: "ff", last: "00"), canonical: false,
            smallOrder: true),
        PointRow(
            .ed448, PointRow.ed448("01", fill: "00", middle: "00", fill: "00", last: "01"), canonical: false,
            smallOrder: false, onCurve: false),
    ]

    @Test(arguments: points)
    func inspectsPoints(row: PointRow) throws {
        let key = try EdwardsPublicKey(curve: row.curve, bytes: row.bytes.bytes)
        #expect(key.isCanonical == row.isCanonical)
        #expect(key.isSmallOrder == row.isSmallOrder)
        #expect(try key.isOnCurve() == row.isOnCurve)
        #expect(ErrorQueue.isEmpty)
    }

    /// Why small orders matter: with R the neutral point and S zero, OpenSSL takes a signature that nobody made, for
    /// every message (order 1) or for one in eight.
    @Test func smallOrderKeysAreForgeable() throws {
        let neutral = [1] + [UInt8](repeating: 0, count: 31)
        let forged = neutral + [UInt8](repeating: 0, count: 32)
        for row in Self.points where row.curve == .ed25519 && row.isSmallOrder && row.isCanonical {
            let key = PublicKey.edwards(try EdwardsPublicKey(curve: .ed25519, bytes: row.bytes.bytes))
            let accepted = try (UInt8(0)..<64).filter {
                try key.isValidSignature(forged, for: [$0], scheme: .eddsa)
            }
            #expect(!accepted.isEmpty)
        }
    }

    /// OpenSSL decodes a point before it checks a signature, so a point off the curve is never right; a fair half of
    /// all strings must be off.
    @Test func aboutHalfOfAllStringsArePoints() throws {
        var generator = SeededGenerator(seed: 25519)
        for curve in EdwardsCurve.allCases {
            var count = 0
            for _ in 0..<200 {
                var bytes = generator.bytes(curve.keyLength)
                if curve == .ed448 { bytes[56] &= 0x80 }
                if try EdwardsPublicKey(curve: curve, bytes: bytes).isOnCurve() { count += 1 }
            }
            #expect((60...140).contains(count))
        }
    }

    @Test func refusesWrongLengths() {
        for curve in EdwardsCurve.allCases {
            for count in [0, 31, 33, 56, 58, 64] {
                #expect(
                    throws: CryptographyError.wrongLength(
                        of: .publicKey, expected: curve.keyLength, actual: count)
                ) { try EdwardsPublicKey(curve: curve, bytes: [UInt8](repeating: 0, count: count)) }
                #expect(
                    throws: CryptographyError.wrongLength(of: .seed, expected: curve.keyLength, actual: count)
                ) { try EdwardsPrivateKey(curve: curve, seed: [UInt8](repeating: 0, count: count)) }
            }
        }
    }
}
