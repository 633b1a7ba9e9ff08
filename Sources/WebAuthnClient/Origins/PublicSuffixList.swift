public import WebAuthnModel

/// The names under which people register domains (<https://publicsuffix.org/list/>): the snapshot inside
/// the binary, or a list that was given.
///
/// The rules are kept as sorted text, and a look-up is a few binary searches in it.
public struct PublicSuffixList: Sendable {
    private let rules: PublicSuffixRules

    /// The day of the list, `2023-02-09`; a given list has one if it says so in its `VERSION` line.
    public let date: String?

    /// The list inside the binary.
    public static let snapshot = PublicSuffixList(rules: .snapshot, date: PublicSuffixSnapshot.date)

    private init(rules: PublicSuffixRules, date: String?) {
        self.rules = rules
        self.date = date
    }

    /// Reads a list in the format of <https://github.com/publicsuffix/list/wiki/Format>, the content of a
    /// `public_suffix_list.dat`.
    ///
    /// Rules before any section marker count as ICANN's.
    ///
    /// - Throws: ``PublicSuffixListError`` with the line that is no rule.
    public init(parsing bytes: [UInt8]) throws(PublicSuffixListError) {
        let (rules, date) = try PublicSuffixListParser.parse(bytes)
        self.init(rules: rules, date: date)
    }

    /// Looks a host up (<https://url.spec.whatwg.org/#host-public-suffix>,
    /// <https://url.spec.whatwg.org/#host-registrable-domain>); nothing for an IP address and for a domain
    /// with an empty label.
    ///
    /// A dot at the end of the domain is kept.
    public func match(_ host: Host) -> PublicSuffixMatch? {
        guard case .domain(let domain) = host, let found = place(in: domain) else { return nil }
        func tail(_ start: Int) -> String { String(decoding: domain.utf8.dropFirst(start), as: UTF8.self) }
        return PublicSuffixMatch(
            suffix: tail(found.suffix), registrableDomain: found.registrable.map(tail), section: found.section
        )
    }

    /// Where a domain's public suffix starts, and where its registrable domain does, in bytes of UTF-8.
    struct Place {
        let suffix: Int
        let registrable: Int?
        let section: PublicSuffixSection?
    }

    /// As ``match(_:)``, without a text made.
    func place(in domain: String) -> Place? {
        var domain = domain
        return domain.withUTF8 { bytes in
            guard let starts = Self.labelStarts(of: bytes, maximum: rules.maximumLabels + 1) else {
                return nil
            }
            let (labels, section) = suffix(of: bytes, labels: starts)
            return Place(
                suffix: starts[labels - 1], registrable: labels < starts.count ? starts[labels] : nil,
                section: section)
        }
    }

    /// Where the last labels of a domain start, the last one first, at most as many as are asked for;
    /// nothing if any label is empty.
    ///
    /// The dot of the root is no label.
    private static func labelStarts(of domain: UnsafeBufferPointer<UInt8>, maximum: Int) -> [Int]? {
        var end = domain.count
        if end > 0, domain[end - 1] == UInt8(ascii: ".") { end -= 1 }
        var starts: [Int] = []
        var index = end
        while index > 0 {
            index -= 1
            guard domain[index] == UInt8(ascii: ".") else { continue }
            guard index + 1 < end else { return nil }
            if starts.count < maximum { starts.append(index + 1) }
            end = index
        }
        guard end > 0 else { return nil }
        if starts.count < maximum { starts.append(0) }
        return starts
    }

    /// The formal algorithm: an exception prevails, then the rule with the most labels, then `*`.
    private func suffix(
        of domain: UnsafeBufferPointer<UInt8>, labels starts: [Int]
    ) -> (labels: Int, section: PublicSuffixSection?) {
        let end = domain.last == UInt8(ascii: ".") ? domain.count - 1 : domain.count
        func name(_ labels: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: domain[starts[labels - 1]..<end])
        }
        // An exception takes one label away, and so has at least two.
        for labels in stride(from: starts.count, to: 1, by: -1) {
            if let section = rules.section(of: .exception, named: name(labels)) {
                return (labels - 1, section)
            }
        }
        for labels in stride(from: starts.count, to: 0, by: -1) {
            if let section = rules.section(of: .name, named: name(labels)) { return (labels, section) }
            if labels > 1, let section = rules.section(of: .wildcard, named: name(labels - 1)) {
                return (labels, section)
            }
        }
        return (1, nil)
    }
}

/// What a look-up in the list found.
public struct PublicSuffixMatch: Hashable, Sendable {
    /// The public suffix: `co.uk`.
    public let suffix: String
    /// The suffix and the label before it, `example.co.uk`; nothing if the domain is itself a public suffix.
    public let registrableDomain: String?
    /// The section of the prevailing rule; nothing if no rule matched, so that the last label is the suffix.
    public let section: PublicSuffixSection?

    /// Puts the three together.
    public init(suffix: String, registrableDomain: String?, section: PublicSuffixSection?) {
        self.suffix = suffix
        self.registrableDomain = registrableDomain
        self.section = section
    }
}

/// The two halves of the list.
public enum PublicSuffixSection: Hashable, Sendable {
    /// Suffixes of registries: `com`, `co.uk`.
    case icann
    /// Suffixes that owners of domains asked for, because they give names below to others: `github.io`.
    case `private`
}
