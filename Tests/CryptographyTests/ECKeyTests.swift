import Bytes
import Cryptography
import Testing

@Suite struct ECKeyTests {
    struct RFC6979Row: Decodable, Sendable {
        let curve: EllipticCurve
        let key: HexBytes
        let x: HexBytes
        let y: HexBytes
        let hash: HashAlgorithm
        let message: String
        let signature: HexBytes
    }

    @Test func signaturesOfRFC6979() throws {
        let rows = KnownAnswers<RFC6979Row>.rows(of: "rfc6979")
        #expect(rows.count == 24)
        for row in rows {
            let key = PrivateKey.ec(try ECPrivateKey(curve: row.curve, scalar: row.key.bytes))
            #expect(key.publicKey == .ec(try ECPublicKey(curve: row.curve, x: row.x.bytes, y: row.y.bytes)))
            let message = Array(row.message.utf8)
            let scheme = SignatureScheme.ecdsa(row.hash)
            let signature = try key.signature(for: message, scheme: scheme, nonce: .deterministic)
            #expect(signature == row.signature.bytes, "\(row.curve) \(row.hash) \(row.message)")
            #expect(try key.publicKey.isValidSignature(signature, for: message, scheme: scheme))
            #expect(try !key.publicKey.isValidSignature(signature, for: [], scheme: scheme))
        }
    }

    /// The RFC has no secp256k1; this is the answer that the Bitcoin libraries agree on, with s as RFC 6979 leaves it
    /// or negated as they do.
    @Test func deterministicSignatureOnSecp256k1() throws {
        let scalar = [UInt8](repeating: 0, count: 31) + [1]
        let key = PrivateKey.ec(try ECPrivateKey(curve: .secp256k1, scalar: scalar))
        let message = Array("Satoshi Nakamoto".utf8)
        let signature = try key.signature(for: message, scheme: .ecdsa(.sha256), nonce: .deterministic)
        let r: HexBytes = "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
        let candidates: [HexBytes] = [
            "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
            "dbbd3162d46e9f9bef7feb87c16dc13b4f6568a87f4e83f728e2443ba586675c",
        ]
        let shapes = candidates.map { ECDSASignatureShape.strict(r: r.bytes, s: $0.bytes) }
        #expect(shapes.contains(ECDSASignatureShape(of: signature, curve: .secp256k1)))
        #expect(try key.publicKey.isValidSignature(signature, for: message, scheme: .ecdsa(.sha256)))
    }

    @Test(arguments: EllipticCurve.allCases, HashAlgorithm.allCases)
    func signsAndAgreesOnEveryCurve(curve: EllipticCurve, hash: HashAlgorithm) throws {
        let key = try ECPrivateKey.generate(curve, random: SystemRandom())
        let message: [UInt8] = [1, 2, 3]
        let first = try PrivateKey.ec(key).signature(for: message, scheme: .ecdsa(hash))
        let second = try PrivateKey.ec(key).signature(for: message, scheme: .ecdsa(hash))
        #expect(first != second)
        let publicKey = PublicKey.ec(key.publicKey)
        #expect(try publicKey.isValidSignature(first, for: message, scheme: .ecdsa(hash)))
        #expect(try publicKey.isValidSignature(second, for: message, scheme: .ecdsa(hash)))

        let peer = try ECPrivateKey.generate(curve, random: SystemRandom(), purpose: .keyAgreement)
        let secret = try key.sharedSecret(with: peer.publicKey)
        #expect(try secret == peer.sharedSecret(with: key.publicKey))
        #expect(secret.count == curve.coordinateLength)
        #expect(ErrorQueue.isEmpty)
    }

