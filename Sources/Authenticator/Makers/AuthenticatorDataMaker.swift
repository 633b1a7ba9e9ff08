public import WebAuthnModel

/// Turns the parts of authenticator data into the bytes that are signed and sent.
public protocol AuthenticatorDataMaker: Sendable {
    /// The bytes.
    func make(_ data: AuthenticatorData) -> [UInt8]
}

/// The bytes of the specification (WebAuthn Level 3 §6.1).
public struct StandardAuthenticatorData: AuthenticatorDataMaker {
    /// Has no settings.
    public init() {}
    /// The parts in their order.
    public func make(_ data: AuthenticatorData) -> [UInt8] { data.encoded }
}
