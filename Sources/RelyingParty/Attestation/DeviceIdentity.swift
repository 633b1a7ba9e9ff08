internal import Cryptography

/// What a packed attestation certificate says of the one device, or of its firmware.
struct DeviceIdentity: Hashable {
    /// The serial number; only enterprise attestation has one (§8.2.2).
    let serialNumber: [UInt8]?
    /// The firmware's number, which rises from release to release (§8.2.1).
    let firmwareVersion: Int?

    init(of certificate: X509Certificate) {
        serialNumber = certificate.extensionValue(.fidoSerialNumber).flatMap(Self.serialNumber)
        firmwareVersion = certificate.extensionValue(.fidoFirmwareVersion).flatMap(Self.firmwareVersion)
    }

    /// An OCTET STRING; nil for anything else.
    static func serialNumber(_ value: X509Extension) -> [UInt8]? {
        guard let bytes = try? DERReader.readWhole(.octetString, of: value.value).contents else { return nil }
        return bytes.isEmpty ? nil : Array(bytes)
    }

    /// An INTEGER that is not negative; nil for anything else, and for one beyond 63 bits.
    static func firmwareVersion(_ value: X509Extension) -> Int? {
        guard let number = try? DERReader.readWhole(.integer, of: value.value).integer() else { return nil }
        return number >= 0 ? number : nil
    }
}

extension OID {
    /// `id-fido-gen-ce-sernum`: which device it is.
    static let fidoSerialNumber: OID = "1.3.6.1.4.1.45724.1.1.2"
    /// `id-fido-gen-ce-fw-version`: which firmware it had when it was certified.
    static let fidoFirmwareVersion: OID = "1.3.6.1.4.1.45724.1.1.5"
}
