/// A TPM_ALG_ID (TCG "TPM 2.0 Library", part 2, §6.3); any number can be held.
public struct TPMAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt16
    /// Takes any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// RSA keys.
    public static let rsa = TPMAlgorithm(rawValue: 0x01)
    /// SHA-1.
    public static let sha1 = TPMAlgorithm(rawValue: 0x04)
    /// SHA-256.
    public static let sha256 = TPMAlgorithm(rawValue: 0x0B)
    /// SHA-384.
    public static let sha384 = TPMAlgorithm(rawValue: 0x0C)
    /// SHA-512.
    public static let sha512 = TPMAlgorithm(rawValue: 0x0D)
    /// None: the key leaves it open.
    public static let null = TPMAlgorithm(rawValue: 0x10)
    /// PKCS#1 v1.5 signatures.
    public static let rsassa = TPMAlgorithm(rawValue: 0x14)
    /// PKCS#1 v1.5 encryption: the one scheme without a hash.
    public static let rsaes = TPMAlgorithm(rawValue: 0x15)
    /// PSS signatures.
    public static let rsapss = TPMAlgorithm(rawValue: 0x16)
    /// ECDSA.
    public static let ecdsa = TPMAlgorithm(rawValue: 0x18)
    /// Anonymous attestation: the one scheme with a counter.
    public static let ecdaa = TPMAlgorithm(rawValue: 0x1A)
    /// Keys on elliptic curves.
    public static let ecc = TPMAlgorithm(rawValue: 0x23)

    /// The names of those that attestation has to do with.
    public static let names: [UInt16: String] = [
        0x01: "TPM_ALG_RSA", 0x04: "TPM_ALG_SHA1", 0x06: "TPM_ALG_AES", 0x0B: "TPM_ALG_SHA256",
        0x0C: "TPM_ALG_SHA384", 0x0D: "TPM_ALG_SHA512", 0x10: "TPM_ALG_NULL", 0x14: "TPM_ALG_RSASSA",
        0x15: "TPM_ALG_RSAES", 0x16: "TPM_ALG_RSAPSS", 0x17: "TPM_ALG_OAEP", 0x18: "TPM_ALG_ECDSA",
        0x1A: "TPM_ALG_ECDAA", 0x23: "TPM_ALG_ECC",
    ]
}

extension TPMAlgorithm: CustomStringConvertible {
    /// The name, or the number.
    public var description: String { Self.names[rawValue] ?? "0x" + String(rawValue, radix: 16) }
}

/// A TPM_ECC_CURVE (part 2, §6.4), which is not COSE's number for the curve.
public struct TPMCurve: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt16
    /// Takes any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// P-256.
    public static let nistP256 = TPMCurve(rawValue: 3)
    /// P-384.
    public static let nistP384 = TPMCurve(rawValue: 4)
    /// P-521.
    public static let nistP521 = TPMCurve(rawValue: 5)

    /// The names of those that WebAuthn's algorithms have keys on.
    public static let names: [UInt16: String] = [3: "P-256", 4: "P-384", 5: "P-521"]
}

extension TPMCurve: CustomStringConvertible {
    /// The name, or the number.
    public var description: String { Self.names[rawValue] ?? "0x" + String(rawValue, radix: 16) }
}

/// The fields of the structures, as the specification names them.
public enum TPMField: String, Hashable, Sendable {
    // Of TPMS_ATTEST.
    case magic, qualifiedSigner, extraData, firmwareVersion
    case clock = "clockInfo.clock"
    case resetCount = "clockInfo.resetCount"
    case restartCount = "clockInfo.restartCount"
    case safe = "clockInfo.safe"
    case attestedName = "attested.name"
    case attestedQualifiedName = "attested.qualifiedName"
    // Of both.
    case type
    // Of TPMT_PUBLIC.
    case nameAlg, objectAttributes, authPolicy
    case symmetric = "parameters.symmetric"
    case scheme = "parameters.scheme"
    case keyBits = "parameters.keyBits"
    case exponent = "parameters.exponent"
    case curveID = "parameters.curveID"
    case kdf = "parameters.kdf"
    case unique
    case uniqueX = "unique.x"
    case uniqueY = "unique.y"
}

/// Why bytes are not a TPM's structure; offsets count from its start.
public enum TPMStructureError: Error, Hashable, Sendable {
    /// The bytes end within a field.
    case truncated(field: TPMField, offset: Int, wanted: Int, available: Int)
    /// A selector that decides what follows has a value that is not known here.
    case unknownValue(field: TPMField, offset: Int, value: UInt16)
    /// Bytes after the last field.
    case trailingBytes(offset: Int, count: Int)

    /// Where.
    public var offset: Int {
        switch self {
        case .truncated(_, let offset, _, _), .unknownValue(_, let offset, _),
            .trailingBytes(let offset, _):
            offset
        }
    }
}

extension TPMStructureError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .truncated(let field, let offset, let wanted, let available):
            "\(field.rawValue) wants \(wanted) bytes at offset \(offset), \(available) available"
        case .unknownValue(let field, let offset, let value):
            "\(field.rawValue) at offset \(offset) is 0x\(String(value, radix: 16)), which is not known here"
        case .trailingBytes(let offset, let count):
            "\(count) bytes follow the structure at offset \(offset)"
        }
    }
}
