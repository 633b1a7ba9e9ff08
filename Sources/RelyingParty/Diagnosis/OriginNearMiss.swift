internal import WebAuthnModel

/// An origin that is nearly one of those expected, judged by its text.
struct OriginNearMiss: NearMiss {
    let codes: Set<RuleCode> = [
        .clientDataOrigin, .clientDataTopOrigin, .paymentTopOrigin, .paymentPayeeOrigin,
    ]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard ["otherHost", "unlisted", "other"].contains(finding.variant),
            case .text(let actual)? = finding.actual
        else { return nil }
        let expected = finding.expected?.texts ?? []
        guard let difference = Self.difference(actual, expected) else { return nil }
        // How another origin than the page's differs is worth telling, and no fault of its own.
        return Diagnosis(
            "origin.\(difference.word)", of: finding.code,
            variant: finding.code == .clientDataOrigin ? difference.word : nil, difference.story,
            difference.suspect)
    }

    private struct Difference {
        let word: String
        let story: String
        let suspect: Suspect

        init(_ word: String, _ story: String, _ suspect: Suspect) {
            self.word = word
            self.story = story
            self.suspect = suspect
        }
    }

    private static func difference(_ actual: String, _ expected: [String]) -> Difference? {
        if expected.isEmpty {
            return Difference("noneExpected", "No origin was named that may be there.", .configuration)
        }
        return spelling(actual, expected) ?? AndroidOrigin.difference(actual, expected).map {
            Difference($0.word, $0.story, $0.suspect)
        } ?? address(actual, expected)
    }

    /// The same origin, written in another way.
    private static func spelling(_ actual: String, _ expected: [String]) -> Difference? {
        if actual == "null" {
            return Difference(
                "null", "The page has an opaque origin: it is a sandboxed frame, a file or a data: URL.",
                .client)
        }
        for origin in expected {
            if actual == origin + "/" || actual + "/" == origin {
                return Difference(
                    "trailingSlash",
                    "The origins differ only by a slash at the end, which an origin does not have.",
                    actual.hasSuffix("/") ? .client : .configuration)
            }
            if actual.trimmed == origin.trimmed {
                return Difference(
                    "whitespace", "The origins differ only by white space around them.",
                    actual == actual.trimmed ? .configuration : .client)
            }
            // An app's hash is base64url, in which upper and lower case are different keys.
            if !origin.hasPrefix("android:"), actual.lowercased() == origin.lowercased() {
                return Difference(
                    "upperCase",
                    "The origins differ only by upper case; a browser writes them in lower case.",
                    actual == actual.lowercased() ? .configuration : .client)
            }
            if let host = OriginText(actual)?.host, origin == host {
                return Difference(
                    "bareHost",
                    "The origin expected is a bare host; an origin has a scheme too: \(actual).",
                    .configuration)
            }
        }
        return nil
    }

    /// Another place on the web.
    private static func address(_ actual: String, _ expected: [String]) -> Difference? {
        guard let mine = OriginText(actual) else { return nil }
        let others = expected.compactMap(OriginText.init)
        return sameHost(mine, others) ?? nearHost(mine, others)
    }

    private static func sameHost(_ mine: OriginText, _ others: [OriginText]) -> Difference? {
        guard let same = others.first(where: { $0.host == mine.host }) else { return nil }
        if mine.hasUserInfo {
            return Difference(
                "userinfo", "The origin that came has a user name, which no origin has.", .client)
        }
        if mine.path != same.path {
            let isMine = !mine.path.isEmpty
            return Difference(
                "path",
                "\(isMine ? "The origin that came" : "The origin expected") is a whole address with "
                    + "\"\(isMine ? mine.path : same.path)\" at its end; an origin ends before its path.",
                isMine ? .client : .configuration)
        }
        if mine.scheme != same.scheme {
            return Difference(
                mine.scheme == "http" ? "http" : "otherScheme",
                "The host is right; the scheme is \(mine.scheme) instead of \(same.scheme).",
                same.scheme == "http" ? .configuration : .client)
        }
        guard mine.port != same.port else { return nil }
        let isDefault = mine.effectivePort == same.effectivePort
        return Difference(
            "otherPort",
            isDefault
                ? "The origins differ only by the default port, which an origin leaves out."
                : "The host is right; the port is \(mine.port ?? "the default") instead of "
                    + "\(same.port ?? "the default"), and it is part of the origin.", .configuration)
    }

    private static func nearHost(_ mine: OriginText, _ others: [OriginText]) -> Difference? {
        for other in others {
            if OriginText.asciiHost(other.host) == mine.host || OriginText.asciiHost(mine.host) == other.host
            {
                let isMine = OriginText.asciiHost(mine.host) != nil
                return Difference(
                    "unicode",
                    "It is the same host, once in Unicode and once as DNS has it (xn--…); a browser writes the "
                        + "latter.", isMine ? .client : .configuration)
            }
            if mine.isLoopback, other.isLoopback {
                return Difference(
                    "otherLoopback",
                    "\(mine.host) and \(other.host) are the same machine and two origins; only localhost can be an "
                        + "RP ID.", .configuration)
            }
            if mine.host == "www." + other.host || "www." + mine.host == other.host {
                return Difference(
                    mine.host.hasPrefix("www.") ? "subdomain" : "parentDomain",
                    "The hosts differ only by www. in front; list both, or send visitors from one to the other.",
                    .configuration)
            }
        }
        if let parent = others.first(where: { mine.host.hasSuffix("." + $0.host) }) {
            return Difference(
                "subdomain",
                "\(mine.host) is a subdomain of \(parent.host); each origin must be listed by itself.",
                .configuration)
        }
        if let child = others.first(where: { $0.host.hasSuffix("." + mine.host) }) {
            return Difference(
                "parentDomain",
                "\(mine.host) is the domain above \(child.host); each origin must be listed by itself.",
                .configuration)
        }
        if let twin = others.first(where: { mine.host.hasSuffix($0.host) }) {
            return Difference(
                "suffixTrick",
                "The host only ends like \(twin.host): it is another domain, perhaps a look-alike.", .client)
        }
        guard mine.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) else { return nil }
        return Difference(
            "punycodeLookalike", "The host holds letters beyond ASCII, which may look like another's.",
            .client)
    }
}

extension ReportValue {
    /// The texts in it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        case .bytes, .integer, .flag: []
        }
    }
}

extension String {
    /// Without white space around it.
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
