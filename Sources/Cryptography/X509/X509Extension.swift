/// An extension of a certificate (RFC 5280 §4.2).
public struct X509Extension: Hashable, Sendable {
    /// Which extension.
    public var oid: OID
    /// Whether whoever does not know it must refuse the certificate.
    public var isCritical: Bool
    /// The value: the bytes inside the OCTET STRING, nearly always DER.
    public var value: [UInt8]

    /// Makes an extension.
    public init(_ oid: OID, isCritical: Bool = false, value: [UInt8]) {
        self.oid = oid
        self.isCritical = isCritical
        self.value = value
    }

    /// The whole SEQUENCE; `critical` is written only when true.
    public var encoded: [UInt8] {
        DER.sequence(
            of: [DER.objectIdentifier(oid)] + (isCritical ? [DER.boolean(true)] : [])
                + [DER.octetString(value)])
    }
}

/// Whether a certificate's key may sign other certificates (RFC 5280 §4.2.1.9).
public enum BasicConstraints: Hashable, Sendable {
    /// The extension is missing, which makes a version 3 certificate no authority.
    case absent
    /// Says that it is no authority.
    case endEntity
    /// An authority, above at most `pathLength` further authorities; nil is without limit.
    case authority(pathLength: Int?)

    /// The DER of the extension's value; nil when it is absent.
    public var encoded: [UInt8]? {
        switch self {
        case .absent: nil
        case .endEntity: DER.sequence()
        case .authority(let pathLength):
            DER.sequence(of: [DER.boolean(true)] + (pathLength.map { [DER.integer($0)] } ?? []))
        }
    }
}

/// What a certificate's key may be used for (RFC 5280 §4.2.1.3).
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit n is the named bit n.
    public let rawValue: UInt16
    /// Makes a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Signatures other than on certificates and revocation lists.
    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Signatures that bind the signer, formerly non-repudiation.
    public static let contentCommitment = KeyUsage(rawValue: 1 << 1)
    /// Encryption of keys.
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encryption of data.
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Key agreement.
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signatures on certificates.
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    /// Signatures on revocation lists.
    public static let cRLSign = KeyUsage(rawValue: 1 << 6)
    /// With key agreement: encryption only.
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// With key agreement: decryption only.
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    /// The DER of the extension's value.
    public var encoded: [UInt8] { DER.namedBits((0..<16).filter { rawValue & 1 << $0 != 0 }) }
}

/// The extensions that a draft is most often made of.
extension X509Extension {
    /// Basic constraints; none when they are `absent`.
    public static func basicConstraints(_ constraints: BasicConstraints, isCritical: Bool = true) -> Self? {
        constraints.encoded.map { Self(.basicConstraints, isCritical: isCritical, value: $0) }
    }

    /// Key usage.
    public static func keyUsage(_ usage: KeyUsage, isCritical: Bool = true) -> Self {
        Self(.keyUsage, isCritical: isCritical, value: usage.encoded)
    }

    /// Extended key usage (RFC 5280 §4.2.1.12).
    public static func extendedKeyUsage(_ purposes: [OID], isCritical: Bool = false) -> Self {
        let value = DER.sequence(of: purposes.map(DER.objectIdentifier))
        return Self(.extendedKeyUsage, isCritical: isCritical, value: value)
    }

    /// Subject key identifier (RFC 5280 §4.2.1.2).
    public static func subjectKeyIdentifier(_ identifier: [UInt8]) -> Self {
        Self(.subjectKeyIdentifier, value: DER.octetString(identifier))
    }

    /// Authority key identifier: the issuer's subject key identifier (RFC 5280 §4.2.1.1).
    public static func authorityKeyIdentifier(_ identifier: [UInt8]) -> Self {
        Self(.authorityKeyIdentifier, value: DER.sequence(DER.implicit(0, identifier)))
    }

    /// A subject alternative name that is a host name (RFC 5280 §4.2.1.6).
    public static func subjectAlternativeName(host: String) -> Self {
        Self(.subjectAlternativeName, value: DER.sequence(DER.implicit(2, Array(host.utf8))))
    }

    /// A subject alternative name that is a directory name, as TPM attestation has it (RFC 5280 §4.2.1.6).
    public static func subjectAlternativeName(_ name: DistinguishedName, isCritical: Bool) -> Self {
        let value = DER.sequence(DER.explicit(4, name.encoded))
        return Self(.subjectAlternativeName, isCritical: isCritical, value: value)
    }
}
