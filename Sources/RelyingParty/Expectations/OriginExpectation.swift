internal import WebAuthnModel

/// Where a ceremony may have been run: what both procedures ask of the client data.
public struct OriginExpectation: Hashable, Sendable {
    /// The origins, each compared to the letter; none means that no response is accepted.
    ///
    /// `https://example.com`, `android:apk-key-hash:…`.
    public var origins: [String]
    /// Whether the page may stand in a frame of another origin.
    public var allowCrossOrigin: Bool
    /// The pages by which it may be framed; compared to the letter.
    public var topOrigins: [String]

    /// Not framed unless told otherwise.
    public init(_ origins: [String], allowCrossOrigin: Bool = false, topOrigins: [String] = []) {
        self.origins = origins
        self.allowCrossOrigin = allowCrossOrigin
        self.topOrigins = topOrigins
    }

    /// The RP ID where options name none: the domain of the first origin that has one.
    func defaultRPID() throws(RelyingPartyError) -> String {
        for text in origins {
            if let origin = try? Origin(parsing: text), let host = origin.effectiveDomain {
                return host.description
            }
        }
        throw .noRPID
    }
}
