/// How a command failed: the status byte that any client sees, and the cause that only a simulator can tell.
public struct DeviceFailure: Error, Hashable, Sendable {
    /// What arrives over every transport.
    public let status: CTAPStatus
    /// Nil when only the status byte arrived.
    public let cause: Cause?

    /// Takes both.
    public init(_ status: CTAPStatus, _ cause: Cause?) {
        self.status = status
        self.cause = cause
    }

    /// What really happened, told in process only.
    public enum Cause: Hashable, Sendable {
        /// The request is not what the specification asks for.
        case request(CTAPError)
        /// The user refused.
        case userDenied
        /// The user closed the dialog.
        case userCancelled
        /// The page's AbortSignal fired.
        case aborted
        /// Nobody touched the device in time.
        case userTimeout
        /// The user was there and was not verified.
        case notVerified(retriesLeft: Int)
        /// Verification is needed and the device has no way to do it that is set up.
        case verificationUnavailable
        /// No algorithm that was offered is supported.
        case noCommonAlgorithm(offered: [Int], supported: [Int])
        /// A credential of the exclude list lives here.
        case excluded(credentialID: [UInt8])
        /// No credential fits the RP ID and the allow list.
        case noCredentials(rpID: String, listed: Int)
        /// The room for discoverable credentials is used up.
        case storeFull(capacity: Int)
        /// An option that the device does not have, or not with this value.
        case option(String)
        /// Wrong PIN.
        case wrongPIN(retriesLeft: Int)
        /// The PIN is refused by a rule.
        case pinPolicy(String)
        /// The PIN is locked.
        case pinLocked(powerCycle: Bool)
        /// No PIN is set.
        case pinNotSet
        /// A MAC or a token does not fit.
        case authorization(String)
        /// No assertion is pending.
        case nothingPending
        /// Too late after power-up.
        case tooLate
        /// The store failed.
        case store(String)
        /// The cryptographic library failed.
        case cryptography(String)
    }
}

extension DeviceFailure.Cause: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .request(let error): "\(error)"
        case .userDenied: "the user refused"
        case .userCancelled: "the user closed the dialog"
        case .aborted: "the page aborted the ceremony"
        case .userTimeout: "nobody answered in time"
        case .notVerified(retriesLeft: 0):
            "built-in user verification failed too often and is blocked; a reset of the authenticator unblocks it"
        case .notVerified(let left): "the user was present but not verified; \(left) tries left"
        case .verificationUnavailable:
            "user verification is required and this authenticator has none that is set up"
        case .noCommonAlgorithm(let offered, let supported):
            "none of the offered algorithms \(offered) is among the supported \(supported)"
        case .excluded: "a credential of excludeCredentials lives on this authenticator"
        case .noCredentials(let rpID, let listed):
            listed > 0
                ? "none of the \(listed) listed credentials for \(rpID) lives on this authenticator"
                : "no discoverable credential for \(rpID) lives on this authenticator"
        case .storeFull(let capacity): "all \(capacity) places for discoverable credentials are taken"
        case .option(let text): text
        case .wrongPIN(let left): "wrong PIN, \(left) tries left"
        case .pinPolicy(let rule): "the PIN is refused: \(rule)"
        case .pinLocked(let powerCycle):
            powerCycle ? "three wrong PINs in a row: locked until the next power-up" : "the PIN is blocked"
        case .pinNotSet: "no PIN is set"
        case .authorization(let text): text
        case .nothingPending: "no assertion is pending"
        case .tooLate: "reset is allowed only in the first seconds after power-up"
        case .store(let text): text
        case .cryptography(let text): text
        }
    }
}

extension DeviceFailure: CustomStringConvertible {
    /// The status, and the cause where it is known.
    public var description: String { cause.map { "\(status): \($0)" } ?? "\(status)" }
}
