import Bytes
import Cryptography
import TestSupport
import Testing

@Suite struct ECDSASignatureShapeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let signature: HexBytes
        let shape: ECDSASignatureShape
        let why: String

        var testDescription: String { why }
    }

    static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    static let one = [UInt8](repeating: 0, count: 31) + [1]

    static func hex(_ text: String) -> HexBytes { HexBytes(stringLiteral: text) }

    static let rows: [Row] = [
        Row(signature: "3006 020101 020101", shape: .strict(r: one, s: one), why: "the smallest"),
        Row(signature: "3006 020100 020101", shape: .zero(offset: 4), why: "r is zero"),
        Row(signature: "3006 020101 020100", shape: .zero(offset: 7), why: "s is zero"),
        Row(signature: "3006 020100 020100", shape: .zero(offset: 4), why: "the psychic signature"),
        Row(
            signature: hex("3026 022100\(order) 020101"), shape: .outOfRange(offset: 4), why: "r is n"),
        Row(
            signature: hex("3026 020101 022100\(order)"), shape: .outOfRange(offset: 7), why: "s is n"),
        Row(
            signature: hex("3026 022101\(order) 020101"), shape: .outOfRange(offset: 4),
            why: "r is beyond 256 bits"),
        Row(signature: "3006 0201ff 020101", shape: .negative(offset: 4), why: "r is −1"),
        Row(signature: "3006 020101 020180", shape: .negative(offset: 7), why: "s is −128"),
        Row(
            signature: hex("3025 0220\(order) 020101"), shape: .negative(offset: 4),
            why: "the zero byte in front is missing"),
        Row(signature: "3007 02020001 020101", shape: .nonMinimal(offset: 4), why: "a needless zero"),
        Row(signature: "3007 020101 02020000", shape: .nonMinimal(offset: 7), why: "zero in two bytes"),
        Row(signature: "3005 0200 020101", shape: .nonMinimal(offset: 2), why: "an empty integer"),
        Row(signature: "308106 020101 020101", shape: .ber(offset: 1), why: "one byte of length too many"),
        Row(signature: "30820006 020101 020101", shape: .ber(offset: 1), why: "two too many"),
        Row(signature: "3080 020101 020101 0000", shape: .ber(offset: 1), why: "indefinite length"),
        Row(signature: "3007 02810101 020101", shape: .ber(offset: 3), why: "a long length inside"),
        Row(signature: "30ff 020101 020101", shape: .ber(offset: 1), why: "the reserved length"),
        Row(signature: "3006 020101 020101 00", shape: .trailing(offset: 8), why: "a byte after it"),
        Row(signature: "3007 020101 020101 00", shape: .trailing(offset: 8), why: "a byte inside it"),
        Row(signature: "3009 020101 020101 020101", shape: .trailing(offset: 8), why: "a third integer"),
        Row(signature: "", shape: .truncated(offset: 0), why: "nothing"),
        Row(signature: "30", shape: .truncated(offset: 1), why: "no length"),
        Row(signature: "3081", shape: .truncated(offset: 2), why: "no length after its length"),
        Row(signature: "3000", shape: .truncated(offset: 2), why: "no integers"),
        Row(signature: "3003 020101", shape: .truncated(offset: 5), why: "one integer"),
        Row(signature: "3006 020101", shape: .truncated(offset: 5), why: "cut off"),
        Row(signature: "3006 020501 020101", shape: .truncated(offset: 8), why: "r reaches beyond the end"),
        Row(
            signature: "3106 020101 020101", shape: .unexpectedTag(offset: 0, tag: 0x31), why: "a SET"),
        Row(
            signature: "3006 030101 020101", shape: .unexpectedTag(offset: 2, tag: 0x03),
            why: "a BIT STRING"),
        Row(signature: hex(order + order), shape: .rawConcatenation, why: "r and s as JOSE has them"),
        Row(
            signature: hex("3006" + String(repeating: "00", count: 62)), shape: .rawConcatenation,
            why: "r that starts like DER"),
        Row(
            signature: hex("303e 0201ff 0239" + String(repeating: "01", count: 57)),
            shape: .negative(offset: 4), why: "DER that is as long as r and s"),
    ]

    @Test(arguments: rows)
    func namesWhatIsWrong(row: Row) throws {
        #expect(ECDSASignatureShape(of: row.signature.bytes, curve: .p256) == row.shape, "\(row.why)")
        let key = PublicKey.ec(try ECPrivateKey(curve: .p256, scalar: Self.one).publicKey)
        #expect(try !key.isValidSignature(row.signature.bytes, for: [], scheme: .ecdsa(.sha256)))
        #expect(ErrorQueue.isEmpty)
    }

    @Test func theLargestNumbersAreInRange() {
        let largest = String(Self.order.dropLast()) + "0"
        let signature = Self.hex("3046 022100\(largest) 022100\(largest)").bytes
        let number = Self.hex(largest).bytes
        #expect(ECDSASignatureShape(of: signature, curve: .p256) == .strict(r: number, s: number))
    }

    @Test func everyChangedBitAndEveryCutIsRefused() throws {
        var generator = SeededGenerator(seed: 0x5347)
        for curve in [EllipticCurve.p256, .p521] {
            let key = PrivateKey.ec(
                try ECPrivateKey.generate(curve, random: SeededRandom(seed: [1], context: [])))
            let signature = try key.signature(for: [1], scheme: .ecdsa(.sha256), nonce: .deterministic)
            for _ in 0..<150 {
                var changed = signature
                changed[Int.random(in: changed.indices, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
                #expect(try !key.publicKey.isValidSignature(changed, for: [1], scheme: .ecdsa(.sha256)))
            }
            for count in signature.indices {
                let cut = Array(signature.prefix(count))
                #expect(try !key.publicKey.isValidSignature(cut, for: [1], scheme: .ecdsa(.sha256)))
            }
        }
        #expect(ErrorQueue.isEmpty)
    }

    @Test func randomBytesNeverTrap() {
        var generator = SeededGenerator(seed: 0xEC)
        for count in 0..<160 {
            var bytes = generator.bytes(count)
            for header in [[], [0x30], [0x30, UInt8(clamping: count - 2), 0x02]] where header.count <= count {
                bytes.replaceSubrange(..<header.count, with: header)
                for curve in EllipticCurve.allCases {
                    _ = ECDSASignatureShape(of: bytes, curve: curve).description
                }
            }
        }
    }
}
