/// The identifier octets of an element: class, form and number (X.690 §8.1.2).
public struct DERTag: Hashable, Sendable {
    /// Who gives the number its meaning.
    public enum Class: UInt8, Hashable, Sendable {
        /// ASN.1 itself.
        case universal = 0
        /// One application.
        case application = 1
        /// The surrounding type; most optional members are told apart by it.
        case contextSpecific = 2
        /// One organisation.
        case `private` = 3
    }

    /// Who gives the number its meaning.
    public var tagClass: Class
    /// Whether the contents are elements themselves.
    public var isConstructed: Bool
    /// The number within the class.
    public var number: UInt32

    /// Makes a tag.
    public init(_ tagClass: Class, _ number: UInt32, isConstructed: Bool = false) {
        self.tagClass = tagClass
        self.number = number
        self.isConstructed = isConstructed
    }

    /// A tag `[number]` of the surrounding type; constructed where it is explicit.
    public static func context(_ number: UInt32, isConstructed: Bool = true) -> DERTag {
        DERTag(.contextSpecific, number, isConstructed: isConstructed)
    }

    /// Appends the identifier octets.
    func append(to bytes: inout [UInt8]) {
        let first = tagClass.rawValue << 6 | (isConstructed ? 0x20 : 0)
        if number < 31 {
            bytes.append(first | UInt8(truncatingIfNeeded: number))
        } else {
            bytes.append(first | 0x1F)
            OID.appendBase128(UInt128(number), to: &bytes)
        }
    }
}

/// The universal tags that certificates use (X.680 §8.4).
extension DERTag {
    /// BOOLEAN.
    public static let boolean = DERTag(.universal, 1)
    /// INTEGER.
    public static let integer = DERTag(.universal, 2)
    /// BIT STRING.
    public static let bitString = DERTag(.universal, 3)
    /// OCTET STRING.
    public static let octetString = DERTag(.universal, 4)
    /// NULL.
    public static let null = DERTag(.universal, 5)
    /// OBJECT IDENTIFIER.
    public static let objectIdentifier = DERTag(.universal, 6)
    /// ENUMERATED.
    public static let enumerated = DERTag(.universal, 10)
    /// UTF8String.
    public static let utf8String = DERTag(.universal, 12)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = DERTag(.universal, 16, isConstructed: true)
    /// SET and SET OF.
    public static let set = DERTag(.universal, 17, isConstructed: true)
    /// NumericString: digits and space.
    public static let numericString = DERTag(.universal, 18)
    /// PrintableString: letters, digits and `'()+,-./:=?` and space.
    public static let printableString = DERTag(.universal, 19)
    /// TeletexString, also T61String.
    public static let teletexString = DERTag(.universal, 20)
    /// IA5String: ASCII.
    public static let ia5String = DERTag(.universal, 22)
    /// UTCTime, years 1950 to 2049.
    public static let utcTime = DERTag(.universal, 23)
    /// GeneralizedTime, years 0 to 9999.
    public static let generalizedTime = DERTag(.universal, 24)
    /// VisibleString: ASCII without control characters.
    public static let visibleString = DERTag(.universal, 26)
    /// UniversalString: UTF-32.
    public static let universalString = DERTag(.universal, 28)
    /// BMPString: UTF-16 without surrogates.
    public static let bmpString = DERTag(.universal, 30)
}

extension DERTag: CustomStringConvertible {
    private static let names: [DERTag: String] = [
        .boolean: "BOOLEAN", .integer: "INTEGER", .bitString: "BIT STRING", .octetString: "OCTET STRING",
        .null: "NULL", .objectIdentifier: "OBJECT IDENTIFIER", .enumerated: "ENUMERATED",
        .utf8String: "UTF8String", .sequence: "SEQUENCE", .set: "SET", .numericString: "NumericString",
        .printableString: "PrintableString", .teletexString: "TeletexString", .ia5String: "IA5String",
        .utcTime: "UTCTime", .generalizedTime: "GeneralizedTime", .visibleString: "VisibleString",
        .universalString: "UniversalString", .bmpString: "BMPString",
    ]

    /// The name in ASN.1, such as `SEQUENCE` or `[3]`.
    public var description: String {
        if let name = Self.names[self] { return name }
        return switch tagClass {
        case .universal: "[UNIVERSAL \(number)]"
        case .application: "[APPLICATION \(number)]"
        case .contextSpecific: "[\(number)]"
        case .private: "[PRIVATE \(number)]"
        }
    }
}
