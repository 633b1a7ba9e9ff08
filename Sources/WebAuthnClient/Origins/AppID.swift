internal import WebAuthnModel

/// The AppIDs of U2F, by which pages were known before they had RP IDs (FIDO AppID and Facet Specification v1.2).
enum AppID {
    /// An AppID that the caller may use (§3.1.2, "Determining if a Caller's FacetID is Authorized for an AppID").
    ///
    /// Deviation: no list of trusted facets is fetched. As the steps of WebAuthn Level 3 §10.1.1 note that browsers do,
    /// an AppID is right for the pages of its own site; and Google's own, which lies elsewhere, for Google's.
    static func authorize(
        _ appID: String, for caller: CallerContext, _ client: WebAuthnClient
    ) throws(ClientError) -> String {
        guard case .tuple(let facet) = caller.origin, facet.scheme == "https" else {
            throw .appID(appID, origin: caller.serializedOrigin)
        }
        // Step 2: without one, it is the caller's own FacetID.
        guard !appID.isEmpty else { return caller.serializedOrigin }
        guard case .tuple(let asked)? = try? Origin(ofURL: appID), asked.scheme == "https",
            isSameSite(asked.host, facet.host, client.publicSuffixes)
                || isGoogle(appID, facet.host, client.publicSuffixes)
        else { throw .appID(appID, origin: caller.serializedOrigin) }
        return appID
    }

    /// Two hosts are of one site when they are the same, or have the same registrable domain
    /// (<https://html.spec.whatwg.org/multipage/browsers.html#same-site>).
    private static func isSameSite(_ a: Host, _ b: Host, _ list: PublicSuffixList) -> Bool {
        if a == b { return true }
        guard let domain = list.match(a)?.registrableDomain else { return false }
        return domain == list.match(b)?.registrableDomain
    }

    private static let googleAppIDs = [
        "https://www.gstatic.com/securitykey/origins.json",
        "https://www.gstatic.com/securitykey/a/google.com/origins.json",
    ]

    private static func isGoogle(_ appID: String, _ host: Host, _ list: PublicSuffixList) -> Bool {
        googleAppIDs.contains(appID) && list.match(host)?.registrableDomain == "google.com"
    }
}
