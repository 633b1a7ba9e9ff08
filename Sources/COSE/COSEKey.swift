public import CBOR
public import Cryptography

/// A credential public key: an algorithm and a key that fits it, checked (§6.5.1.1).
public struct COSEKey: Hashable, Sendable {
    /// What the key is made of.
    public enum Material: Hashable, Sendable {
        /// A key that signatures can be checked with.
        case publicKey(PublicKey)
        /// kty 7: the right number of bytes, and nothing that checks them.
        case akp([UInt8])
    }

    /// The algorithm.
    public let algorithm: COSEAlgorithm
    /// The key.
    public let material: Material
    /// Labels of members beyond those that the kind of key has; WebAuthn wants none.
    public let unknownLabels: [CBORValue]

    /// A key of one's own making; the caller vouches that key and algorithm fit.
    public init(_ publicKey: PublicKey, algorithm: COSEAlgorithm) {
        self.algorithm = algorithm
        material = .publicKey(publicKey)
        unknownLabels = []
    }

    /// The key that signatures can be checked with, if it is of that kind.
    public var publicKey: PublicKey? {
        if case .publicKey(let key) = material { key } else { nil }
    }

    /// Decodes one canonical CBOR item and nothing after it.
    public init(decoding bytes: [UInt8]) throws(COSEError) {
        let value: CBORValue
        do { value = try CBORDecoder.decode(bytes) } catch { throw .notCBOR(error) }
        try self.init(value)
    }

    /// Reads the map: algorithm first, then the members that it asks for.
    public init(_ value: CBORValue) throws(COSEError) {
        guard case .map(let pairs) = value else { throw .notMap }
        let members = Members(value: value)
        let kty = try members.integer(.kty)
        let number = try members.integer(.alg)
        let algorithm = COSEAlgorithm(rawValue: number)
        guard let kind = algorithm.keyKind else { throw .unknownAlgorithm(number) }
        guard kty == kind.kty else {
            throw .keyTypeMismatch(algorithm, expected: kind.kty, actual: kty)
        }
        self.algorithm = algorithm
        material = try Self.material(kind, algorithm, members)
        unknownLabels = pairs.map(\.key).filter { key in
            !kind.labels.contains { CBORValue(integer: $0) == key }
        }
    }

    private static func material(
        _ kind: COSEAlgorithm.KeyKind, _ algorithm: COSEAlgorithm, _ members: Members
    ) throws(COSEError) -> Material {
        switch kind {
        case .ec2(let curve):
            try members.expectCurve(curve.coseNumber, algorithm)
            let x = try members.bytes(.x, count: curve.coordinateLength)
            if members.value[integer: COSEError.Label.y.rawValue]?.boolValue != nil { throw .compressedPoint }
            let y = try members.bytes(.y, count: curve.coordinateLength)
            try members.refusePrivatePart([.d])
            do { return .publicKey(.ec(try ECPublicKey(curve: curve, x: x, y: y))) } catch {
                throw .material(error)
            }
        case .okp(let curve):
            try members.expectCurve(curve.coseNumber, algorithm)
            let x = try members.bytes(.x, count: curve.keyLength)
            try members.refusePrivatePart([.d])
            do { return .publicKey(.edwards(try EdwardsPublicKey(curve: curve, bytes: x))) } catch {
                throw .material(error)
            }
        case .rsa:
            let modulus = try members.bytes(.crv, count: nil)
            let exponent = try members.bytes(.x, count: nil)
            try members.refusePrivatePart([.y, .d])
            do { return .publicKey(.rsa(try RSAPublicKey(modulus: modulus, exponent: exponent))) } catch {
                throw .material(error)
            }
        case .akp(let length):
            let bytes = try members.bytes(.crv, count: length)
            try members.refusePrivatePart([.x])
            return .akp(bytes)
        }
    }

