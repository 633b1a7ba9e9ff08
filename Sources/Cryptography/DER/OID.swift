/// An object identifier: the name that ASN.1 gives to algorithms, attributes and extensions.
///
/// Written in source as its dotted text, `"2.5.29.19"`. A literal that is no object identifier becomes the
/// empty one, which equals nothing that was read.
public struct OID: Hashable, Sendable {
    /// The contents octets of its DER encoding (X.690 §8.19), without tag and length.
    public let contents: [UInt8]

    /// The identifier that the contents octets encode; nil when they encode none.
    ///
    /// Each arc must be minimal and within 128 bits, enough for the arcs made from UUIDs.
    public init?(contents: some Collection<UInt8>) {
        var arcBits = 0
        for byte in contents {
            // A first octet of 80 is a leading zero; it also is the only one that would leave arcBits at 0.
            if arcBits == 0, byte == 0x80 { return nil }
            arcBits += arcBits == 0 ? 8 - (byte & 0x7F).leadingZeroBitCount : 7
            guard arcBits <= 128 else { return nil }
            if byte & 0x80 == 0 { arcBits = 0 }
        }
        guard !contents.isEmpty, arcBits == 0 else { return nil }
        self.contents = Array(contents)
    }

    /// The identifier of a dotted text; nil when the text is none.
    public init?(dotted text: String) {
        var contents: [UInt8] = []
        contents.reserveCapacity(text.utf8.count)
        var top: UInt128?
        var count = 0
        var arc: UInt128?
        for character in text.utf8 {
            if character == UInt8(ascii: ".") {
                guard Self.append(arc, &top, to: &contents) else { return nil }
                arc = nil
                count += 1
            } else {
                guard (0x30...0x39).contains(character) else { return nil }
                let (tens, tooLong) = (arc ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, tooLarge) = tens.addingReportingOverflow(UInt128(character - 0x30))
                guard !tooLong, !tooLarge else { return nil }
                arc = sum
            }
        }
        guard count > 0, Self.append(arc, &top, to: &contents) else { return nil }
        self.contents = contents
    }

    /// Appends an arc; the first two share their octets (X.690 §8.19.4).
    private static func append(_ arc: UInt128?, _ top: inout UInt128?, to contents: inout [UInt8]) -> Bool {
        guard let arc else { return false }
        if !contents.isEmpty {
            appendBase128(arc, to: &contents)
        } else if let first = top {
            let (sum, overflow) = arc.addingReportingOverflow(first * 40)
            guard !overflow, first == 2 || arc < 40 else { return false }
            appendBase128(sum, to: &contents)
        } else {
            guard arc <= 2 else { return false }
            top = arc
        }
        return true
    }

    /// Appends the number in groups of seven bits, all but the last marked.
    static func appendBase128(_ number: UInt128, to bytes: inout [UInt8]) {
        let groups = max(1, (UInt128.bitWidth - number.leadingZeroBitCount + 6) / 7)
        for group in (1..<groups).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt128(7 * group)) | 0x80)
        }
        bytes.append(UInt8(truncatingIfNeeded: number) & 0x7F)
    }
}

extension OID: ExpressibleByStringLiteral {
    /// The identifier of a dotted text in source.
    public init(stringLiteral text: String) {
        if let oid = OID(dotted: text) { self = oid } else { contents = [] }
    }
}

extension OID: CustomStringConvertible {
    /// The dotted text.
    public var description: String {
        var arcs: [UInt128] = []
        var arc: UInt128 = 0
        for byte in contents {
            arc = arc << 7 | UInt128(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if arcs.isEmpty {
                let top = min(arc / 40, 2)
                arcs = [top, arc - top * 40]
            } else {
                arcs.append(arc)
            }
            arc = 0
        }
        return arcs.map(String.init).joined(separator: ".")
    }
}

/// The extensions that this room itself understands (RFC 5280 §4.2.1).
extension OID {
    /// `id-ce-subjectKeyIdentifier`.
    public static let subjectKeyIdentifier: OID = "2.5.29.14"
    /// `id-ce-keyUsage`.
    public static let keyUsage: OID = "2.5.29.15"
    /// `id-ce-subjectAltName`.
    public static let subjectAlternativeName: OID = "2.5.29.17"
    /// `id-ce-basicConstraints`.
    public static let basicConstraints: OID = "2.5.29.19"
    /// `id-ce-certificatePolicies`.
    public static let certificatePolicies: OID = "2.5.29.32"
    /// `id-ce-authorityKeyIdentifier`.
    public static let authorityKeyIdentifier: OID = "2.5.29.35"
    /// `id-ce-extKeyUsage`.
    public static let extendedKeyUsage: OID = "2.5.29.37"
}

/// The attributes of a distinguished name (X.520, RFC 5280 appendix A.1).
extension OID {
    /// `id-at-commonName`, CN.
    public static let commonName: OID = "2.5.4.3"
    /// `id-at-countryName`, C.
    public static let country: OID = "2.5.4.6"
    /// `id-at-localityName`, L.
    public static let locality: OID = "2.5.4.7"
    /// `id-at-stateOrProvinceName`, ST.
    public static let stateOrProvince: OID = "2.5.4.8"
    /// `id-at-organizationName`, O.
    public static let organization: OID = "2.5.4.10"
    /// `id-at-organizationalUnitName`, OU.
    public static let organizationalUnit: OID = "2.5.4.11"
    /// `id-at-serialNumber`, the serial number of a device, not of a certificate.
    public static let deviceSerialNumber: OID = "2.5.4.5"
    /// PKCS #9 `emailAddress`.
    public static let emailAddress: OID = "1.2.840.113549.1.9.1"
}
