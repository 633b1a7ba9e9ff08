/// Who is asking: the origin of a caller, as client data names it
/// (<https://html.spec.whatwg.org/multipage/browsers.html#concept-origin>).
public enum Origin: Hashable, Sendable {
    /// A page of the web.
    case tuple(TupleOrigin)
    /// An opaque origin, serialised as `null`: a sandboxed frame, a `data:` URL.
    ///
    /// Two of them compare equal here, but are never the same origin: see ``isSameOrigin(as:)``.
    case opaque
    /// An origin that is no tuple of the web, kept and compared byte by byte: `android:apk-key-hash:…`,
    /// `chrome-extension://…`.
    case other(String)

    /// Reads an origin as a person or a server writes it.
    ///
    /// Upper case and a default port are forgiven and normalised; everything that an origin does not have
    /// (path, query, fragment, credentials) is an error. Compare `description` with the text to know
    /// whether it was in its serialised form.
    ///
    /// - Throws: ``OriginError`` with the offset of what is wrong.
    public init(parsing text: String) throws(OriginError) {
        self = try OriginParser.origin(text)
    }

    /// The origin of a URL (<https://url.spec.whatwg.org/#concept-url-origin>): parses as the URL parser
    /// does, without a base, and leaves path, query, fragment and credentials aside.
    ///
    /// A URL of another scheme than the web's has an opaque origin.
    ///
    /// - Throws: ``OriginError`` where the URL parser fails.
    public init(ofURL text: String) throws(OriginError) {
        self = try OriginParser.originOfURL(text)
    }

    /// The host that RP IDs are compared with
    /// (<https://html.spec.whatwg.org/multipage/browsers.html#concept-origin-effective-domain>).
    ///
    /// It may be an IP address, which no RP ID can match; `document.domain` plays no part (w3c/webauthn
    /// issue 2205).
    public var effectiveDomain: Host? {
        switch self {
        case .tuple(let tuple): tuple.host
        case .opaque, .other: nil
        }
    }

    /// Whether pages of this origin are secure contexts
    /// (<https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy>): `https` and `wss`, any
    /// scheme on a loopback address or on `localhost` and the names below it.
    ///
    /// What is no page of the web is not judged by this rule and is answered with false.
    public var isPotentiallyTrustworthy: Bool {
        guard case .tuple(let tuple) = self else { return false }
        return tuple.scheme == "https" || tuple.scheme == "wss" || tuple.host.isLoopbackAddress
            || tuple.host.isLocalhostName
    }

    /// <https://html.spec.whatwg.org/multipage/browsers.html#same-origin>; an opaque origin is the same as no
    /// other that we could be shown.
    public func isSameOrigin(as other: Origin) -> Bool {
        if case .opaque = self { return false }
        return self == other
    }
}

extension Origin: CustomStringConvertible {
    /// The origin serialised, as it stands in client data
    /// (<https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin>).
    public var description: String {
        switch self {
        case .tuple(let tuple): tuple.description
        case .opaque: "null"
        case .other(let text): text
        }
    }
}

/// Scheme, host and port of a page of the web.
public struct TupleOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case: `https`, `http`, `wss`, `ws` or `ftp`.
    public let scheme: String
    /// The host.
    public let host: Host
    /// The port; nothing where it is the default of the scheme.
    public let port: UInt16?

    /// Makes a tuple; a port that is the default of the scheme is dropped.
    public init(scheme: String, host: Host, port: UInt16? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port == Self.defaultPort(of: scheme) ? nil : port
    }

    /// The default port of a special scheme, of those that make tuple origins
    /// (<https://url.spec.whatwg.org/#special-scheme>); nothing for any other scheme.
    static func defaultPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "https", "wss": 443
        case "http", "ws": 80
        case "ftp": 21
        default: nil
        }
    }

    /// The tuple serialised: `https://example.com:8443`.
    public var description: String {
        if let port { "\(scheme)://\(host):\(port)" } else { "\(scheme)://\(host)" }
    }
}
