import COSE
import Cryptography

/// Keys that are the same in every run; nothing is drawn.
enum TestKeys {
    static func ec(_ curve: EllipticCurve, _ seed: UInt8) throws -> PrivateKey {
        let scalar =
            [UInt8](repeating: 0, count: curve.coordinateLength - 32) + [UInt8](repeating: seed, count: 32)
        return .ec(try ECPrivateKey(curve: curve, scalar: scalar))
    }

    static func edwards(_ curve: EdwardsCurve) throws -> PrivateKey {
        .edwards(try EdwardsPrivateKey(curve: curve, seed: [UInt8](repeating: 7, count: curve.keyLength)))
    }

    static func rsa() throws -> PrivateKey {
        .rsa(try RSAPrivateKey(firstPrime: mersenne(1279), secondPrime: mersenne(2203)))
    }

    /// 2^exponent − 1.
    private static func mersenne(_ exponent: Int) -> [UInt8] {
        [UInt8((1 << (exponent % 8)) - 1)] + [UInt8](repeating: 0xFF, count: exponent / 8)
    }

    /// The private key 1, which everybody knows.
    static func one() throws -> PrivateKey {
        .ec(try ECPrivateKey(curve: .p256, scalar: [UInt8](repeating: 0, count: 31) + [1]))
    }

    static func credential() throws -> PrivateKey { try ec(.p256, 1) }
    static func stranger() throws -> PrivateKey { try ec(.p256, 2) }
    static func attestation() throws -> PrivateKey { try ec(.p256, 3) }
    static func authority() throws -> PrivateKey { try ec(.p256, 4) }
    static func attacker() throws -> PrivateKey { try ec(.p256, 5) }

    static func sign(
        _ message: [UInt8], _ key: PrivateKey, _ scheme: SignatureScheme = .ecdsa(.sha256)
    ) throws
        -> [UInt8]
    { try key.signature(for: message, scheme: scheme, nonce: .deterministic) }
}
