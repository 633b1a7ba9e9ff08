/// The members of authenticatorGetInfo's response by the specification's names, in the order of their keys
/// (CTAP 2.2 §6.4, and those that CTAP 2.3 adds).
public enum GetInfoMember: String, Hashable, Sendable, CaseIterable {
    /// Text identifiers of supported versions.
    case versions
    /// Text identifiers of supported extensions.
    case extensions
    /// 16 bytes.
    case aaguid
    /// Booleans by name.
    case options
    /// Bytes.
    case maxMsgSize
    /// Protocol numbers, most preferred first.
    case pinUvAuthProtocols
    /// Entries of an allow or exclude list.
    case maxCredentialCountInList
    /// Bytes.
    case maxCredentialIdLength
    /// Words of WebAuthn's AuthenticatorTransport.
    case transports
    /// PublicKeyCredentialParameters, most preferred first.
    case algorithms
    /// Bytes.
    case maxSerializedLargeBlobArray
    /// Whether the PIN must be changed before it can be used.
    case forcePINChange
    /// Unicode code points.
    case minPINLength
    /// The vendor's own number.
    case firmwareVersion
    /// Bytes.
    case maxCredBlobLength
    /// A number of RP IDs.
    case maxRPIDsForSetMinPINLength
    /// Attempts before a platform should fall back to a PIN.
    case preferredPlatformUvAttempts
    /// Bits of the FIDO registry.
    case uvModality
    /// Certification levels by name.
    case certifications
    /// A number of credentials.
    case remainingDiscoverableCredentials
    /// Numbers of authenticatorConfig's vendor prototypes.
    case vendorPrototypeConfigCommands
    /// Attestation statement format identifiers.
    case attestationFormats
    /// A number of verifications.
    case uvCountSinceLastPinEntry
    /// Whether a reset needs a long touch.
    case longTouchForReset
    /// An encrypted identifier, bytes.
    case encIdentifier
    /// Words of WebAuthn's AuthenticatorTransport.
    case transportsForReset
    /// Whether PINs must keep to a policy beyond their length.
    case pinComplexityPolicy
    /// Where that policy is told, bytes of a URL.
    case pinComplexityPolicyURL
    /// Unicode code points.
    case maxPINLength
    /// An encrypted state, bytes.
    case encCredStoreState
    /// Numbers of authenticatorConfig's subcommands.
    case authenticatorConfigCommands

    /// The key in the response's map, from 1.
    public var key: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}
