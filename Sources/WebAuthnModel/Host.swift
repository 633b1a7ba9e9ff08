/// The host of an origin: a domain or an IP address (<https://url.spec.whatwg.org/#concept-host>).
public enum Host: Hashable, Sendable {
    /// A domain in ASCII and lower case, as the host parser returns it; a dot at its end is kept and
    /// significant.
    case domain(String)
    /// An IPv4 address, the first of its four numbers in the highest bits.
    case ipv4(UInt32)
    /// An IPv6 address, the first of its eight pieces in the highest bits.
    case ipv6(UInt128)

    /// Runs the host parser of the URL standard for a special URL
    /// (<https://url.spec.whatwg.org/#concept-host-parser>): `EXAMPLE.com`, `[::1]`, `0x7f.1`.
    ///
    /// - Throws: ``OriginError``. A host outside ASCII is refused: see ``OriginError/notASCII(offset:)``.
    public init(parsing text: String) throws(OriginError) {
        let bytes = Array(text.utf8)
        self = try Host(parsing: bytes[...], at: 0)
    }

    /// Parses the bytes of a host that starts at `offset` of the text that the errors speak of.
    init(parsing bytes: ArraySlice<UInt8>, at offset: Int) throws(OriginError) {
        guard let first = bytes.first else { throw .emptyHost(offset: offset) }
        if first == UInt8(ascii: "[") {
            guard bytes.count > 1, bytes.last == UInt8(ascii: "]") else {
                throw .unclosedBracket(offset: offset)
            }
            let inside = Array(bytes.dropFirst().dropLast())
            guard let address = IPv6.parse(inside) else { throw .invalidIPv6(offset: offset) }
            self = .ipv6(address)
            return
        }
        let decoded = Self.percentDecode(bytes)
        let isExact = decoded.count == bytes.count
        var domain: [UInt8] = []
        domain.reserveCapacity(decoded.count)
        for (index, byte) in decoded.enumerated() {
            let position = isExact ? offset + index : offset
            guard byte < 0x80 else { throw .notASCII(offset: position) }
            guard !Self.isForbiddenInDomain(byte) else {
                throw .forbiddenCharacter(offset: position, character: byte)
            }
            domain.append(ASCII.lowercased(byte))
        }
        if IPv4.endsInNumber(domain) {
            guard let address = IPv4.parse(domain) else { throw .invalidIPv4(offset: offset) }
            self = .ipv4(address)
        } else {
            self = .domain(String(decoding: domain, as: UTF8.self))
        }
    }

    /// Whether this is an address of the machine itself: `127.0.0.0/8` or `::1`.
    public var isLoopbackAddress: Bool {
        switch self {
        case .domain: false
        case .ipv4(let address): address >> 24 == 127
        case .ipv6(let address): address == 1
        }
    }

    /// Whether the name is `localhost` or below it, with or without a dot at its end.
    public var isLocalhostName: Bool {
        guard case .domain(let domain) = self else { return false }
        let name = domain.hasSuffix(".") ? domain.dropLast() : domain[...]
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Forbidden domain code points (<https://url.spec.whatwg.org/#forbidden-domain-code-point>).
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: true
        case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    private static func percentDecode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { ASCII.digit($0, radix: 16) }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                decoded.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}

extension Host: CustomStringConvertible {
    /// The host serialised (<https://url.spec.whatwg.org/#concept-host-serializer>): an IPv6 address in
    /// brackets.
    public var description: String {
        switch self {
        case .domain(let domain): domain
        case .ipv4(let address): IPv4.serialise(address)
        case .ipv6(let address): "[\(IPv6.serialise(address))]"
        }
    }
}

/// What a few bytes of ASCII mean.
enum ASCII {
    static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    static func isAlpha(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }

    /// The value of a digit, or nothing where it is none in that radix (8, 10 or 16).
    static func digit(_ byte: UInt8, radix: UInt8) -> UInt8? {
        let value: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
        default: return nil
        }
        return value < radix ? value : nil
    }

    /// A character for people: itself, or its number if it is not visible.
    static func name(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "0x\(String(byte, radix: 16))"
    }
}
