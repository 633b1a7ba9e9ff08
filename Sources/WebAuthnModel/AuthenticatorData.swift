internal import Bytes
public import CBOR

/// Attested credential data: which model, which credential, which key (§6.5.1).
public struct AttestedCredentialData: Hashable, Sendable {
    /// The model.
    public var aaguid: AAGUID
    /// Any bytes that the two length bytes can describe: whether they are acceptable is a later question.
    public var credentialID: [UInt8]
    /// The COSE_Key, as its CBOR bytes.
    public var credentialPublicKey: [UInt8]

    /// Takes the three parts as they are.
    public init(aaguid: AAGUID, credentialID: [UInt8], credentialPublicKey: [UInt8]) {
        self.aaguid = aaguid
        self.credentialID = credentialID
        self.credentialPublicKey = credentialPublicKey
    }
}

/// Authenticator data as parts (§6.1): a wire value, in which flags and parts need not agree.
public struct AuthenticatorData: Hashable, Sendable {
    /// SHA-256 of the RP ID; 32 bytes in all that is decoded.
    public var rpIDHash: [UInt8]
    /// The flags byte, written as it is.
    public var flags: AuthenticatorFlags
    /// The signature counter.
    public var signCount: UInt32
    /// What follows when AT is set.
    public var attestedCredentialData: AttestedCredentialData?
    /// The extension map's CBOR bytes, which follow when ED is set.
    public var extensions: [UInt8]?

    /// Takes the parts as they are.
    public init(
        rpIDHash: [UInt8], flags: AuthenticatorFlags, signCount: UInt32,
        attestedCredentialData: AttestedCredentialData? = nil, extensions: [UInt8]? = nil
    ) {
        self.rpIDHash = rpIDHash
        self.flags = flags
        self.signCount = signCount
        self.attestedCredentialData = attestedCredentialData
        self.extensions = extensions
    }

    /// The bytes: whatever parts there are, in the order of the specification, whatever the flags say.
    ///
    /// A credential ID beyond 65,535 bytes keeps its bytes while its length field wraps.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(37 + (attestedCredentialData.map { 18 + $0.credentialID.count + 100 } ?? 0))
        bytes.append(contentsOf: rpIDHash)
        bytes.append(flags.rawValue)
        bytes.append(bigEndian: signCount)
        if let attested = attestedCredentialData {
            bytes.append(contentsOf: attested.aaguid.bytes.bytes)
            bytes.append(bigEndian: UInt16(truncatingIfNeeded: attested.credentialID.count))
            bytes.append(contentsOf: attested.credentialID)
            bytes.append(contentsOf: attested.credentialPublicKey)
        }
        if let extensions { bytes.append(contentsOf: extensions) }
        return bytes
    }
}

/// Where each part of authenticator data lies: offsets into its bytes.
public struct AuthenticatorDataLayout: Hashable, Sendable {
    /// Always 0..<32.
    public static let rpIDHash = 0..<32
    /// The flags byte.
    public static let flags = 32
    /// Always 33..<37.
    public static let signCount = 33..<37
    /// The AAGUID, when AT is set.
    public static let aaguid = 37..<53
    /// The credential ID (after its two length bytes), when AT is set.
    public let credentialID: Range<Int>?
    /// The COSE_Key, when AT is set.
    public let credentialPublicKey: Range<Int>?
    /// The extension map, when ED is set.
    public let extensions: Range<Int>?
}

/// Why bytes are not authenticator data; `offset` counts from their start.
public enum AuthenticatorDataError: Error, Hashable, Sendable {
    /// Fewer than the 37 bytes that every authenticator data has.
    case tooShort(length: Int)
    /// AT is set, and the bytes end before the attested credential data does.
    case attestedCredentialDataTruncated(offset: Int)
    /// The credential ID's length runs over the end of the bytes.
    case credentialIDOverrun(offset: Int, length: Int, available: Int)
    /// AT is set, and what stands at the key's place is not one canonical CBOR map.
    case credentialPublicKey(CBORError)
    /// As before, but the CBOR item there is no map.
    case credentialPublicKeyNotMap(offset: Int)
    /// ED is set, and what stands at the extensions' place is not one canonical CBOR item.
    case extensions(CBORError)
    /// ED is set, and the CBOR item there is no map with text keys.
    case extensionsNotMap(offset: Int)
    /// Bytes after the last part: a flag is missing, or somebody appended.
    case trailingBytes(offset: Int, count: Int)
}

