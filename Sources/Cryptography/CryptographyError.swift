/// What goes wrong in this room; every case carries the values that are wrong.
public enum CryptographyError: Error, Hashable, Sendable {
    /// Bytes that are not the DER they should be.
    case der(DERProblem)
    /// A certificate, or the draft of one, that cannot be what it claims.
    case certificate(CertificateProblem)

    /// An input has a length that its use does not allow.
    case wrongLength(of: Input, expected: Int, actual: Int)
    /// The plaintext or ciphertext is not whole AES blocks of 16 bytes; nothing pads it.
    case notWholeBlocks(count: Int)

    /// The coordinates satisfy no equation of this curve.
    case notOnCurve(EllipticCurve)
    /// A coordinate is not below the curve's prime.
    case coordinateOutOfRange(EllipticCurve)
    /// The point at infinity, which is no public key.
    case pointAtInfinity(EllipticCurve)
    /// A compressed or hybrid point where only the uncompressed form (0x04, x, y) is read.
    case notUncompressed(EllipticCurve, form: UInt8)
    /// A private scalar that is zero or not below the curve's order.
    case scalarOutOfRange(EllipticCurve)
    /// The two keys of a key agreement lie on different curves.
    case curveMismatch(EllipticCurve, EllipticCurve)

    /// An RSA modulus outside 2048…8192 bits.
    case rsaModulusSize(bits: Int)
    /// An RSA modulus that is even: it is no product of two primes.
    case rsaModulusEven
    /// An RSA exponent below 3, even, or longer than 64 bits.
    case rsaExponent([UInt8])
    /// An RSA number written with leading zero bytes, or with no bytes at all.
    case rsaNotMinimal
    /// RSA factors that do not make a key: not two different odd numbers with an inverse for the exponent.
    case rsaFactors

    /// The scheme is not one that this kind of key takes.
    case schemeMismatch(SignatureScheme)
    /// A key of an algorithm, or on a curve, that is not read here.
    case unsupportedKey(OID)
    /// An algorithm, by its name, that keys cannot be made or used for here.
    case unsupportedAlgorithm(String)
    /// A private key beside numbers that are not its own: another public key, or wrong remainders.
    case halvesDiffer
    /// A private key's stored form that no version of this room wrote.
    case malformedStoredKey(offset: Int)

    /// The system gave no random bytes.
    case randomUnavailable
    /// OpenSSL refused: the name of its function, and its own word for why.
    case library(function: String, reason: String)

    /// What had the wrong length.
    public enum Input: String, Hashable, Sendable {
        /// A symmetric key.
        case key
        /// An initialization vector.
        case initializationVector
        /// One coordinate of a point.
        case coordinate
        /// An encoded point.
        case point
        /// A private scalar.
        case scalar
        /// An Edwards private key.
        case seed
        /// An Edwards public key.
        case publicKey
        /// What a source of randomness returned.
        case randomBytes
    }
}

extension CryptographyError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and its value.
    public var description: String {
        switch self {
        case .der(let problem): problem.description
        case .certificate(let problem): problem.description
        case .wrongLength(let input, let expected, let actual):
            "the \(input.rawValue) has \(actual) bytes instead of \(expected)"
        case .notWholeBlocks(let count): "\(count) bytes are not whole blocks of 16"
        case .notOnCurve(let curve): "the point is not on \(curve.rawValue)"
        case .coordinateOutOfRange(let curve): "a coordinate is not below the prime of \(curve.rawValue)"
        case .pointAtInfinity(let curve): "the point at infinity of \(curve.rawValue) is no public key"
        case .notUncompressed(let curve, let form): "form \(form) of a \(curve.rawValue) point, 4 expected"
        case .scalarOutOfRange(let curve): "the private scalar is not in 1..<n of \(curve.rawValue)"
        case .curveMismatch(let a, let b):
            "a key on \(a.rawValue) agrees on nothing with one on \(b.rawValue)"
        case .rsaModulusSize(let bits): "an RSA modulus of \(bits) bits, 2048 to 8192 expected"
        case .rsaModulusEven: "the RSA modulus is even"
        case .rsaExponent: "the RSA exponent is below 3, even or longer than 64 bits"
        case .rsaNotMinimal: "an RSA number starts with a zero byte or is empty"
        case .rsaFactors: "the RSA factors make no key with this exponent"
        case .schemeMismatch(let scheme): "the key does not sign with \(scheme)"
        case .unsupportedAlgorithm(let name): "no key here works with algorithm \(name)"
        case .unsupportedKey(let identifier): "keys of \(identifier) are not supported"
        case .halvesDiffer: "the numbers beside the private key are not those of that key"
        case .malformedStoredKey(let offset): "the stored private key is damaged at offset \(offset)"
        case .randomUnavailable: "the system gave no random bytes"
        case .library(let function, let reason): "\(function): \(reason)"
        }
    }
}
