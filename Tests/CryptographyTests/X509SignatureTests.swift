import Bytes
import Cryptography
import Testing

@Suite struct X509SignatureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let key: PrivateKey
        let scheme: SignatureScheme
        let algorithm: String
        var testDescription: String { algorithm }
    }

    static let rows: [Row] = (try? makeRows()) ?? []

    static func makeRows() throws -> [Row] {
        var rows: [Row] = []
        let ecdsa: [(HashAlgorithm, String)] = [
            (.sha1, "1.2.840.10045.4.1"), (.sha256, "1.2.840.10045.4.3.2"), (.sha384, "1.2.840.10045.4.3.3"),
            (.sha512, "1.2.840.10045.4.3.4"),
        ]
        for curve in EllipticCurve.allCases {
            let scalar = [UInt8](repeating: 0, count: curve.coordinateLength - 1) + [9]
            let key = PrivateKey.ec(try ECPrivateKey(curve: curve, scalar: scalar))
            rows += ecdsa.map { Row(key: key, scheme: .ecdsa($0.0), algorithm: $0.1) }
        }
        // The key of the W3C test vectors: two Mersenne primes.
        func mersenne(_ exponent: Int) -> [UInt8] {
            [UInt8(1 << (exponent % 8) - 1)] + [UInt8](repeating: 0xFF, count: exponent / 8)
        }
        let rsa = PrivateKey.rsa(
            try RSAPrivateKey(firstPrime: mersenne(1279), secondPrime: mersenne(2203)))
        let pkcs1: [(HashAlgorithm, String)] = [
            (.sha1, "1.2.840.113549.1.1.5"), (.sha256, "1.2.840.113549.1.1.11"),
            (.sha384, "1.2.840.113549.1.1.12"), (.sha512, "1.2.840.113549.1.1.13"),
        ]
        for (hash, algorithm) in pkcs1 {
            rows.append(Row(key: rsa, scheme: .rsaPKCS1(hash), algorithm: algorithm))
            rows.append(Row(key: rsa, scheme: .rsaPSS(hash), algorithm: "1.2.840.113549.1.1.10"))
        }
        for (curve, algorithm) in [(EdwardsCurve.ed25519, "1.3.101.112"), (.ed448, "1.3.101.113")] {
            let seed = [UInt8](repeating: 5, count: curve.keyLength)
            let key = PrivateKey.edwards(try EdwardsPrivateKey(curve: curve, seed: seed))
            rows.append(Row(key: key, scheme: .eddsa, algorithm: algorithm))
        }
        return rows
    }

    @Test func `all rows are there`() { #expect(Self.rows.count == 26) }

    @Test(arguments: rows)
    func `every algorithm signs a certificate and checks it`(row: Row) throws {
        let authority = TestAuthority("Signer", key: row.key, scheme: row.scheme)
        let certificate = try authority.issue(to: authority)
        #expect(certificate.signatureAlgorithm.oid.description == row.algorithm)
        #expect(try certificate.isSigned(by: certificate))
        #expect(try certificate.signatureAlgorithm.signatureScheme(by: row.key.publicKey) == row.scheme)

        // Another byte of the signed part; another one of the signature.
        let other = try authority.issue(to: authority) { $0.serialNumber = [2] }
        let swapped = DER.sequence(
            other.signedBytes, certificate.signatureAlgorithm.encoded, DER.bitString(certificate.signature))
        #expect(try !X509Certificate(der: swapped).isSigned(by: certificate))
        var changed = certificate.der
        changed[changed.count - 1] ^= 1
        #expect(try !X509Certificate(der: changed).isSigned(by: certificate))
        for signature in [[], certificate.signature.dropLast(), certificate.signature + [0]] as [[UInt8]] {
            let cut = DER.sequence(
                certificate.signedBytes, certificate.signatureAlgorithm.encoded, DER.bitString(signature))
            #expect(try !X509Certificate(der: cut).isSigned(by: certificate))
        }
    }

    @Test func `an algorithm of another kind than the key is unsupported, not wrong`() throws {
        let ec = try #require(Self.rows.first)
        let edwards = try #require(Self.rows.last)
        let rsa = try #require(Self.rows.first { $0.scheme == .rsaPKCS1(.sha256) })
        for (signer, other) in [(ec, edwards), (edwards, rsa), (rsa, ec)] {
            let authority = TestAuthority("Signer", key: signer.key, scheme: signer.scheme)
            let certificate = try authority.issue(to: authority)
            let oid = certificate.signatureAlgorithm.oid
            #expect(throws: CryptographyError.certificate(.unsupportedSignatureAlgorithm(oid))) {
                try certificate.isSigned(by: other.key.publicKey)
            }
            #expect(throws: CryptographyError.schemeMismatch(signer.scheme)) {
                try AlgorithmIdentifier(signer.scheme, key: other.key.publicKey)
            }
        }
    }

    @Test func `PSS parameters must be those of one of our schemes`() throws {
        let rsa = try #require(Self.rows.first { $0.scheme == .rsaPSS(.sha256) }).key.publicKey
        let sha256 = AlgorithmIdentifier("2.16.840.1.101.3.4.2.1")
        let sha1 = AlgorithmIdentifier("1.3.14.3.2.26")
        func mask(_ hash: AlgorithmIdentifier) -> [UInt8] {
            DER.explicit(1, AlgorithmIdentifier("1.2.840.113549.1.1.8", parameters: hash.encoded).encoded)
        }
        func scheme(_ members: [UInt8]...) throws -> SignatureScheme {
            try AlgorithmIdentifier("1.2.840.113549.1.1.10", parameters: DER.sequence(of: members))
                .signatureScheme(by: rsa)
        }
        let digest = DER.explicit(0, sha256.encoded)
        let salt = DER.explicit(2, DER.integer(32))
        #expect(try scheme() == .rsaPSS(.sha1))
        #expect(try scheme(DER.explicit(0, sha1.encoded), mask(sha1)) == .rsaPSS(.sha1))
        #expect(try scheme(digest, mask(sha256), salt) == .rsaPSS(.sha256))
        #expect(try scheme(digest, mask(sha256), salt, DER.explicit(3, DER.integer(1))) == .rsaPSS(.sha256))

        let refused: [[[UInt8]]] = [
            [digest], [digest, mask(sha256)], [digest, mask(sha1), salt], [mask(sha256)],
            [digest, mask(sha256), DER.explicit(2, DER.integer(20))],
            [digest, mask(sha256), salt, DER.explicit(3, DER.integer(2))],
            [digest, mask(sha256), salt, DER.null()], [salt, digest, mask(sha256)],
            [DER.explicit(0, AlgorithmIdentifier("1.2.3").encoded)],
            [digest, DER.explicit(1, AlgorithmIdentifier("1.2.840.113549.1.1.8").encoded), salt],
        ]
        for members in refused {
            #expect(throws: CryptographyError.self) {
                try AlgorithmIdentifier("1.2.840.113549.1.1.10", parameters: DER.sequence(of: members))
                    .signatureScheme(by: rsa)
            }
        }
        #expect(throws: CryptographyError.self) {
            try AlgorithmIdentifier("1.2.840.113549.1.1.10").signatureScheme(by: rsa)
        }
    }
}
