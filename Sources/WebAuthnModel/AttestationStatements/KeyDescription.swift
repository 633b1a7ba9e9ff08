public import Cryptography

/// What Android's key store says of a key in the key's certificate (§8.4.1; Android "Key and ID attestation").
public struct KeyDescription: Hashable, Sendable {
    /// The extension that it stands in.
    public static let extensionIdentifier: OID = "1.3.6.1.4.1.11129.2.1.17"

    /// Where something is kept or enforced.
    public struct SecurityLevel: RawRepresentable, Hashable, Sendable {
        /// The number.
        public var rawValue: Int
        /// Takes a number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// By the operating system.
        public static let software = SecurityLevel(rawValue: 0)
        /// By a trusted execution environment.
        public static let trustedEnvironment = SecurityLevel(rawValue: 1)
        /// By a chip of its own.
        public static let strongBox = SecurityLevel(rawValue: 2)
    }

    /// What was read although the schema forbids it.
    public enum Deviation: Hashable, Sendable {
        /// A security level is an INTEGER instead of an ENUMERATED.
        case integerSecurityLevel
        /// The tags of an authorization list, in the order written, which is not ascending.
        case tagOrder([UInt32])
    }

    /// The version of this structure: 1 to 4, then 100, 200, 300 and so on.
    public var attestationVersion: Int
    /// Where the attestation is made.
    public var attestationSecurityLevel: SecurityLevel
    /// The version of the key store's interface.
    public var keyMintVersion: Int
    /// Where the key is kept.
    public var keyMintSecurityLevel: SecurityLevel
    /// What the caller gave when the key was made: in WebAuthn the client data hash.
    public var attestationChallenge: [UInt8]
    /// Nearly always empty.
    public var uniqueID: [UInt8]
    /// What the operating system enforces.
    public var softwareEnforced: AuthorizationList
    /// What the trusted environment enforces, teeEnforced in older words.
    public var hardwareEnforced: AuthorizationList
    /// What was read although the schema forbids it; never written.
    public private(set) var deviations: [Deviation] = []

    /// Takes the parts.
    public init(
        attestationVersion: Int, attestationSecurityLevel: SecurityLevel, keyMintVersion: Int,
        keyMintSecurityLevel: SecurityLevel, attestationChallenge: [UInt8] = [], uniqueID: [UInt8] = [],
        softwareEnforced: AuthorizationList = AuthorizationList(),
        hardwareEnforced: AuthorizationList = AuthorizationList()
    ) {
        self.attestationVersion = attestationVersion
        self.attestationSecurityLevel = attestationSecurityLevel
        self.keyMintVersion = keyMintVersion
        self.keyMintSecurityLevel = keyMintSecurityLevel
        self.attestationChallenge = attestationChallenge
        self.uniqueID = uniqueID
        self.softwareEnforced = softwareEnforced
        self.hardwareEnforced = hardwareEnforced
    }

    /// Reads the extension's value strictly, but for what ``deviations`` tells.
    public init(der: [UInt8]) throws(CryptographyError) {
        var fields = try DERReader.readWhole(.sequence, of: der).reader
        attestationVersion = try fields.read(.integer).integer()
        attestationSecurityLevel = try Self.level(&fields, &deviations)
        keyMintVersion = try fields.read(.integer).integer()
        keyMintSecurityLevel = try Self.level(&fields, &deviations)
        attestationChallenge = Array(try fields.read(.octetString).contents)
        uniqueID = Array(try fields.read(.octetString).contents)
        softwareEnforced = try AuthorizationList(&fields, &deviations)
        hardwareEnforced = try AuthorizationList(&fields, &deviations)
        try fields.finish()
    }

    /// Early vectors wrote an INTEGER.
    private static func level(
        _ fields: inout DERReader, _ deviations: inout [Deviation]
    ) throws(CryptographyError) -> SecurityLevel {
        guard let number = try fields.readIfPresent(.integer) else {
            return SecurityLevel(rawValue: try fields.read(.enumerated).integer())
        }
        if !deviations.contains(.integerSecurityLevel) { deviations.append(.integerSecurityLevel) }
        return SecurityLevel(rawValue: try number.integer())
    }

    /// The extension's value.
    public var encoded: [UInt8] {
        DER.sequence(
            DER.integer(attestationVersion), DER.enumerated(attestationSecurityLevel.rawValue),
            DER.integer(keyMintVersion), DER.enumerated(keyMintSecurityLevel.rawValue),
            DER.octetString(attestationChallenge), DER.octetString(uniqueID), softwareEnforced.encoded,
            hardwareEnforced.encoded)
    }
}
