internal import WebAuthnModel

/// How an origin differs from those that were expected, judged by its text.
struct OriginDifference {
    let variant: String
    let hint: String?
    let suspect: Suspect?

    private init(_ variant: String, _ hint: String? = nil, suspect: Suspect? = nil) {
        self.variant = variant
        self.hint = hint
        self.suspect = suspect
    }

    init(between actual: String, and expected: [String]) {
        self =
            Self.spelling(actual, expected) ?? Self.application(actual, expected)
            ?? Self.address(actual, expected)
            ?? OriginDifference("otherHost")
    }

    /// The same origin, written in another way.
    private static func spelling(_ actual: String, _ expected: [String]) -> OriginDifference? {
        if actual == "null" {
            return OriginDifference(
                "null", "The page has an opaque origin: a sandboxed frame or a data: URL.")
        }
        for origin in expected {
            if actual == origin + "/" || actual + "/" == origin {
                return OriginDifference(
                    "trailingSlash", "They differ only by a slash at the end, which an origin does not have.",
                    suspect: actual.hasSuffix("/") ? .client : .configuration)
            }
            if actual != origin, actual.lowercased() == origin.lowercased() {
                return OriginDifference(
                    "upperCase", "They differ only by upper case; a browser writes origins in lower case.",
                    suspect: actual == actual.lowercased() ? .configuration : .client)
            }
        }
        return nil
    }

    /// An Android app's.
    private static func application(_ actual: String, _ expected: [String]) -> OriginDifference? {
        let scheme = "android:apk-key-hash:"
        guard actual.hasPrefix(scheme) else { return nil }
        func unpadded(_ text: String) -> Substring { text[...].dropLast(while: "=") }
        if expected.contains(where: { unpadded($0) == unpadded(actual) }) {
            return OriginDifference(
                "androidPadded", "They differ only by padding; Android writes the hash without any.")
        }
        return OriginDifference(
            "androidOtherKey",
            expected.contains { $0.hasPrefix(scheme) }
                ? "The app is signed with another key than the one expected: a debug build, or the store's own."
                : "An Android app answered; its key hash is not among the origins expected.",
            suspect: .configuration)
    }

    /// Another place on the web.
    private static func address(_ actual: String, _ expected: [String]) -> OriginDifference? {
        guard let mine = Address(actual) else { return nil }
        let addresses = expected.compactMap(Address.init)
        if let same = addresses.first(where: { $0.host == mine.host }) {
            if mine.hasUserInfo { return OriginDifference("userinfo", "An origin has no user name.") }
            if !mine.path.isEmpty { return OriginDifference("path", "An origin has no path.") }
            if mine.scheme != same.scheme {
                return OriginDifference(
                    mine.scheme == "http" ? "http" : "otherScheme",
                    "The scheme is \(mine.scheme) instead of \(same.scheme); the host is right.")
            }
            if mine.port != same.port {
                return OriginDifference(
                    "otherPort",
                    "The host is right; the port is \(mine.port ?? "the default") instead of "
                        + "\(same.port ?? "the default"), and it is part of the origin.",
                    suspect: .configuration)
            }
        }
        if let parent = addresses.first(where: { mine.host.hasSuffix("." + $0.host) }) {
            return OriginDifference(
                "subdomain", "It is a subdomain of \(parent.host); each one must be listed by itself.",
                suspect: .configuration)
        }
        if let twin = addresses.first(where: { mine.host.hasSuffix($0.host) }) {
            return OriginDifference(
                "suffixTrick", "It only ends like \(twin.host): another domain, perhaps a look-alike.")
        }
        if mine.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) {
            return OriginDifference(
                "punycodeLookalike", "The host holds letters beyond ASCII, which may look like another's.")
        }
        return nil
    }

    /// The pieces of an origin's text, nothing normalised.
    private struct Address {
        let scheme: Substring
        let hasUserInfo: Bool
        let host: Substring
        let port: Substring?
        let path: Substring

        init?(_ text: String) {
            guard let mark = text.range(ofFirst: "://") else { return nil }
            scheme = text[..<mark.lowerBound]
            var rest = text[mark.upperBound...]
            let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
            path = rest[end...]
            rest = rest[..<end]
            let at = rest.lastIndex(of: "@")
            hasUserInfo = at != nil
            if let at { rest = rest[rest.index(after: at)...] }
            let colon = rest.last == "]" ? nil : rest.lastIndex(of: ":")
            host = rest[..<(colon ?? rest.endIndex)]
            port = colon.map { rest[rest.index(after: $0)...] }
        }
    }
}

extension Substring {
    fileprivate func dropLast(while character: Character) -> Substring {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}

extension String {
    fileprivate func range(ofFirst text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