extension AuthenticatorData {
    /// Reads the 37 bytes that are always there, whatever follows them.
    public static func header(of bytes: [UInt8]) throws(AuthenticatorDataError) -> AuthenticatorData {
        guard bytes.count >= 37 else { throw .tooShort(length: bytes.count) }
        let count = bytes[AuthenticatorDataLayout.signCount].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return AuthenticatorData(
            rpIDHash: Array(bytes[AuthenticatorDataLayout.rpIDHash]),
            flags: AuthenticatorFlags(rawValue: bytes[AuthenticatorDataLayout.flags]), signCount: count)
    }

    /// Decodes strictly, and tells where the parts lie.
    ///
    /// CBOR must be in CTAP2 canonical form, and nothing may follow the last part. The key's members and the
    /// flags' meaning are not looked at.
    public static func decode(
        _ bytes: [UInt8]
    ) throws(AuthenticatorDataError) -> (data: AuthenticatorData, layout: AuthenticatorDataLayout) {
        var data = try header(of: bytes)
        var offset = 37
        var idRange: Range<Int>?
        var keyRange: Range<Int>?
        if data.flags.contains(.attestedCredentialData) {
            guard bytes.count >= 55 else { throw .attestedCredentialDataTruncated(offset: bytes.count) }
            guard let aaguid = AAGUID(bytes[AuthenticatorDataLayout.aaguid]) else {
                throw .attestedCredentialDataTruncated(offset: 37)
            }
            let length = Int(bytes[53]) << 8 | Int(bytes[54])
            guard bytes.count - 55 >= length else {
                throw .credentialIDOverrun(offset: 53, length: length, available: bytes.count - 55)
            }
            let key = 55 + length
            let end = try mapEnd(in: bytes, at: key, or: AuthenticatorDataError.credentialPublicKey) {
                .credentialPublicKeyNotMap(offset: $0)
            }
            data.attestedCredentialData = AttestedCredentialData(
                aaguid: aaguid, credentialID: Array(bytes[55..<key]),
                credentialPublicKey: Array(bytes[key..<end]))
            (idRange, keyRange, offset) = (55..<key, key..<end, end)
        }
        var extensionsRange: Range<Int>?
        if data.flags.contains(.extensionData) {
            let end = try mapEnd(
                in: bytes, at: offset, textKeys: true, or: AuthenticatorDataError.extensions
            ) { .extensionsNotMap(offset: $0) }
            data.extensions = Array(bytes[offset..<end])
            (extensionsRange, offset) = (offset..<end, end)
        }
        guard offset == bytes.count else {
            throw .trailingBytes(offset: offset, count: bytes.count - offset)
        }
        let layout = AuthenticatorDataLayout(
            credentialID: idRange, credentialPublicKey: keyRange, extensions: extensionsRange)
        return (data, layout)
    }

    private static func mapEnd(
        in bytes: [UInt8], at offset: Int, textKeys: Bool = false,
        or malformed: (CBORError) -> AuthenticatorDataError, notMap: (Int) -> AuthenticatorDataError
    ) throws(AuthenticatorDataError) -> Int {
        let item: (value: CBORValue, end: Int)
        do { item = try CBORDecoder.decodePrefix(bytes, from: offset) } catch { throw malformed(error) }
        guard case .map(let pairs) = item.value else { throw notMap(offset) }
        guard !textKeys || pairs.allSatisfy({ $0.key.textValue != nil }) else { throw notMap(offset) }
        return item.end
    }
}

extension AuthenticatorDataError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .tooShort(let length):
            "authenticator data has \(length) bytes; it needs at least 37"
        case .attestedCredentialDataTruncated(let offset):
            "AT is set, but the attested credential data ends at byte \(offset)"
        case .credentialIDOverrun(let offset, let length, let available):
            "the credential ID's length at byte \(offset) is \(length), but \(available) bytes follow"
        case .credentialPublicKey(let error): "the credential public key is not canonical CBOR: \(error)"
        case .credentialPublicKeyNotMap(let offset):
            "the credential public key at byte \(offset) is not a CBOR map"
        case .extensions(let error): "the extension data is not canonical CBOR: \(error)"
        case .extensionsNotMap(let offset):
            "the extension data at byte \(offset) is not a CBOR map with text keys"
        case .trailingBytes(let offset, let count):
            "\(count) bytes follow the end of the authenticator data at byte \(offset)"
        }
    }
}
