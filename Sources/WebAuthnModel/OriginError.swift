/// Why a text is no origin, no host or no RP ID.
///
/// Offsets count UTF-8 bytes of the text that was given; inside a host that is percent-encoded they point
/// at the start of the host.
public enum OriginError: Error, Hashable, Sendable {
    /// There is no text.
    case empty
    /// No `scheme:` at the start; `host:port` alone is a common slip.
    case missingScheme
    /// A scheme of the web that is not followed by `//`.
    case missingAuthority(offset: Int)
    /// User name or password before the host: an origin has none.
    case credentials(offset: Int)
    /// A path after the authority, be it only the slash: an origin has none.
    case path(offset: Int)
    /// A query after the authority.
    case query(offset: Int)
    /// A fragment after the authority.
    case fragment(offset: Int)
    /// Nothing where the host should be.
    case emptyHost(offset: Int)
    /// A character that no host may have.
    case forbiddenCharacter(offset: Int, character: UInt8)
    /// A host outside ASCII; the tables of UTS #46 are not carried here, so it must come in its `xn--` form.
    case notASCII(offset: Int)
    /// `[` without its `]`.
    case unclosedBracket(offset: Int)
    /// A host that ends in a number and yet is no IPv4 address.
    case invalidIPv4(offset: Int)
    /// Text in brackets that is no IPv6 address.
    case invalidIPv6(offset: Int)
    /// A port that is not written in digits.
    case invalidPort(offset: Int)
    /// A port above 65535.
    case portOutOfRange(offset: Int)
    /// An IP address where a domain is required: it cannot be an RP ID.
    case notADomain
}

extension OriginError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .empty: "the text is empty"
        case .missingScheme: "the scheme is missing (an origin starts with https://)"
        case .missingAuthority(let offset): "'//' is missing at offset \(offset)"
        case .credentials(let offset): "an origin has no user name or password (offset \(offset))"
        case .path(let offset): "an origin has no path, not even a slash at its end (offset \(offset))"
        case .query(let offset): "an origin has no query (offset \(offset))"
        case .fragment(let offset): "an origin has no fragment (offset \(offset))"
        case .emptyHost(let offset): "the host is missing at offset \(offset)"
        case .forbiddenCharacter(let offset, let character):
            "a host cannot have the character \(ASCII.name(character)) (offset \(offset))"
        case .notASCII(let offset):
            "the host is not ASCII at offset \(offset): write it in its xn-- form"
        case .unclosedBracket(let offset): "the bracket opened at offset \(offset) is not closed"
        case .invalidIPv4(let offset):
            "the host at offset \(offset) ends in a number but is no IPv4 address"
        case .invalidIPv6(let offset): "the text in brackets at offset \(offset) is no IPv6 address"
        case .invalidPort(let offset): "the port is not a number at offset \(offset)"
        case .portOutOfRange(let offset): "the port at offset \(offset) is above 65535"
        case .notADomain: "an IP address is no domain"
        }
    }
}
