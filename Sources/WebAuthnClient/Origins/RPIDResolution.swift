internal import WebAuthnModel

/// Which RP ID a ceremony is for (§5.1.3 steps 6–8, §5.1.4.1 steps 5–7), and whether the caller may use it.
enum RPIDResolution {
    /// The RP ID in the relying party's own writing, which is what is hashed.
    static func resolve(
        _ requested: String?, for caller: CallerContext, _ client: WebAuthnClient
    ) throws(ClientError) -> String {
        switch caller.origin {
        case .opaque: throw .opaqueOrigin
        case .other(let text): return try resolve(requested, forApp: text, client)
        case .tuple(let tuple):
            guard case .domain(let domain) = tuple.host else {
                throw .noDomain(origin: caller.serializedOrigin)
            }
            // The usual case needs neither a host parser nor a look at the public suffixes.
            guard let requested, requested != domain else {
                client.trace?(.rpID(domain, .domain))
                return domain
            }
            return try resolve(requested, against: tuple.host, of: caller, client)
        }
    }

    private static func resolve(
        _ requested: String, against domain: Host, of caller: CallerContext, _ client: WebAuthnClient
    ) throws(ClientError) -> String {
        let refusal: RPIDRefusal
        switch RegistrableDomain.relation(of: requested, to: domain, in: client.publicSuffixes) {
        case .equal:
            client.trace?(.rpID(requested, .domain))
            return requested
        case .registrableDomainSuffix:
            client.trace?(.rpID(requested, .suffix))
            return requested
        case .unrelated(let reason): refusal = reason
        }
        // §5.11.1; an RP ID that is no domain has no document.
        var verdict: RelatedOriginVerdict?
        if let document = client.relatedOrigins, (try? RPID(requested)) != nil {
            verdict = document.validate(caller.origin, in: client.publicSuffixes)
        }
        if case .related(let index) = verdict {
            client.trace?(.rpID(requested, .relatedOrigin(index: index)))
            return requested
        }
        throw .rpID(requested, origin: caller.serializedOrigin, refusal, relatedOrigins: verdict)
    }

    /// Origins that are no pages: apps and extensions, for which Level 3 has no rule.
    ///
    /// Their platform holds the association with a domain (Digital Asset Links, host permissions). It is taken as
    /// given here.
    private static let appPrefixes = ["android:apk-key-hash:", "chrome-extension://"]

    /// Whether an origin is one whose platform decides about the RP ID.
    static func isApp(_ origin: String) -> Bool { appPrefixes.contains { origin.hasPrefix($0) } }

    private static func resolve(
        _ requested: String?, forApp origin: String, _ client: WebAuthnClient
    ) throws(ClientError) -> String {
        guard isApp(origin) else { throw .noDomain(origin: origin) }
        guard let requested else { throw .appWithoutRPID(origin: origin) }
        do { _ = try RPID(requested) } catch {
            throw .rpID(requested, origin: origin, .notAHost(error), relatedOrigins: nil)
        }
        client.trace?(.rpID(requested, .app))
        return requested
    }
}

extension CallerContext {
    /// §5.1: the API is there in secure contexts only.
    ///
    /// A page would find no `navigator.credentials`; asked in another way, Chromium answers SecurityError.
    func requireSecureContext() throws(ClientError) {
        guard case .tuple = origin, !origin.isPotentiallyTrustworthy else { return }
        throw .insecureContext(origin: serializedOrigin)
    }
}
