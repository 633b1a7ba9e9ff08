/// The name of a certificate's subject or issuer: relative names from the root of the directory down
/// (RFC 5280 §4.1.2.4).
public struct DistinguishedName: Hashable, Sendable {
    /// One attribute of a relative name.
    public struct Attribute: Hashable, Sendable {
        /// Which attribute.
        public var type: OID
        /// Its value.
        public var value: DirectoryString

        /// Makes an attribute.
        public init(_ type: OID, _ value: DirectoryString) {
            self.type = type
            self.value = value
        }

        /// Makes an attribute from text.
        public init(_ type: OID, _ text: String, as form: DirectoryString.Form = .utf8) {
            self.init(type, DirectoryString(text, as: form))
        }
    }

    /// The relative names in the order written, each a set of attributes; nearly always of one.
    public var relativeNames: [[Attribute]]

    /// A name of relative names that have several attributes.
    public init(relativeNames: [[Attribute]] = []) { self.relativeNames = relativeNames }

    /// A name whose relative names have one attribute each.
    public init(_ attributes: Attribute...) { relativeNames = attributes.map { [$0] } }

    /// Whether there is no attribute, as in the certificate of a TPM's attestation key.
    public var isEmpty: Bool { relativeNames.isEmpty }

    /// All attributes in the order written.
    public var attributes: [Attribute] { relativeNames.flatMap { $0 } }

    /// The texts of all attributes of one type, in the order written.
    public func values(of type: OID) -> [String] {
        attributes.filter { $0.type == type }.map(\.value.text)
    }
}

extension DistinguishedName.Attribute {
    /// CN.
    public static func commonName(_ text: String, as form: DirectoryString.Form = .utf8) -> Self {
        Self(.commonName, text, as: form)
    }
    /// O.
    public static func organization(_ text: String, as form: DirectoryString.Form = .utf8) -> Self {
        Self(.organization, text, as: form)
    }
    /// OU.
    public static func organizationalUnit(_ text: String, as form: DirectoryString.Form = .utf8) -> Self {
        Self(.organizationalUnit, text, as: form)
    }
    /// C, two letters of ISO 3166, which must be a PrintableString.
    public static func country(_ code: String, as form: DirectoryString.Form = .printable) -> Self {
        Self(.country, code, as: form)
    }
}

/// DER.
extension DistinguishedName {
    /// The whole SEQUENCE; the attributes of a relative name sorted as a SET OF must be.
    public var encoded: [UInt8] {
        DER.sequence(
            of: relativeNames.map { attributes in
                DER.set(
                    of: attributes.map { DER.sequence(DER.objectIdentifier($0.type), $0.value.encoded) })
            })
    }

    /// Reads the `Name` that stands next.
    public init(_ reader: inout DERReader) throws(CryptographyError) {
        var names = try reader.readSequence()
        relativeNames = []
        while !names.isAtEnd {
            let set = try names.read(.set)
            var members = set.reader
            var attributes: [Attribute] = []
            repeat {
                var pair = try members.readSequence()
                let type = try pair.read(.objectIdentifier).objectIdentifier()
                let value = try DirectoryString(try pair.readAny())
                try pair.finish()
                attributes.append(Attribute(type, value))
            } while !members.isAtEnd
            relativeNames.append(attributes)
        }
    }
}

/// Comparison.
extension DistinguishedName {
    /// Whether two names are the same under RFC 5280 §7.1: string types, letter case and superfluous spaces
    /// do not matter; `==` compares as written.
    public func matches(_ other: DistinguishedName) -> Bool {
        if self == other { return true }
        guard relativeNames.count == other.relativeNames.count else { return false }
        return zip(relativeNames, other.relativeNames).allSatisfy { mine, theirs in
            mine.count == theirs.count && Set(mine.map(Folded.init)) == Set(theirs.map(Folded.init))
        }
    }

    private struct Folded: Hashable {
        let type: OID
        let isString: Bool
        let text: String

        init(_ attribute: Attribute) {
            type = attribute.type
            // What is no string compares as its DER, which its text spells.
            isString = attribute.value.form != nil
            let words = attribute.value.text.split { $0.isWhitespace }
            text = words.joined(separator: " ").lowercased()
        }
    }
}

extension DistinguishedName: CustomStringConvertible {
    /// The attributes in the order written, such as `CN=Example, O=W3C, C=AA`; `+` joins those of one
    /// relative name.
    public var description: String {
        relativeNames.map { attributes in
            attributes.map { "\(Self.shortNames[$0.type] ?? $0.type.description)=\($0.value.text)" }
                .joined(separator: "+")
        }.joined(separator: ", ")
    }

    private static let shortNames: [OID: String] = [
        .commonName: "CN", .country: "C", .locality: "L", .stateOrProvince: "ST", .organization: "O",
        .organizationalUnit: "OU", .deviceSerialNumber: "serialNumber", .emailAddress: "emailAddress",
    ]
}
