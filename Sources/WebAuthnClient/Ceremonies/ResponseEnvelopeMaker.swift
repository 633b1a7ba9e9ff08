public import WebAuthnModel

/// Has the last word on the JSON that a page would post: a seam, bytes in and bytes out.
public protocol ResponseEnvelopeMaker: Sendable {
    /// What is handed out instead of `response`.
    func make(_ response: [UInt8], of ceremony: ClientDataType) -> [UInt8]
}

/// Hands out what came of the ceremony.
public struct PlainEnvelope: ResponseEnvelopeMaker {
    /// Has no settings.
    public init() {}
    /// The same bytes.
    public func make(_ response: [UInt8], of ceremony: ClientDataType) -> [UInt8] { response }
}
