public import CTAP

/// Has the last word on getInfo.
public protocol InfoMaker: Sendable {
    /// What is answered instead of `info`.
    func make(_ info: GetInfoResponse) -> GetInfoResponse
}

/// Answers what is true.
public struct StandardInfo: InfoMaker {
    /// Has no settings.
    public init() {}
    /// The same.
    public func make(_ info: GetInfoResponse) -> GetInfoResponse { info }
}
