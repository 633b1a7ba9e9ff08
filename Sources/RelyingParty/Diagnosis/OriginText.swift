internal import WebAuthnModel

/// The pieces of an origin's text, nothing normalised: it may be no origin at all.
struct OriginText {
    let text: String
    let scheme: String
    let hasUserInfo: Bool
    let host: String
    let port: String?
    /// Path, query and fragment; a lone slash too.
    let path: String

    /// Nil when there is no `://` in it.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        self.text = text
        scheme = String(text[..<colon])
        var rest = text[text.index(colon, offsetBy: 3)...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        path = String(rest[end...])
        rest = rest[..<end]
        let at = rest.lastIndex(of: "@")
        hasUserInfo = at != nil
        if let at { rest = rest[rest.index(after: at)...] }
        let separator = rest.last == "]" ? nil : rest.lastIndex(of: ":")
        host = String(rest[..<(separator ?? rest.endIndex)])
        port = separator.map { String(rest[rest.index(after: $0)...]) }
    }

    /// The port, or the one that the scheme stands for.
    var effectivePort: String { port ?? (scheme == "http" ? "80" : "443") }

    /// Whether the host is this machine, by a name or an address.
    var isLoopback: Bool {
        guard let host = try? Host(parsing: host) else { return false }
        return host.isLoopbackAddress || host.isLocalhostName
    }

    /// The host with its labels as DNS has them (`xn--…`); nil when it is ASCII already.
    static func asciiHost(_ host: String) -> String? {
        guard host.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        return host.lowercased().split(separator: ".", omittingEmptySubsequences: false).map { label in
            let isASCII = label.utf8.allSatisfy { $0 < 0x80 } || label.unicodeScalars.count > 63
            return isASCII ? String(label) : "xn--" + Punycode.encode(String(label))
        }.joined(separator: ".")
    }

    /// The domains above a host, nearest first, but for the last label alone; none for what is no host of DNS.
    static func parents(of host: String) -> [String] {
        // A client may name anything for its origin.
        guard host.utf8.count <= 253 else { return [] }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 2 else { return [] }
        return (1..<labels.count - 1).map { labels[$0...].joined(separator: ".") }
    }

    /// As a query would hold it.
    static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain =
                byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain ? String(character) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }
}