    /// CTAP2 canonical CBOR; members beyond the kind's own are not written again.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        switch material {
        case .publicKey(.ec(let key)):
            Self.appendHead(members: 5, kty: 2, algorithm, to: &bytes)
            CBOREncoder.appendInteger(-1, to: &bytes)
            CBOREncoder.appendInteger(key.curve.coseNumber, to: &bytes)
            CBOREncoder.appendInteger(-2, to: &bytes)
            CBOREncoder.appendBytes(key.x, to: &bytes)
            CBOREncoder.appendInteger(-3, to: &bytes)
            CBOREncoder.appendBytes(key.y, to: &bytes)
        case .publicKey(.edwards(let key)):
            Self.appendHead(members: 4, kty: 1, algorithm, to: &bytes)
            CBOREncoder.appendInteger(-1, to: &bytes)
            CBOREncoder.appendInteger(key.curve.coseNumber, to: &bytes)
            CBOREncoder.appendInteger(-2, to: &bytes)
            CBOREncoder.appendBytes(key.bytes, to: &bytes)
        case .publicKey(.rsa(let key)):
            Self.appendHead(members: 4, kty: 3, algorithm, to: &bytes)
            CBOREncoder.appendInteger(-1, to: &bytes)
            CBOREncoder.appendBytes(key.modulus, to: &bytes)
            CBOREncoder.appendInteger(-2, to: &bytes)
            CBOREncoder.appendBytes(key.exponent, to: &bytes)
        case .akp(let key):
            Self.appendHead(members: 3, kty: 7, algorithm, to: &bytes)
            CBOREncoder.appendInteger(-1, to: &bytes)
            CBOREncoder.appendBytes(key, to: &bytes)
        }
        return bytes
    }

    private static func appendHead(
        members: Int, kty: Int, _ algorithm: COSEAlgorithm, to bytes: inout [UInt8]
    ) {
        CBOREncoder.appendMap(count: members, to: &bytes)
        CBOREncoder.appendInteger(1, to: &bytes)
        CBOREncoder.appendInteger(kty, to: &bytes)
        CBOREncoder.appendInteger(3, to: &bytes)
        CBOREncoder.appendInteger(algorithm.rawValue, to: &bytes)
    }
}

/// Reads a COSE_Key's members by label.
private struct Members {
    let value: CBORValue

    func integer(_ label: COSEError.Label) throws(COSEError) -> Int {
        guard let member = value[integer: label.rawValue] else { throw .missing(label: label) }
        guard let number = member.integer else { throw .wrongType(label: label) }
        return number
    }

    func bytes(_ label: COSEError.Label, count: Int?) throws(COSEError) -> [UInt8] {
        guard let member = value[integer: label.rawValue] else { throw .missing(label: label) }
        guard let bytes = member.bytesValue else { throw .wrongType(label: label) }
        if let count, bytes.count != count {
            throw .length(label: label, expected: count, actual: bytes.count)
        }
        return bytes
    }

    func expectCurve(_ expected: Int, _ algorithm: COSEAlgorithm) throws(COSEError) {
        let actual = try integer(.crv)
        guard actual == expected else {
            throw .curveMismatch(algorithm, expected: expected, actual: actual)
        }
    }

    func refusePrivatePart(_ labels: [COSEError.Label]) throws(COSEError) {
        for label in labels where value[integer: label.rawValue] != nil {
            throw .privatePart(label: label)
        }
    }
}

extension COSEAlgorithm.KeyKind {
    /// The key type's number in the registry "COSE Key Types".
    fileprivate var kty: Int {
        switch self {
        case .okp: 1
        case .ec2: 2
        case .rsa: 3
        case .akp: 7
        }
    }

    fileprivate var labels: [Int] {
        switch self {
        case .ec2: [1, 3, -1, -2, -3]
        case .okp, .rsa: [1, 3, -1, -2]
        case .akp: [1, 3, -1]
        }
    }
}

extension EllipticCurve {
    /// The number in the registry "COSE Elliptic Curves".
    public var coseNumber: Int {
        switch self {
        case .p256: 1
        case .p384: 2
        case .p521: 3
        case .secp256k1: 8
        }
    }
}

extension EdwardsCurve {
    /// The number in the registry "COSE Elliptic Curves".
    public var coseNumber: Int {
        switch self {
        case .ed25519: 6
        case .ed448: 7
        }
    }
}
