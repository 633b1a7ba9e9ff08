internal import Bytes

/// A request of CTAP1 (FIDO U2F Raw Message Formats v1.2 §4 to §6); each parameter of 32 bytes is a hash.
public enum U2FRequest: Hashable, Sendable {
    /// What an authentication is to check (§5.1).
    public enum Control: UInt8, Hashable, Sendable {
        /// Only whether the key handle is the device's.
        case checkOnly = 0x07
        /// The user's touch, and sign.
        case enforceUserPresence = 0x03
        /// Nothing: sign without a touch.
        case dontEnforceUserPresence = 0x08
    }

    /// U2F_REGISTER.
    case register(challenge: [UInt8], application: [UInt8])
    /// U2F_AUTHENTICATE.
    case authenticate(Control, challenge: [UInt8], application: [UInt8], keyHandle: [UInt8])
    /// U2F_VERSION.
    case version

    /// The specification's name.
    public var name: String {
        switch self {
        case .register: "U2F_REGISTER"
        case .authenticate: "U2F_AUTHENTICATE"
        case .version: "U2F_VERSION"
        }
    }

    /// The command as a transport carries it.
    public var apdu: CommandAPDU {
        switch self {
        case .register(let challenge, let application):
            CommandAPDU(
                instruction: 0x01, parameter1: Control.enforceUserPresence.rawValue,
                data: challenge + application)
        case .authenticate(let control, let challenge, let application, let keyHandle):
            CommandAPDU(
                instruction: 0x02, parameter1: control.rawValue,
                data: challenge + application + [UInt8(truncatingIfNeeded: keyHandle.count)] + keyHandle)
        case .version: CommandAPDU(instruction: 0x03)
        }
    }

    /// Reads a command.
    ///
    /// - Throws: the status word that a device answers.
    public init(_ apdu: CommandAPDU) throws(U2FStatusWord) {
        guard apdu.instructionClass == 0 else { throw .classNotSupported }
        let data = apdu.data
        switch apdu.instruction {
        case 0x01:
            guard data.count == 64 else { throw .wrongLength }
            self = .register(challenge: Array(data.prefix(32)), application: Array(data.suffix(32)))
        case 0x02:
            guard data.count >= 65, data.count == 65 + Int(data[64]) else { throw .wrongLength }
            guard let control = Control(rawValue: apdu.parameter1) else { throw .wrongParameters }
            self = .authenticate(
                control, challenge: Array(data[..<32]), application: Array(data[32..<64]),
                keyHandle: Array(data[65...]))
        case 0x03:
            guard data.isEmpty else { throw .wrongLength }
            self = .version
        default: throw .instructionNotSupported
        }
    }
}

/// A response of CTAP1.
public enum U2FResponse: Hashable, Sendable {
    /// To U2F_REGISTER.
    case register(U2FRegistration)
    /// To U2F_AUTHENTICATE.
    case authenticate(U2FAssertion)
    /// To a check that found the key handle: as a status word it is an error, and means that it is the device's.
    case testOfUserPresenceRequired
    /// To U2F_VERSION.
    case version(String)

    /// The bytes with their status word.
    public var encoded: [UInt8] {
        switch self {
        case .register(let registration): registration.encoded + U2FStatusWord.noError.bytes
        case .authenticate(let assertion): assertion.encoded + U2FStatusWord.noError.bytes
        case .testOfUserPresenceRequired: U2FStatusWord.conditionsNotSatisfied.bytes
        case .version(let text): Array(text.utf8) + U2FStatusWord.noError.bytes
        }
    }
}

/// What U2F_REGISTER gives (§4.3).
public struct U2FRegistration: Hashable, Sendable {
    /// The key as 04 ‖ x ‖ y, 65 bytes.
    public var publicKey: [UInt8]
    /// At most 255 bytes.
    public var keyHandle: [UInt8]
    /// The attestation certificate, DER.
    public var certificate: [UInt8]
    /// Over a zero byte, application, challenge, key handle and key.
    public var signature: [UInt8]

    /// Takes the members.
    public init(publicKey: [UInt8], keyHandle: [UInt8], certificate: [UInt8], signature: [UInt8]) {
        self.publicKey = publicKey
        self.keyHandle = keyHandle
        self.certificate = certificate
        self.signature = signature
    }

    /// The bytes, without a status word.
    public var encoded: [UInt8] {
        [5] + publicKey + [UInt8(truncatingIfNeeded: keyHandle.count)] + keyHandle + certificate + signature
    }

    /// Reads the bytes; nil where they are none.
    ///
    /// The certificate ends where its outermost length says.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 67, bytes[0] == 5 else { return nil }
        let start = 67 + Int(bytes[66])
        guard bytes.count > start + 4, bytes[start] == 0x30, bytes[start + 1] == 0x82 else { return nil }
        let end = start + 4 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
        guard end < bytes.count else { return nil }
        self.init(
            publicKey: Array(bytes[1..<66]), keyHandle: Array(bytes[67..<start]),
            certificate: Array(bytes[start..<end]), signature: Array(bytes[end...]))
    }
}

/// What U2F_AUTHENTICATE gives (§5.4).
public struct U2FAssertion: Hashable, Sendable {
    /// Bit 0: the user was there.
    public var userPresence: UInt8
    /// The signature counter.
    public var counter: UInt32
    /// Over application, user presence, counter and challenge.
    public var signature: [UInt8]

    /// Takes the members.
    public init(userPresence: UInt8, counter: UInt32, signature: [UInt8]) {
        self.userPresence = userPresence
        self.counter = counter
        self.signature = signature
    }

    /// The bytes, without a status word.
    public var encoded: [UInt8] {
        var bytes = [userPresence]
        bytes.append(bigEndian: counter)
        return bytes + signature
    }

    /// Reads the bytes; nil where they are none.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count > 5 else { return nil }
        self.init(
            userPresence: bytes[0], counter: bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) },
            signature: Array(bytes[5...]))
    }
}
