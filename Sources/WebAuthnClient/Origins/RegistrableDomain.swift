public import WebAuthnModel

/// The rule that binds an RP ID to the origin that asks for it
/// (<https://html.spec.whatwg.org/multipage/browsers.html#is-a-registrable-domain-suffix-of-or-is-equal-to>).
public enum RegistrableDomain {
    /// How an RP ID stands to the effective domain of an origin.
    ///
    /// Equality is enough even where the domain is itself a public suffix or `localhost`; that an IP
    /// address is no RP ID is another rule: see ``RPID``.
    ///
    /// - Parameters:
    ///   - rpID: the RP ID as the relying party wrote it; the rule parses it as a host.
    ///   - effectiveDomain: see ``Origin/effectiveDomain``.
    ///   - list: the public suffixes.
    public static func relation(
        of rpID: String, to effectiveDomain: Host, in list: PublicSuffixList = .snapshot
    ) -> RPIDRelation {
        guard !rpID.isEmpty else { return .unrelated(.empty) }
        let suffix: Host
        do { suffix = try Host(parsing: rpID) } catch { return .unrelated(.notAHost(error)) }
        if suffix == effectiveDomain { return .equal }
        guard case .domain(let suffixDomain) = suffix, case .domain(let domain) = effectiveDomain else {
            return .unrelated(.notADomain)
        }
        guard domain.hasSuffix("." + suffixDomain) else { return .unrelated(.notASuffix) }
        guard let place = list.place(in: domain) else { return .unrelated(.emptyLabel) }
        let publicSuffix = domain.utf8.dropFirst(place.suffix)
        // The standard compares the RP ID with its own public suffix and with the domain's. As the one is a tail
        // of the other, the same rules match both up to the RP ID's length: what is longer than the domain's
        // suffix passes, the rest does not. That includes the case which the standard asserts away, of a suffix
        // that only an exception makes: kobe.jp for www.city.kobe.jp.
        if suffixDomain.utf8.count > publicSuffix.count { return .registrableDomainSuffix }
        if suffixDomain.utf8.count == publicSuffix.count { return .unrelated(.publicSuffix(place.section)) }
        if let own = list.match(suffix), own.registrableDomain == nil {
            return .unrelated(.publicSuffix(own.section))
        }
        return .unrelated(.insidePublicSuffix(String(decoding: publicSuffix, as: UTF8.self)))
    }
}

/// How an RP ID stands to an origin's effective domain.
public enum RPIDRelation: Hashable, Sendable {
    /// They are the same host.
    case equal
    /// The RP ID is a registrable domain suffix of the domain.
    case registrableDomainSuffix
    /// Neither; only a related origin can still make it right.
    case unrelated(RPIDRefusal)

    /// Whether the origin may use the RP ID without being a related origin.
    public var isAllowed: Bool {
        if case .unrelated = self { false } else { true }
    }
}

/// Why an RP ID is neither equal to an origin's effective domain nor a registrable domain suffix of it.
public enum RPIDRefusal: Hashable, Sendable {
    /// The RP ID is the empty string.
    case empty
    /// The RP ID does not parse as a host: an origin or a URL in its place is the usual slip.
    case notAHost(OriginError)
    /// One of the two is an IP address.
    case notADomain
    /// The domain does not end in a dot and the RP ID.
    case notASuffix
    /// The domain has an empty label.
    case emptyLabel
    /// The RP ID is a public suffix, by a rule of that section or, with none, because its last label is
    /// unlisted.
    case publicSuffix(PublicSuffixSection?)
    /// The RP ID is a parent of the domain's public suffix.
    case insidePublicSuffix(String)
}

extension RPIDRefusal: CustomStringConvertible {
    /// A clause for people that goes on after the RP ID's name.
    public var description: String {
        switch self {
        case .empty: "is empty"
        case .notAHost(let error): "is no host: \(error)"
        case .notADomain: "cannot be related, as an IP address is equal to itself only"
        case .notASuffix: "is neither the origin's domain nor a parent of it"
        case .emptyLabel: "belongs to a domain with an empty label"
        case .publicSuffix(.icann): "is a public suffix, under which anyone may register a domain"
        case .publicSuffix(.private): "is a public suffix, whose owner gives the names below it to others"
        case .publicSuffix(nil): "is a top-level domain"
        case .insidePublicSuffix(let suffix): "lies above the public suffix \(suffix)"
        }
    }
}