    /// The key pairs of the WebAuthn Level 3 prf vectors and their shared point.
    @Test func agreesOnTheKnownSecret() throws {
        let platform: HexBytes = "0971bc7fb1be48270adcd3d9a5fc15d5fb0f335b3071ff36a54c007fa6c76514"
        let authenticator: HexBytes = "a184532a52717c1719ed7f8a5c0bdbc0489a79fc2076b9a0b020ecda0ea585b5"
        let x: HexBytes = "a30522c2de402b561965c3cf949a1cab020c6f6ea36fcf7e911ac1a0f1515300"
        let y: HexBytes = "9961a929abdb2f42e6566771887d41484d889e735e3248518a53112d2b915f00"
        let secret: HexBytes = "1f9a25b8fa700057cd7cf1a8805b2033670727afd3c28374f70e82d173f0926b"
        let one = try ECPrivateKey(curve: .p256, scalar: platform.bytes)
        let other = try ECPrivateKey(curve: .p256, scalar: authenticator.bytes)
        #expect(try other.publicKey == ECPublicKey(curve: .p256, x: x.bytes, y: y.bytes))
        #expect(try one.sharedSecret(with: other.publicKey) == secret.bytes)
        #expect(try other.sharedSecret(with: one.publicKey) == secret.bytes)
        let elsewhere = try ECPrivateKey.generate(.p384, random: SystemRandom())
        #expect(throws: CryptographyError.curveMismatch(.p256, .p384)) {
            try one.sharedSecret(with: elsewhere.publicKey)
        }
    }

    struct PointRow: Sendable {
        let curve: EllipticCurve
        let x: HexBytes
        let y: HexBytes
        let error: CryptographyError?
    }

    static let zero: HexBytes = "0000000000000000000000000000000000000000000000000000000000000000"
    static let rootOfB: HexBytes = "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4"
    static let prime: HexBytes = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
    static let one: HexBytes = "0000000000000000000000000000000000000000000000000000000000000001"

    @Test(arguments: [
        PointRow(curve: .p256, x: zero, y: rootOfB, error: nil),
        PointRow(curve: .p256, x: zero, y: zero, error: .pointAtInfinity(.p256)),
        PointRow(curve: .p256, x: prime, y: rootOfB, error: .coordinateOutOfRange(.p256)),
        PointRow(curve: .p256, x: rootOfB, y: prime, error: .coordinateOutOfRange(.p256)),
        PointRow(curve: .p256, x: one, y: one, error: .notOnCurve(.p256)),
        PointRow(curve: .secp256k1, x: zero, y: rootOfB, error: .notOnCurve(.secp256k1)),
        PointRow(
            curve: .p256, x: "00", y: rootOfB, error: .wrongLength(of: .coordinate, expected: 32, actual: 1)),
        PointRow(
            curve: .p384, x: zero, y: rootOfB,
            error: .wrongLength(of: .coordinate, expected: 48, actual: 32)),
        PointRow(
            curve: .p256, x: zero, y: "", error: .wrongLength(of: .coordinate, expected: 32, actual: 0)),
    ])
    func onlyPointsOfTheCurveAreKeys(row: PointRow) throws {
        do {
            let key = try ECPublicKey(curve: row.curve, x: row.x.bytes, y: row.y.bytes)
            #expect(row.error == nil)
            #expect(key.x == row.x.bytes)
            #expect(key.y == row.y.bytes)
        } catch {
            #expect(error == row.error)
        }
        #expect(ErrorQueue.isEmpty)
    }

    @Test func onlyUncompressedPointsAreRead() throws {
        let (x, y) = (Self.zero.bytes, Self.rootOfB.bytes)
        let read = { (bytes: [UInt8]) throws(CryptographyError) in
            try ECPublicKey(curve: .p256, uncompressedPoint: bytes)
        }
        #expect(try read([4] + x + y) == ECPublicKey(curve: .p256, x: x, y: y))
        #expect(throws: CryptographyError.notUncompressed(.p256, form: 2)) { try read([2] + x) }
        #expect(throws: CryptographyError.notUncompressed(.p256, form: 6)) { try read([6] + x + y) }
        #expect(throws: CryptographyError.notUncompressed(.p256, form: 0)) { try read([0] + x + y) }
        #expect(throws: CryptographyError.pointAtInfinity(.p256)) { try read([0]) }
        for point in [[], [4], [4] + x, [4] + x + y + [0]] {
            #expect(throws: CryptographyError.wrongLength(of: .point, expected: 65, actual: point.count)) {
                try read(point)
            }
        }
    }

    @Test func onlyScalarsInRangeAreKeys() throws {
        let order: HexBytes = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
        let largest = order.bytes.dropLast() + [0x50]
        #expect(try ECPrivateKey(curve: .p256, scalar: Array(largest)).publicKey.curve == .p256)
        for scalar in [order.bytes, Self.zero.bytes, [UInt8](repeating: 0xFF, count: 32)] {
            #expect(throws: CryptographyError.scalarOutOfRange(.p256)) {
                try ECPrivateKey(curve: .p256, scalar: scalar)
            }
        }
        for count in [0, 31, 33] {
            #expect(throws: CryptographyError.wrongLength(of: .scalar, expected: 32, actual: count)) {
                try ECPrivateKey(curve: .p256, scalar: [UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test func secretsDoNotShowInDescriptions() throws {
        let key = try ECPrivateKey(curve: .p256, scalar: Self.one.bytes)
        var dumped = ""
        dump(PrivateKey.ec(key), to: &dumped)
        #expect(!dumped.contains("\(Self.one.bytes)"))
        #expect("\(key)".contains("(secret)"))
    }
}
