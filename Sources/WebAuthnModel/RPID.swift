/// An RP ID: the domain that a credential is scoped to
/// (<https://www.w3.org/TR/webauthn-3/#relying-party-identifier>).
///
/// What user agents check is that it parses as a host and that this host is a domain, so that is what makes
/// a value of this type; the stricter "valid domain string" of the definition is told by
/// ``validDomainDefect`` (w3c/webauthn issue 2206: no user agent implements it).
public struct RPID: Hashable, Sendable, CustomStringConvertible {
    /// The text as the relying party wrote it: this is what is hashed and stored.
    public let text: String
    /// The domain that the text parses to, in lower case.
    public let domain: String

    /// Parses an RP ID.
    ///
    /// - Throws: ``OriginError``; ``OriginError/notADomain`` for an IP address.
    public init(_ text: String) throws(OriginError) {
        guard !text.isEmpty else { throw .empty }
        guard case .domain(let domain) = try Host(parsing: text) else { throw .notADomain }
        self.text = text
        self.domain = domain
    }

    /// The RP ID that a request has when it names none: the effective domain of its origin.
    ///
    /// - Throws: ``OriginError/notADomain`` for an IP address.
    public init(effectiveDomain: Host) throws(OriginError) {
        guard case .domain(let domain) = effectiveDomain else { throw .notADomain }
        text = domain
        self.domain = domain
    }

    /// The text.
    public var description: String { text }

    /// Why the text is no valid domain string (<https://url.spec.whatwg.org/#valid-domain-string>), or
    /// nothing if it is one.
    ///
    /// Labels that start with `xn--` are taken at their word: whether their Punycode decodes to something
    /// permitted is not checked.
    public var validDomainDefect: DomainDefect? {
        let bytes = Array(text.utf8)
        if bytes.last == UInt8(ascii: "."), bytes.count > 1 { return .trailingDot }
        if bytes.count > 253 { return .tooLong(length: bytes.count) }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            let start = label.startIndex
            if label.isEmpty { return .emptyLabel(offset: start) }
            if label.count > 63 { return .labelTooLong(offset: start, length: label.count) }
            for (offset, byte) in zip(label.indices, label) {
                let isPermitted =
                    ASCII.isAlpha(byte) || ASCII.digit(byte, radix: 10) != nil || byte == UInt8(ascii: "-")
                if !isPermitted { return .forbiddenCharacter(offset: offset, character: byte) }
            }
            if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
                return .misplacedHyphen(offset: start)
            }
            let isALabel = label.prefix(4).map(ASCII.lowercased).elementsEqual("xn--".utf8)
            if !isALabel, label.dropFirst(2).prefix(2).elementsEqual("--".utf8) {
                return .misplacedHyphen(offset: start)
            }
        }
        return nil
    }
}

/// What keeps a domain from being a valid domain string: the rules of UTS #46 that the URL standard asks of
/// those who write domains (CheckHyphens, UseSTD3ASCIIRules, VerifyDnsLength), which no browser checks.
///
/// Offsets count bytes.
public enum DomainDefect: Hashable, Sendable {
    /// A dot at the end.
    case trailingDot
    /// Two dots in a row, or one at the start.
    case emptyLabel(offset: Int)
    /// A label of more than 63 characters.
    case labelTooLong(offset: Int, length: Int)
    /// More than 253 characters.
    case tooLong(length: Int)
    /// Something else than a letter, a digit or a hyphen: the underscore, most often.
    case forbiddenCharacter(offset: Int, character: UInt8)
    /// A hyphen at either end of a label, or two as its third and fourth character.
    case misplacedHyphen(offset: Int)
}

extension DomainDefect: CustomStringConvertible {
    /// A clause for people that goes on after the domain's name.
    public var description: String {
        switch self {
        case .trailingDot: "ends in a dot"
        case .emptyLabel(let offset): "has an empty label at offset \(offset)"
        case .labelTooLong(let offset, let length):
            "has a label of \(length) characters at offset \(offset); 63 is the most"
        case .tooLong(let length): "has \(length) characters; 253 is the most"
        case .forbiddenCharacter(let offset, let character):
            "has the character \(ASCII.name(character)) at offset \(offset); only letters, digits and hyphens may be"
        case .misplacedHyphen(let offset):
            "has a label at offset \(offset) with a hyphen at an end, or two in its third and fourth place"
        }
    }
}
