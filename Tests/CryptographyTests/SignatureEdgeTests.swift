import Cryptography
import Foundation
import Testing

/// Values at the edges of signature schemes, computed for this project without any library.
@Suite struct SignatureEdgeTests {
    /// What all of them sign.
    static let message = Array("understudy".utf8)

    struct ECRow: Decodable, Sendable, CustomTestStringConvertible {
        let curve: EllipticCurve
        let what: String
        /// x and y.
        let key: HexBytes
        let signature: HexBytes
        let isValid: Bool

        var testDescription: String { "\(curve.rawValue): \(what)" }
    }

    static let ecdsa = KnownAnswers<ECRow>.rows(of: "ecdsa-edges")

    @Test(arguments: EllipticCurve.allCases) func ecdsa(_ curve: EllipticCurve) throws {
        let hash: HashAlgorithm =
            switch curve {
            case .p256, .secp256k1: .sha256
            case .p384: .sha384
            case .p521: .sha512
            }
        let rows = Self.ecdsa.filter { $0.curve == curve }
        #expect(rows.count >= 57 && rows.contains { $0.isValid && $0.what == "high s" })
        for row in rows {
            let length = curve.coordinateLength
            let point = row.key.bytes
            let key = PublicKey.ec(
                try ECPublicKey(curve: curve, x: Array(point[..<length]), y: Array(point[length...])))
            let isValid = try key.isValidSignature(
                row.signature.bytes, for: Self.message, scheme: .ecdsa(hash))
            #expect(isValid == row.isValid, "\(row.testDescription)")
        }
        #expect(ErrorQueue.isEmpty)
    }

    struct EdwardsRow: Decodable, Sendable {
        let curve: EdwardsCurve
        let what: String
        let key: HexBytes
        let signature: HexBytes
        let isValid: Bool
    }

    @Test func eddsa() throws {
        let rows = KnownAnswers<EdwardsRow>.rows(of: "eddsa-edges")
        #expect(rows.count == 54)
        for row in rows {
            let key = try EdwardsPublicKey(curve: row.curve, bytes: row.key.bytes)
            #expect(try key.isCanonical && !key.isSmallOrder && key.isOnCurve())
            let isValid = try PublicKey.edwards(key).isValidSignature(
                row.signature.bytes, for: Self.message, scheme: .eddsa)
            #expect(isValid == row.isValid, "\(row.curve.rawValue): \(row.what)")
        }
        #expect(ErrorQueue.isEmpty)
    }

    struct RSARow: Decodable, Sendable {
        let scheme: String
        let what: String
        let exponent: UInt32
        let signature: HexBytes
        let isValid: Bool
    }

    struct RSAFile: Decodable {
        let modulus: HexBytes
        let rows: [RSARow]
    }

    @Test func rsa() throws {
        let url = Bundle.module.bundleURL.appending(path: "Data/rsa-edges.json")
        let file = try JSONDecoder().decode(RSAFile.self, from: Data(contentsOf: url))
        #expect(file.rows.count == 81)
        for row in file.rows {
            let exponent: [UInt8] = row.exponent == 3 ? [3] : [1, 0, 1]
            let key = PublicKey.rsa(try RSAPublicKey(modulus: file.modulus.bytes, exponent: exponent))
            let scheme: SignatureScheme = row.scheme == "PSS" ? .rsaPSS(.sha256) : .rsaPKCS1(.sha256)
            let isValid = try key.isValidSignature(row.signature.bytes, for: Self.message, scheme: scheme)
            #expect(isValid == row.isValid, "\(row.scheme): \(row.what)")
        }
        #expect(ErrorQueue.isEmpty)
    }
}
