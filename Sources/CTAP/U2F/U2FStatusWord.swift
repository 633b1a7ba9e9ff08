/// A status word of ISO 7816-4 as U2F uses it (FIDO U2F Raw Message Formats v1.2 §3.3).
public struct U2FStatusWord: RawRepresentable, Error, Hashable, Sendable {
    /// The two bytes.
    public let rawValue: UInt16
    /// Takes any word.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// SW_NO_ERROR.
    public static let noError = U2FStatusWord(rawValue: 0x9000)
    /// SW_CONDITIONS_NOT_SATISFIED: the user has not touched the device.
    public static let conditionsNotSatisfied = U2FStatusWord(rawValue: 0x6985)
    /// SW_WRONG_DATA: the key handle is not the device's.
    public static let wrongData = U2FStatusWord(rawValue: 0x6A80)
    /// SW_INCORRECT_P1P2, of ISO 7816-4.
    public static let wrongParameters = U2FStatusWord(rawValue: 0x6A86)
    /// SW_WRONG_LENGTH.
    public static let wrongLength = U2FStatusWord(rawValue: 0x6700)
    /// SW_CLA_NOT_SUPPORTED.
    public static let classNotSupported = U2FStatusWord(rawValue: 0x6E00)
    /// SW_INS_NOT_SUPPORTED.
    public static let instructionNotSupported = U2FStatusWord(rawValue: 0x6D00)
    /// SW_COMMAND_ABORTED, of ISO 7816-4: no precise diagnosis.
    public static let aborted = U2FStatusWord(rawValue: 0x6F00)

    /// The word on the wire.
    public var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)] }

    /// What is left of a failure over a transport that knows no CTAP2 status.
    public init(_ failure: DeviceFailure) {
        self =
            switch failure.status {
            case .operationDenied, .userActionTimeout, .keepaliveCancel: .conditionsNotSatisfied
            case .noCredentials: .wrongData
            case .invalidCommand: .instructionNotSupported
            default: .aborted
            }
    }
}
