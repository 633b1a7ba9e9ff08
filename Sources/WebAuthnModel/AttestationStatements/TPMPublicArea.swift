internal import Bytes

/// A key as a TPM describes it: a TPMT_PUBLIC (TCG "TPM 2.0 Library", part 2, §12.2.4), a wire value.
public struct TPMPublicArea: Hashable, Sendable {
    /// A block cipher for the objects below a storage key.
    public struct Cipher: Hashable, Sendable {
        /// Which.
        public var algorithm: TPMAlgorithm
        /// Bits in its key.
        public var keyBits: UInt16
        /// The mode.
        public var mode: TPMAlgorithm

        /// Takes the fields.
        public init(algorithm: TPMAlgorithm, keyBits: UInt16, mode: TPMAlgorithm) {
            self.algorithm = algorithm
            self.keyBits = keyBits
            self.mode = mode
        }
    }

    /// A signing, encryption or derivation scheme that the key is bound to.
    public struct Scheme: Hashable, Sendable {
        /// Which.
        public var algorithm: TPMAlgorithm
        /// Its hash; nil for the scheme without one.
        public var hash: TPMAlgorithm?
        /// The counter of anonymous attestation; nil for the others.
        public var count: UInt16?

        /// Takes the fields.
        public init(algorithm: TPMAlgorithm, hash: TPMAlgorithm?, count: UInt16? = nil) {
            self.algorithm = algorithm
            self.hash = hash
            self.count = count
        }
    }

    /// The key's parameters and the key.
    public enum Key: Hashable, Sendable {
        /// TPMS_RSA_PARMS, and the modulus; exponent 0 stands for 65537.
        case rsa(keyBits: UInt16, exponent: UInt32, modulus: [UInt8])
        /// TPMS_ECC_PARMS, and the point.
        case ecc(curve: TPMCurve, kdf: Scheme?, x: [UInt8], y: [UInt8])
    }

    /// The hash that the object's name is made with.
    public var nameAlgorithm: TPMAlgorithm
    /// TPMA_OBJECT: bits.
    public var attributes: UInt32
    /// The policy for the key's use, a digest.
    public var authPolicy: [UInt8]
    /// Nil where the key protects no other.
    public var symmetric: Cipher?
    /// Nil where the key is open to any.
    public var scheme: Scheme?
    /// The key.
    public var key: Key

    /// TPMA_OBJECT's bit `sign`.
    public static let sign: UInt32 = 1 << 18

    /// Takes the fields.
    public init(
        nameAlgorithm: TPMAlgorithm = .sha256, attributes: UInt32 = Self.sign, authPolicy: [UInt8] = [],
        symmetric: Cipher? = nil, scheme: Scheme? = nil, key: Key
    ) {
        self.nameAlgorithm = nameAlgorithm
        self.attributes = attributes
        self.authPolicy = authPolicy
        self.symmetric = symmetric
        self.scheme = scheme
        self.key = key
    }

    /// Reads the whole structure; only keys of RSA and on elliptic curves are known.
    public init(decoding bytes: [UInt8]) throws(TPMStructureError) {
        var reader = TPMReader(bytes)
        let type = try reader.algorithm(.type)
        guard type == .rsa || type == .ecc else {
            throw .unknownValue(field: .type, offset: 0, value: type.rawValue)
        }
        nameAlgorithm = try reader.algorithm(.nameAlg)
        attributes = try reader.integer(.objectAttributes)
        authPolicy = try reader.sized(.authPolicy)
        symmetric = try reader.cipher()
        scheme = try reader.scheme(.scheme)
        if type == .rsa {
            key = .rsa(
                keyBits: try reader.integer(.keyBits), exponent: try reader.integer(.exponent),
                modulus: try reader.sized(.unique))
        } else {
            key = .ecc(
                curve: TPMCurve(rawValue: try reader.integer(.curveID)), kdf: try reader.scheme(.kdf),
                x: try reader.sized(.uniqueX), y: try reader.sized(.uniqueY))
        }
        try reader.finish()
    }

    /// The bytes.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let type: TPMAlgorithm = if case .rsa = key { .rsa } else { .ecc }
        bytes.append(bigEndian: type.rawValue)
        bytes.append(bigEndian: nameAlgorithm.rawValue)
        bytes.append(bigEndian: attributes)
        bytes.append(sized: authPolicy)
        bytes.append(bigEndian: (symmetric?.algorithm ?? .null).rawValue)
        if let symmetric {
            bytes.append(bigEndian: symmetric.keyBits)
            bytes.append(bigEndian: symmetric.mode.rawValue)
        }
        bytes.append(scheme)
        switch key {
        case .rsa(let keyBits, let exponent, let modulus):
            bytes.append(bigEndian: keyBits)
            bytes.append(bigEndian: exponent)
            bytes.append(sized: modulus)
        case .ecc(let curve, let kdf, let x, let y):
            bytes.append(bigEndian: curve.rawValue)
            bytes.append(kdf)
            bytes.append(sized: x)
            bytes.append(sized: y)
        }
        return bytes
    }
}

extension TPMReader {
    /// A TPMT_SYM_DEF_OBJECT.
    fileprivate mutating func cipher() throws(TPMStructureError) -> TPMPublicArea.Cipher? {
        let algorithm = try algorithm(.symmetric)
        guard algorithm != .null else { return nil }
        return TPMPublicArea.Cipher(
            algorithm: algorithm, keyBits: try integer(.symmetric), mode: try self.algorithm(.symmetric))
    }

    /// A TPMT_RSA_SCHEME, TPMT_ECC_SCHEME or TPMT_KDF_SCHEME: all but two carry a hash and nothing else.
    fileprivate mutating func scheme(_ field: TPMField) throws(TPMStructureError) -> TPMPublicArea.Scheme? {
        let algorithm = try algorithm(field)
        switch algorithm {
        case .null: return nil
        case .rsaes: return TPMPublicArea.Scheme(algorithm: algorithm, hash: nil)
        case .ecdaa:
            return TPMPublicArea.Scheme(
                algorithm: algorithm, hash: try self.algorithm(field), count: try integer(field))
        default: return TPMPublicArea.Scheme(algorithm: algorithm, hash: try self.algorithm(field))
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ scheme: TPMPublicArea.Scheme?) {
        append(bigEndian: (scheme?.algorithm ?? .null).rawValue)
        if let hash = scheme?.hash { append(bigEndian: hash.rawValue) }
        if let count = scheme?.count { append(bigEndian: count) }
    }
}
