/// A CTAP2 status byte (CTAP 2.2 §8.2); any of the 256 values can be held, named ones have a name.
public struct CTAPStatus: RawRepresentable, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8
    /// Takes any byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension CTAPStatus {
    /// CTAP2_OK.
    public static let ok = CTAPStatus(rawValue: 0x00)
    /// CTAP1_ERR_INVALID_COMMAND.
    public static let invalidCommand = CTAPStatus(rawValue: 0x01)
    /// CTAP1_ERR_INVALID_PARAMETER.
    public static let invalidParameter = CTAPStatus(rawValue: 0x02)
    /// CTAP1_ERR_INVALID_LENGTH.
    public static let invalidLength = CTAPStatus(rawValue: 0x03)
    /// CTAP1_ERR_INVALID_SEQ.
    public static let invalidSequence = CTAPStatus(rawValue: 0x04)
    /// CTAP2_ERR_CBOR_UNEXPECTED_TYPE.
    public static let cborUnexpectedType = CTAPStatus(rawValue: 0x11)
    /// CTAP2_ERR_INVALID_CBOR.
    public static let invalidCBOR = CTAPStatus(rawValue: 0x12)
    /// CTAP2_ERR_MISSING_PARAMETER.
    public static let missingParameter = CTAPStatus(rawValue: 0x14)
    /// CTAP2_ERR_LIMIT_EXCEEDED.
    public static let limitExceeded = CTAPStatus(rawValue: 0x15)
    /// CTAP2_ERR_LARGE_BLOB_STORAGE_FULL.
    public static let largeBlobStorageFull = CTAPStatus(rawValue: 0x18)
    /// CTAP2_ERR_CREDENTIAL_EXCLUDED.
    public static let credentialExcluded = CTAPStatus(rawValue: 0x19)
    /// CTAP2_ERR_UNSUPPORTED_ALGORITHM.
    public static let unsupportedAlgorithm = CTAPStatus(rawValue: 0x26)
    /// CTAP2_ERR_OPERATION_DENIED.
    public static let operationDenied = CTAPStatus(rawValue: 0x27)
    /// CTAP2_ERR_KEY_STORE_FULL.
    public static let keyStoreFull = CTAPStatus(rawValue: 0x28)
    /// CTAP2_ERR_UNSUPPORTED_OPTION.
    public static let unsupportedOption = CTAPStatus(rawValue: 0x2B)
    /// CTAP2_ERR_INVALID_OPTION.
    public static let invalidOption = CTAPStatus(rawValue: 0x2C)
    /// CTAP2_ERR_KEEPALIVE_CANCEL.
    public static let keepaliveCancel = CTAPStatus(rawValue: 0x2D)
    /// CTAP2_ERR_NO_CREDENTIALS.
    public static let noCredentials = CTAPStatus(rawValue: 0x2E)
    /// CTAP2_ERR_USER_ACTION_TIMEOUT.
    public static let userActionTimeout = CTAPStatus(rawValue: 0x2F)
    /// CTAP2_ERR_NOT_ALLOWED.
    public static let notAllowed = CTAPStatus(rawValue: 0x30)
    /// CTAP2_ERR_PIN_INVALID.
    public static let pinInvalid = CTAPStatus(rawValue: 0x31)
    /// CTAP2_ERR_PIN_BLOCKED.
    public static let pinBlocked = CTAPStatus(rawValue: 0x32)
    /// CTAP2_ERR_PIN_AUTH_INVALID.
    public static let pinAuthInvalid = CTAPStatus(rawValue: 0x33)
    /// CTAP2_ERR_PIN_AUTH_BLOCKED.
    public static let pinAuthBlocked = CTAPStatus(rawValue: 0x34)
    /// CTAP2_ERR_PIN_NOT_SET.
    public static let pinNotSet = CTAPStatus(rawValue: 0x35)
    /// CTAP2_ERR_PUAT_REQUIRED.
    public static let puatRequired = CTAPStatus(rawValue: 0x36)
    /// CTAP2_ERR_PIN_POLICY_VIOLATION.
    public static let pinPolicyViolation = CTAPStatus(rawValue: 0x37)
    /// CTAP2_ERR_REQUEST_TOO_LARGE.
    public static let requestTooLarge = CTAPStatus(rawValue: 0x39)
    /// CTAP2_ERR_UV_BLOCKED.
    public static let uvBlocked = CTAPStatus(rawValue: 0x3C)
    /// CTAP2_ERR_INTEGRITY_FAILURE.
    public static let integrityFailure = CTAPStatus(rawValue: 0x3D)
    /// CTAP2_ERR_INVALID_SUBCOMMAND.
    public static let invalidSubcommand = CTAPStatus(rawValue: 0x3E)
    /// CTAP2_ERR_UV_INVALID.
    public static let uvInvalid = CTAPStatus(rawValue: 0x3F)
    /// CTAP2_ERR_UNAUTHORIZED_PERMISSION.
    public static let unauthorizedPermission = CTAPStatus(rawValue: 0x40)
    /// CTAP1_ERR_OTHER.
    public static let other = CTAPStatus(rawValue: 0x7F)

    private static let names: [UInt8: String] = [
        0x00: "CTAP2_OK", 0x01: "CTAP1_ERR_INVALID_COMMAND", 0x02: "CTAP1_ERR_INVALID_PARAMETER",
        0x03: "CTAP1_ERR_INVALID_LENGTH", 0x04: "CTAP1_ERR_INVALID_SEQ", 0x05: "CTAP1_ERR_TIMEOUT",
        0x06: "CTAP1_ERR_CHANNEL_BUSY", 0x0A: "CTAP1_ERR_LOCK_REQUIRED", 0x0B: "CTAP1_ERR_INVALID_CHANNEL",
        0x11: "CTAP2_ERR_CBOR_UNEXPECTED_TYPE", 0x12: "CTAP2_ERR_INVALID_CBOR",
        0x14: "CTAP2_ERR_MISSING_PARAMETER", 0x15: "CTAP2_ERR_LIMIT_EXCEEDED",
        0x17: "CTAP2_ERR_FP_DATABASE_FULL", 0x18: "CTAP2_ERR_LARGE_BLOB_STORAGE_FULL",
        0x19: "CTAP2_ERR_CREDENTIAL_EXCLUDED", 0x21: "CTAP2_ERR_PROCESSING",
        0x22: "CTAP2_ERR_INVALID_CREDENTIAL", 0x23: "CTAP2_ERR_USER_ACTION_PENDING",
        0x24: "CTAP2_ERR_OPERATION_PENDING", 0x25: "CTAP2_ERR_NO_OPERATIONS",
        0x26: "CTAP2_ERR_UNSUPPORTED_ALGORITHM", 0x27: "CTAP2_ERR_OPERATION_DENIED",
        0x28: "CTAP2_ERR_KEY_STORE_FULL", 0x2B: "CTAP2_ERR_UNSUPPORTED_OPTION",
        0x2C: "CTAP2_ERR_INVALID_OPTION", 0x2D: "CTAP2_ERR_KEEPALIVE_CANCEL",
        0x2E: "CTAP2_ERR_NO_CREDENTIALS", 0x2F: "CTAP2_ERR_USER_ACTION_TIMEOUT",
        0x30: "CTAP2_ERR_NOT_ALLOWED", 0x31: "CTAP2_ERR_PIN_INVALID", 0x32: "CTAP2_ERR_PIN_BLOCKED",
        0x33: "CTAP2_ERR_PIN_AUTH_INVALID", 0x34: "CTAP2_ERR_PIN_AUTH_BLOCKED",
        0x35: "CTAP2_ERR_PIN_NOT_SET", 0x36: "CTAP2_ERR_PUAT_REQUIRED",
        0x37: "CTAP2_ERR_PIN_POLICY_VIOLATION", 0x39: "CTAP2_ERR_REQUEST_TOO_LARGE",
        0x3A: "CTAP2_ERR_ACTION_TIMEOUT", 0x3B: "CTAP2_ERR_UP_REQUIRED", 0x3C: "CTAP2_ERR_UV_BLOCKED",
        0x3D: "CTAP2_ERR_INTEGRITY_FAILURE", 0x3E: "CTAP2_ERR_INVALID_SUBCOMMAND",
        0x3F: "CTAP2_ERR_UV_INVALID", 0x40: "CTAP2_ERR_UNAUTHORIZED_PERMISSION", 0x7F: "CTAP1_ERR_OTHER",
    ]
}

extension CTAPStatus: CustomStringConvertible {
    /// The specification's name, or the byte's range and value.
    public var description: String {
        if let name = Self.names[rawValue] { return name }
        let digits = String(rawValue, radix: 16, uppercase: true)
        return switch rawValue {
        case 0xE0...0xEF: "extension-specific status 0x\(digits)"
        case 0xF0...0xFF: "vendor-specific status 0x\(digits)"
        default: "unassigned status 0x\(digits)"
        }
    }
}
