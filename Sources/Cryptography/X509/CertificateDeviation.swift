/// What a certificate does against RFC 5280 or DER, and is read nevertheless because real ones do it.
public enum CertificateDeviation: Hashable, Sendable {
    /// A default value that is written out (X.690 §11.5): `FALSE`, or version 1.
    case explicitDefault(offset: Int)
    /// A name in which the attributes of a relative name are not sorted as a SET OF must be (X.690 §11.6).
    case unsortedName(offset: Int)
    /// A serial number that is zero or negative (RFC 5280 §4.1.2.2).
    case serialNumberNotPositive
    /// A serial number of more than 20 octets (RFC 5280 §4.1.2.2).
    case serialNumberTooLong(octets: Int)
    /// A GeneralizedTime for a year that UTCTime holds (RFC 5280 §4.1.2.5).
    case generalizedTimeBefore2050(offset: Int)
    /// Extensions in a certificate that says it is older than version 3 (RFC 5280 §4.1.2.9).
    case extensionsInVersion(Int)
    /// A list of extensions without any (RFC 5280 §4.1).
    case noExtensionInList(offset: Int)
    /// A key identifier that cannot be read; it is only a hint, and counts as absent.
    case unreadableKeyIdentifier(OID)
}

extension CertificateDeviation: CustomStringConvertible {
    /// A sentence for people: what is unusual, and where.
    public var description: String {
        switch self {
        case .explicitDefault(let offset): "a default value is written out at offset \(offset)"
        case .unsortedName(let offset): "attributes are out of order in the name at offset \(offset)"
        case .serialNumberNotPositive: "the serial number is not positive"
        case .serialNumberTooLong(let octets): "the serial number has \(octets) octets, 20 are allowed"
        case .generalizedTimeBefore2050(let offset):
            "GeneralizedTime for a year before 2050 at offset \(offset)"
        case .extensionsInVersion(let version): "extensions in a version \(version) certificate"
        case .noExtensionInList(let offset): "an empty list of extensions at offset \(offset)"
        case .unreadableKeyIdentifier(let oid): "the key identifier in extension \(oid) cannot be read"
        }
    }
}
