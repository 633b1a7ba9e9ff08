public import CBOR

/// Why bytes are not a CTAP message; ``status`` is what a device answers to a request like that.
public enum CTAPError: Error, Hashable, Sendable {
    /// No bytes at all: not even a command byte.
    case empty
    /// A command byte that no command here has.
    case unknownCommand(UInt8)
    /// Bytes after a command that takes none.
    case unexpectedBody(CommandCode, length: Int)
    /// Not one canonical CBOR item.
    case invalidCBOR(CBORError)
    /// A CBOR item of the wrong type; the path names map keys, `4[0].alg` for example, and is empty for the map itself.
    case unexpectedType(path: String, expected: String)
    /// A required map key is absent.
    case missing(path: String)
    /// A value of the right type that is out of range.
    case invalidValue(path: String, expected: String)
    /// A response that begins with another status than 00.
    case failed(CTAPStatus)

    /// The status byte of CTAP 2.2 §8.2 that fits.
    public var status: CTAPStatus {
        switch self {
        case .empty, .unexpectedBody: .invalidLength
        case .unknownCommand: .invalidCommand
        case .invalidCBOR: .invalidCBOR
        case .unexpectedType: .cborUnexpectedType
        case .missing: .missingParameter
        case .invalidValue: .invalidParameter
        case .failed(let status): status
        }
    }
}

extension CTAPError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .empty: "an empty CTAP message"
        case .unknownCommand(let byte): "unknown CTAP command 0x\(String(byte, radix: 16, uppercase: true))"
        case .unexpectedBody(let command, let length):
            "\(command) takes no parameters, \(length) bytes follow it"
        case .invalidCBOR(let error): "the CTAP message is not canonical CBOR: \(error)"
        case .unexpectedType(let path, let expected):
            "\(path.isEmpty ? "the message" : "member \(path)") must be \(expected)"
        case .missing(let path): "member \(path) is missing"
        case .invalidValue(let path, let expected): "member \(path) must be \(expected)"
        case .failed(let status): "the device answered \(status)"
        }
    }
}
