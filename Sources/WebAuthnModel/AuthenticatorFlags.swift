/// The flags byte of authenticator data, as it is on the wire: any combination can be written (§6.1).
public struct AuthenticatorFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8
    /// Takes the byte as it is.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: the user was present.
    public static let userPresent = AuthenticatorFlags(rawValue: 0x01)
    /// RFU1: reserved, zero.
    public static let reserved1 = AuthenticatorFlags(rawValue: 0x02)
    /// UV: the user was verified.
    public static let userVerified = AuthenticatorFlags(rawValue: 0x04)
    /// BE: the credential may be backed up.
    public static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
    /// BS: the credential is backed up.
    public static let backupState = AuthenticatorFlags(rawValue: 0x10)
    /// RFU2: reserved, zero.
    public static let reserved2 = AuthenticatorFlags(rawValue: 0x20)
    /// AT: attested credential data follows.
    public static let attestedCredentialData = AuthenticatorFlags(rawValue: 0x40)
    /// ED: an extension map follows.
    public static let extensionData = AuthenticatorFlags(rawValue: 0x80)
}

extension AuthenticatorFlags: CustomStringConvertible {
    private static let names = ["UP", "RFU1", "UV", "BE", "BS", "RFU2", "AT", "ED"]

    /// The names of the flags that are set, `UP|UV|AT` for example; `0` when none is.
    public var description: String {
        let set = (0..<8).filter { rawValue >> UInt8($0) & 1 == 1 }.map { Self.names[$0] }
        return set.isEmpty ? "0" : set.joined(separator: "|")
    }
}

/// Whether a credential can be and is backed up; BS without BE cannot be written (§6.1.3).
public enum CredentialBackup: Hashable, Sendable {
    /// A single-device credential.
    case notEligible
    /// A multi-device credential, at this moment backed up or not.
    case eligible(backedUp: Bool)

    /// The BE and BS bits.
    public var flags: AuthenticatorFlags {
        switch self {
        case .notEligible: []
        case .eligible(backedUp: false): .backupEligible
        case .eligible(backedUp: true): [.backupEligible, .backupState]
        }
    }

    /// Nil for the one combination that no conforming authenticator sends: BS without BE.
    public init?(_ flags: AuthenticatorFlags) {
        switch (flags.contains(.backupEligible), flags.contains(.backupState)) {
        case (false, false): self = .notEligible
        case (true, let backedUp): self = .eligible(backedUp: backedUp)
        case (false, true): return nil
        }
    }
}
