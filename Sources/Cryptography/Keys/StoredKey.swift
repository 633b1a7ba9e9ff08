import Bytes

/// The form in which a private key is kept: one byte for its kind, then its raw numbers, so that reading it
/// computes nothing. (Parsing PKCS #8 costs as much as 25 signatures.)
///
/// | kind | then |
/// | --- | --- |
/// | 1 P-256, 2 P-384, 3 P-521, 4 secp256k1 | scalar, uncompressed point |
/// | 5 Ed25519, 6 Ed448 | private key, public key |
/// | 7 RSA | n, e, d, p, q, d mod (p − 1), d mod (q − 1), q⁻¹ mod p, each after its length in two bytes |
extension PrivateKey {
    /// The stored form; it is not encrypted.
    public var storedForm: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .ec(let key):
            bytes.append(key.curve.storedKind)
            bytes += key.scalar.exposedBytes
            bytes += key.publicKey.uncompressedPoint
        case .edwards(let key):
            bytes.append(key.curve.storedKind)
            bytes += key.seed.exposedBytes
            bytes += key.publicKey.bytes
        case .rsa(let key):
            bytes.append(Self.storedKindOfRSA)
            for number in [key.publicKey.modulus, key.publicKey.exponent] + key.storedComponents {
                bytes.append(bigEndian: UInt16(clamping: number.count))
                bytes += number
            }
        }
        return bytes
    }

    /// Reads the stored form; that its halves belong together is taken on trust.
    ///
    /// - Throws: ``CryptographyError/malformedStoredKey(offset:)``,
    ///   ``CryptographyError/scalarOutOfRange(_:)``, and for RSA what
    ///   ``RSAPublicKey/init(modulus:exponent:)`` throws.
    public init(storedForm bytes: [UInt8]) throws(CryptographyError) {
        guard let kind = bytes.first else { throw .malformedStoredKey(offset: 0) }
        if let curve = EllipticCurve.allCases.first(where: { $0.storedKind == kind }) {
            let middle = 1 + curve.coordinateLength
            guard bytes.count == middle + 1 + 2 * curve.coordinateLength, bytes[middle] == 4 else {
                throw .malformedStoredKey(offset: min(middle, bytes.count))
            }
            let point = ECPublicKey(vouchedPoint: Array(bytes[middle...]), on: curve)
            self = .ec(
                try ECPrivateKey(curve: curve, scalar: Array(bytes[1..<middle]), storedPublicKey: point))
        } else if let curve = EdwardsCurve.allCases.first(where: { $0.storedKind == kind }) {
            let middle = 1 + curve.keyLength
            guard bytes.count == middle + curve.keyLength else {
                throw .malformedStoredKey(offset: min(middle, bytes.count))
            }
            let point = EdwardsPublicKey(vouched: Array(bytes[middle...]), curve: curve)
            self = .edwards(try EdwardsPrivateKey(seed: Array(bytes[1..<middle]), storedPublicKey: point))
        } else if kind == Self.storedKindOfRSA {
            self = .rsa(try Self.readRSA(bytes))
        } else {
            throw .malformedStoredKey(offset: 0)
        }
    }

    private static let storedKindOfRSA: UInt8 = 7

    private static func readRSA(_ bytes: [UInt8]) throws(CryptographyError) -> RSAPrivateKey {
        var numbers: [[UInt8]] = []
        var cursor = ByteCursor(bytes, offset: 1)
        while cursor.remaining > 0 {
            let start = cursor.offset
            do {
                let length = try cursor.readInteger(UInt16.self)
                numbers.append(Array(try cursor.read(Int(length))))
            } catch {
                throw .malformedStoredKey(offset: start)
            }
        }
        guard numbers.count == 8 else { throw .malformedStoredKey(offset: bytes.count) }
        let publicKey = try RSAPublicKey(modulus: numbers[0], exponent: numbers[1])
        return try RSAPrivateKey(publicKey: publicKey, storedComponents: Array(numbers[2...]))
    }
}

extension EllipticCurve {
    fileprivate var storedKind: UInt8 {
        switch self {
        case .p256: 1
        case .p384: 2
        case .p521: 3
        case .secp256k1: 4
        }
    }
}

extension EdwardsCurve {
    fileprivate var storedKind: UInt8 {
        switch self {
        case .ed25519: 5
        case .ed448: 6
        }
    }
}
