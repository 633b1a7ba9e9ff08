import Bytes
import CBOR
import COSE
import Cryptography
import TestSupport
import Testing

@Suite struct COSEKeyTests {
    static let point: ECPublicKey = {
        // The generator is a key like any other.
        let key = try? ECPrivateKey(curve: .p256, scalar: [UInt8](repeating: 0, count: 31) + [1])
        guard let key else { preconditionFailure("P-256 has a generator") }
        return key.publicKey
    }()

    struct Good: Sendable, CustomStringConvertible {
        let algorithm: COSEAlgorithm
        let key: PublicKey
        var description: String { algorithm.description }
    }

    static func goodKeys() throws -> [Good] {
        let random = SeededRandom(seed: [1], context: [])
        return try COSEAlgorithm.signable.compactMap { algorithm in
            switch algorithm.keyKind {
            case .ec2(let curve):
                Good(
                    algorithm: algorithm, key: .ec(try ECPrivateKey.generate(curve, random: random).publicKey)
                )
            case .okp(let curve):
                Good(
                    algorithm: algorithm,
                    key: .edwards(try EdwardsPrivateKey.generate(curve, random: random).publicKey))
            default: nil
            }
        }
    }

    @Test func encodedKeysAreReadBack() throws {
        for good in try Self.goodKeys() {
            let bytes = COSEKey(good.key, algorithm: good.algorithm).encoded
            let read = try COSEKey(decoding: bytes)
            #expect(read.algorithm == good.algorithm && read.publicKey == good.key)
            // The writer without a tree and the canonical encoder agree.
            #expect(CBOREncoder.encode(try CBORDecoder.decode(bytes)) == bytes)
        }
    }

    @Test func rsaKeysAreReadBack() throws {
        var modulus = SeededGenerator(seed: 3).copyBytes(256)
        modulus[0] |= 0x80
        modulus[255] |= 1
        let key = try RSAPublicKey(modulus: modulus, exponent: [1, 0, 1])
        for algorithm in [COSEAlgorithm.rs256, .rs384, .rs512, .rs1, .ps256, .ps384, .ps512] {
            let bytes = COSEKey(.rsa(key), algorithm: algorithm).encoded
            #expect(try COSEKey(decoding: bytes).publicKey == .rsa(key))
            #expect(algorithm.canSign == (algorithm != .rs1))
        }
    }

    @Test(arguments: [(-48, 1312), (-49, 1952), (-50, 2592)])
    func mlDSAKeysAreReadAndNeverOffered(number: Int, length: Int) throws {
        func key(_ count: Int) -> CBORValue {
            [1: 7, 3: CBORValue(integer: number), -1: .bytes([UInt8](repeating: 5, count: count))]
        }
        let algorithm = COSEAlgorithm(rawValue: number)
        let read = try COSEKey(key(length))
        #expect(read.publicKey == nil && read.algorithm == algorithm)
        #expect(read.encoded == CBOREncoder.encode(key(length)))
        #expect(!algorithm.canSign && algorithm.scheme == nil)
        #expect(throws: COSEError.length(label: .crv, expected: length, actual: length - 1)) {
            try COSEKey(key(length - 1))
        }
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let description: String
        let error: COSEError
        let change: @Sendable (inout [CBORPair]) -> Void

        init(
            _ description: String, _ error: COSEError,
            _ change: @escaping @Sendable (inout [CBORPair]) -> Void
        ) {
            self.description = description
            self.error = error
            self.change = change
        }

        init(_ description: String, _ error: COSEError, set label: Int, to value: CBORValue?) {
            self.init(description, error) { pairs in
                pairs.removeAll { $0.key.integer == label }
                if let value { pairs.append(CBORPair(key: CBORValue(integer: label), value: value)) }
            }
        }
    }

    static let refusals = [
        Refusal("no kty", .missing(label: .kty), set: 1, to: nil),
        Refusal("no alg", .missing(label: .alg), set: 3, to: nil),
        Refusal("no x", .missing(label: .x), set: -2, to: nil),
        Refusal("no y", .missing(label: .y), set: -3, to: nil),
        Refusal("alg as text", .wrongType(label: .alg), set: 3, to: "ES256"),
        Refusal("unknown alg", .unknownAlgorithm(-6), set: 3, to: -6),
        Refusal("kty OKP", .keyTypeMismatch(.es256, expected: 2, actual: 1), set: 1, to: 1),
        Refusal("P-384's number", .curveMismatch(.es256, expected: 1, actual: 2), set: -1, to: 2),
        Refusal(
            "x of 31 bytes", .length(label: .x, expected: 32, actual: 31), set: -2,
            to: .bytes([UInt8](repeating: 1, count: 31))),
        Refusal("a sign bit for y", .compressedPoint, set: -3, to: true),
        Refusal("a private scalar", .privatePart(label: .d), set: -4, to: .bytes([1])),
        Refusal(
            "a point off the curve", .material(.notOnCurve(.p256)), set: -2,
            to: .bytes([UInt8](repeating: 1, count: 32))),
        Refusal("EdDSA with an EC2 key", .keyTypeMismatch(.edDSA, expected: 1, actual: 2), set: 3, to: -8),
    ]

    @Test(arguments: refusals) func refusesAndSaysWhy(row: Refusal) throws {
        let good = try CBORDecoder.decode(COSEKey(.ec(Self.point), algorithm: .es256).encoded)
        var pairs = try #require(good.mapValue)
        row.change(&pairs)
        #expect(throws: row.error) { try COSEKey(.map(pairs)) }
    }

    @Test func extraMembersAreNamed() throws {
        let good = try CBORDecoder.decode(COSEKey(.ec(Self.point), algorithm: .es256).encoded)
        let pairs = try #require(good.mapValue) + [CBORPair(key: 2, value: .bytes([9]))]
        #expect(try COSEKey(.map(pairs)).unknownLabels == [2])
        #expect(throws: COSEError.notMap) { try COSEKey(.array([])) }
    }
}

extension SeededGenerator {
    fileprivate func copyBytes(_ count: Int) -> [UInt8] {
        var copy = self
        return copy.bytes(count)
    }
}
