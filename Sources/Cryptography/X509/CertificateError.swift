/// What is wrong with bytes that should be DER (X.690); `offset` counts from the first byte that was given.
public enum DERProblem: Error, Hashable, Sendable {
    /// The bytes end inside an identifier, a length or the contents it announces.
    case truncated(offset: Int)
    /// Bytes are left after the element that should have been the last.
    case trailingBytes(offset: Int, count: Int)
    /// Another element than the one that must stand here.
    case unexpectedTag(offset: Int, expected: DERTag, found: DERTag)
    /// An element that must stand here is missing.
    case missing(offset: Int, expected: DERTag)
    /// A tag number in more octets than it needs, or beyond 32 bits (X.690 §8.1.2).
    case badTag(offset: Int)
    /// A length without an end, which only BER has (X.690 §10.1).
    case indefiniteLength(offset: Int)
    /// A length in more octets than it needs (X.690 §10.1).
    case nonMinimalLength(offset: Int)
    /// A length in more than four octets.
    case lengthTooLarge(offset: Int)
    /// An INTEGER or ENUMERATED that is empty or has a needless first octet (X.690 §8.3.2).
    case badInteger(offset: Int)
    /// An integer that is outside the range that its place allows.
    case integerOutOfRange(offset: Int)
    /// A BOOLEAN other than one octet of 00 or FF (X.690 §11.1).
    case badBoolean(offset: Int)
    /// A NULL with contents.
    case badNull(offset: Int)
    /// A BIT STRING whose unused bits are too many or not zero (X.690 §11.2).
    case badBitString(offset: Int)
    /// An OBJECT IDENTIFIER that is empty, cut off, not minimal, or has an arc beyond 128 bits.
    case badObjectIdentifier(offset: Int)
    /// Characters that the string type does not have.
    case badString(offset: Int)
    /// A UTCTime or GeneralizedTime not in the form of RFC 5280 §4.1.2.5, or no day of the calendar.
    case badTime(offset: Int)

    /// Where the problem is.
    public var offset: Int {
        switch self {
        case .truncated(let offset), .trailingBytes(let offset, _), .unexpectedTag(let offset, _, _),
            .missing(let offset, _), .badTag(let offset), .indefiniteLength(let offset),
            .nonMinimalLength(let offset), .lengthTooLarge(let offset), .badInteger(let offset),
            .integerOutOfRange(let offset), .badBoolean(let offset), .badNull(let offset),
            .badBitString(let offset), .badObjectIdentifier(let offset), .badString(let offset),
            .badTime(let offset):
            offset
        }
    }
}

extension DERProblem: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String { "\(complaint) at offset \(offset)" }

    private var complaint: String {
        switch self {
        case .truncated: "the DER ends inside an element"
        case .trailingBytes(_, let count): "\(count) bytes too many"
        case .unexpectedTag(_, let expected, let found): "\(found) instead of \(expected)"
        case .missing(_, let expected): "\(expected) is missing"
        case .badTag: "malformed tag number"
        case .indefiniteLength: "indefinite length (BER, not DER)"
        case .nonMinimalLength: "length in more octets than it needs"
        case .lengthTooLarge: "length beyond 32 bits"
        case .badInteger: "integer that is empty or not minimal"
        case .integerOutOfRange: "integer out of range"
        case .badBoolean: "BOOLEAN that is neither 00 nor FF"
        case .badNull: "NULL with contents"
        case .badBitString: "malformed BIT STRING"
        case .badObjectIdentifier: "malformed OBJECT IDENTIFIER"
        case .badString: "characters outside the string type"
        case .badTime: "malformed time"
        }
    }
}

/// What is wrong with a certificate whose DER can be read.
public enum CertificateProblem: Error, Hashable, Sendable {
    /// More bytes than ``X509Certificate/maximumLength``.
    case tooLong(count: Int)
    /// A version other than 1, 2 or 3; `number` is the one written, which is one less.
    case badVersion(offset: Int, number: Int)
    /// The algorithm inside the signed part differs from the one outside it (RFC 5280 §4.1.1.2).
    case signatureAlgorithmMismatch(offset: Int)
    /// The same extension twice (RFC 5280 §4.2).
    case duplicateExtension(offset: Int, OID)
    /// A path length in a certificate that is no authority, or a negative one (RFC 5280 §4.2.1.9).
    case badPathLength(offset: Int)
    /// The signature algorithm, or one of its parameters, is none that can be checked here.
    case unsupportedSignatureAlgorithm(OID)
    /// The issuer's public key is of a kind that cannot be used here.
    case unsupportedIssuerKey
    /// A date that no X.509 time can hold: outside the years 0 to 9999.
    case dateOutOfRange(unixSeconds: Int64)
    /// An object identifier that cannot be written: fewer than two arcs, or not numbers.
    case badObjectIdentifier
}

extension CertificateProblem: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .tooLong(let count): "a certificate of \(count) bytes"
        case .badVersion(let offset, let number): "unknown version number \(number) at offset \(offset)"
        case .signatureAlgorithmMismatch(let offset):
            "the signed part names another signature algorithm, at offset \(offset)"
        case .duplicateExtension(let offset, let oid): "extension \(oid) a second time at offset \(offset)"
        case .badPathLength(let offset): "path length where none may be, at offset \(offset)"
        case .unsupportedSignatureAlgorithm(let oid): "signature algorithm \(oid) cannot be checked here"
        case .unsupportedIssuerKey: "the issuer's public key is of a kind that cannot be used here"
        case .dateOutOfRange(let seconds): "no X.509 time holds the Unix time \(seconds)"
        case .badObjectIdentifier: "an object identifier that cannot be written"
        }
    }
}
