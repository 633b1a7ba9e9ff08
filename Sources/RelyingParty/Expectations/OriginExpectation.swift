public import WebAuthnModel

/// Where a ceremony may have been run: what both procedures ask of the client data.
public struct OriginExpectation: Hashable, Sendable {
    /// The origins, each compared to the letter; none means that no response is accepted.
    ///
    /// `https://example.com`, `android:apk-key-hash:…`; what another system calls its apps is a text like any.
    public var origins: [String]
    /// Whether the page may stand in a frame of another origin.
    public var allowCrossOrigin: Bool
    /// The pages by which it may be framed, compared to the letter; nil means any page (§13.4.9).
    public var topOrigins: [String]?
    /// The document at the RP ID's well-known address: what it lists is expected as well (§5.11).
    ///
    /// Deviation: a browser follows such a list only for so many labels. That it did is not looked at again; what
    /// counts here is that the relying party itself lists the origin.
    public var related: RelatedOrigins?

    /// Not framed and without related origins, unless told otherwise.
    public init(
        _ origins: [String], allowCrossOrigin: Bool = false, topOrigins: [String]? = [],
        related: RelatedOrigins? = nil
    ) {
        self.origins = origins
        self.allowCrossOrigin = allowCrossOrigin
        self.topOrigins = topOrigins
        self.related = related
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
