/// The part of the URL parser (<https://url.spec.whatwg.org/#concept-basic-url-parser>) that decides an
/// origin.
enum OriginParser {
    /// An origin alone: see ``Origin/init(parsing:)``.
    static func origin(_ text: String) throws(OriginError) -> Origin {
        guard !text.isEmpty else { throw .empty }
        if text == "null" { return .opaque }
        let bytes = Array(text.utf8)
        guard let scheme = scheme(of: bytes[...]) else { throw .missingScheme }
        let start = scheme.utf8.count + 1
        guard TupleOrigin.defaultPort(of: scheme) != nil else {
            // "localhost:3000" has the form of a scheme and a path; nobody means it so.
            let rest = bytes[start...]
            guard !rest.allSatisfy({ ASCII.digit($0, radix: 10) != nil }) else { throw .missingScheme }
            return .other(text)
        }
        guard bytes[start...].starts(with: "//".utf8) else { throw .missingAuthority(offset: start) }
        let authority = bytes[(start + 2)...]
        for (offset, byte) in zip(authority.indices, authority) {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "\\"): throw .path(offset: offset)
            case UInt8(ascii: "?"): throw .query(offset: offset)
            case UInt8(ascii: "#"): throw .fragment(offset: offset)
            case UInt8(ascii: "@"): throw .credentials(offset: offset)
            default: break
            }
        }
        return .tuple(try tuple(scheme: scheme, hostAndPort: authority))
    }

    /// The origin of a URL: see ``Origin/init(ofURL:)``.
    static func originOfURL(_ text: String) throws(OriginError) -> Origin {
        // Errors speak of offsets in what is left after this cleaning, which real lists never need.
        let bytes = cleaned(Array(text.utf8))
        guard !bytes.isEmpty else { throw .empty }
        guard let scheme = scheme(of: bytes[...]) else { throw .missingScheme }
        var rest = bytes[(scheme.utf8.count + 1)...]
        guard TupleOrigin.defaultPort(of: scheme) != nil else {
            guard scheme == "blob" else { return .opaque }
            return originOfBlob(rest)
        }
        // Any number of slashes of either kind, even none, leads to the authority.
        rest = rest.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let authority = rest.prefix { byte in
            ![UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
        }
        var hostAndPort = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { hostAndPort = authority[(at + 1)...] }
        return .tuple(try tuple(scheme: scheme, hostAndPort: hostAndPort))
    }

    /// A blob has the origin of the URL inside, if that is one of the web's pages.
    private static func originOfBlob(_ path: ArraySlice<UInt8>) -> Origin {
        let inner = String(decoding: path, as: UTF8.self)
        guard let scheme = scheme(of: path), scheme == "http" || scheme == "https",
            let origin = try? originOfURL(inner)
        else { return .opaque }
        return origin
    }

    private static func scheme(of bytes: ArraySlice<UInt8>) -> String? {
        guard let first = bytes.first, ASCII.isAlpha(first),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let scheme = bytes[..<colon].map(ASCII.lowercased)
        let isWellFormed = scheme.allSatisfy { byte in
            ASCII.isAlpha(byte) || ASCII.digit(byte, radix: 10) != nil || "+-.".utf8.contains(byte)
        }
        return isWellFormed ? String(decoding: scheme, as: UTF8.self) : nil
    }

    private static func tuple(
        scheme: String, hostAndPort: ArraySlice<UInt8>
    ) throws(OriginError) -> TupleOrigin {
        var isInsideBrackets = false
        var end = hostAndPort.endIndex
        for (offset, byte) in zip(hostAndPort.indices, hostAndPort) {
            if byte == UInt8(ascii: "[") { isInsideBrackets = true }
            if byte == UInt8(ascii: "]") { isInsideBrackets = false }
            if byte == UInt8(ascii: ":"), !isInsideBrackets {
                end = offset
                break
            }
        }
        let host = try Host(parsing: hostAndPort[..<end], at: hostAndPort.startIndex)
        let port = end < hostAndPort.endIndex ? try port(hostAndPort[(end + 1)...]) : nil
        return TupleOrigin(scheme: scheme, host: host, port: port)
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(OriginError) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for (offset, byte) in zip(digits.indices, digits) {
            guard let digit = ASCII.digit(byte, radix: 10) else { throw .invalidPort(offset: offset) }
            value = min(value * 10 + UInt32(digit), 65536)
        }
        guard let port = UInt16(exactly: value) else { throw .portOutOfRange(offset: digits.startIndex) }
        return port
    }

    /// Without the C0 controls and spaces at either end, and without tabs and line ends anywhere.
    private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        let body = bytes.drop { $0 <= 0x20 }
        let end = body.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? body.startIndex
        return body[..<end].filter { ![0x09, 0x0A, 0x0D].contains($0) }
    }
}
