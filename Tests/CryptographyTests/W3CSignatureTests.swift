import Bytes
import Cryptography
import Foundation
import Testing

/// The keys and signatures of the WebAuthn Level 3 test vectors; the source stands in the data file.
@Suite struct W3CSignatureTests {
    struct Document: Decodable {
        let signatures: [Row]
    }

    struct Row: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let cose: Int
        let key: String?
        let p: String?
        let q: String?
        let n: String?
        let x: String?
        let y: String?
        let message: String
        let signature: String

        var testDescription: String { name }

        var scheme: SignatureScheme {
            switch cose {
            case -7: .ecdsa(.sha256)
            case -35: .ecdsa(.sha384)
            case -36: .ecdsa(.sha512)
            case -257: .rsaPKCS1(.sha256)
            default: .eddsa
            }
        }

        func privateKey() throws -> PrivateKey {
            if let p, let q {
                return .rsa(try RSAPrivateKey(firstPrime: Hex.decode(p), secondPrime: Hex.decode(q)))
            }
            let drawn = try Hex.decode(#require(key))
            func ec(_ curve: EllipticCurve) throws -> PrivateKey {
                let padding = [UInt8](repeating: 0, count: curve.coordinateLength - drawn.count)
                return .ec(try ECPrivateKey(curve: curve, scalar: padding + drawn))
            }
            switch cose {
            case -7: return try ec(.p256)
            case -35: return try ec(.p384)
            case -36: return try ec(.p521)
            case -8: return .edwards(try EdwardsPrivateKey(curve: .ed25519, seed: drawn))
            default: return .edwards(try EdwardsPrivateKey(curve: .ed448, seed: drawn))
            }
        }
    }

    static let rows = try? JSONDecoder().decode(
        Document.self,
        from: Data(contentsOf: Bundle.module.bundleURL.appending(path: "Data/w3c-signatures.json"))
    ).signatures

    @Test(arguments: rows ?? [])
    func everySignatureIsMadeAgain(row: Row) throws {
        let key = try row.privateKey()
        let message = try Hex.decode(row.message)
        let signature = try key.signature(for: message, scheme: row.scheme, nonce: .deterministic)
        #expect(Hex.encode(signature) == row.signature)
        #expect(try key.publicKey.isValidSignature(signature, for: message, scheme: row.scheme))
        #expect(try !key.publicKey.isValidSignature(signature, for: message + [0], scheme: row.scheme))

        switch key.publicKey {
        case .ec(let point):
            #expect(row.x == nil || Hex.encode(point.x) == row.x)
            #expect(row.y == nil || Hex.encode(point.y) == row.y)
        case .edwards(let point): #expect(Hex.encode(point.bytes) == row.x)
        case .rsa(let numbers): #expect(Hex.encode(numbers.modulus) == row.n)
        }

        let random = try key.signature(for: message, scheme: row.scheme, nonce: .random)
        #expect(try key.publicKey.isValidSignature(random, for: message, scheme: row.scheme))

        let stored = try PrivateKey(storedForm: key.storedForm)
        #expect(stored.publicKey == key.publicKey)
        #expect(
            try stored.signature(for: message, scheme: row.scheme, nonce: .deterministic) == signature)
    }

    @Test func noRowIsMissing() {
        #expect(Self.rows?.count == 21)
    }
}
