internal import Bytes

/// A value that a finding shows: what was expected, or what there was.
public enum ReportValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// Bytes; in JSON `{"base64url": …}`.
    case bytes([UInt8])
    /// A number.
    case integer(Int)
    /// A truth value.
    case flag(Bool)
    /// Any of several.
    case list([ReportValue])

    /// Several texts; the text itself when it is but one.
    static func texts(_ texts: [String]) -> ReportValue {
        texts.count == 1 ? .text(texts[0]) : .list(texts.map { .text($0) })
    }
}

extension ReportValue: CustomStringConvertible {
    /// For people, on one line; bytes in base64url, long ones with their length.
    public var description: String {
        switch self {
        case .text(let text): text
        case .bytes(let bytes) where bytes.count > 96:
            "\(Base64URL.encode(bytes.prefix(72)))… (\(bytes.count) bytes)"
        case .bytes(let bytes): bytes.isEmpty ? "(no bytes)" : Base64URL.encode(bytes)
        case .integer(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let values):
            values.isEmpty ? "(none)" : values.map(\.description).joined(separator: " or ")
        }
    }
}

/// Where in a response something stands.
public struct ReportLocation: Hashable, Sendable {
    /// What offsets are counted in: a member of the response, decoded, or the response's JSON itself.
    public enum Field: String, Hashable, Sendable {
        /// The JSON text of the whole response.
        case response
        /// The client data.
        case clientDataJSON
        /// The attestation object.
        case attestationObject
        /// The authenticator data; in a registration, that within the attestation object.
        case authenticatorData
        /// The assertion signature.
        case signature
        /// The user handle.
        case userHandle
        /// The credential ID.
        case rawID = "rawId"
        /// The public key in the caller's credential record.
        case storedPublicKey = "credential.publicKey"
        /// The payload of the metadata BLOB.
        case metadata
    }

    /// What offsets are counted in.
    public let field: Field
    /// The way to it: a JSON Pointer in JSON; names and indices in CBOR and authenticator data.
    public let path: String?
    /// The first byte; nil where the place has none, because something is missing.
    public let offset: Int?
    /// How many bytes.
    public let length: Int?

    init(_ field: Field, path: String? = nil, offset: Int? = nil, length: Int? = nil) {
        self.field = field
        self.path = path
        self.offset = offset
        self.length = length
    }

    init(_ field: Field, path: String? = nil, _ range: Range<Int>) {
        self.init(field, path: path, offset: range.lowerBound, length: range.count)
    }

    /// The same place, so many bytes into it.
    func advanced(by count: Int, length: Int? = nil) -> ReportLocation {
        ReportLocation(field, path: path, offset: offset.map { $0 + count }, length: length)
    }
}

extension ReportLocation: CustomStringConvertible {
    /// For people: field, path, and bytes counted from zero.
    public var description: String {
        var text = field.rawValue
        if let path { text += " \(path)" }
        guard let offset else { return text }
        switch length {
        case nil, 1?: return text + ", byte \(offset)"
        case let length?: return text + ", bytes \(offset)–\(offset + max(length, 1) - 1)"
        }
    }
}
