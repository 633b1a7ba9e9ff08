public import Bytes
public import JSON

/// What both options dictionaries have in common: they come from a server's JSON.
public protocol CeremonyOptions: Sendable {
    /// The dictionary in the JSON form of Level 3.
    var json: [UInt8] { get }
    /// Reads the dictionary's members.
    init(reading reader: inout OptionsReader, _ dictionary: JSONElement) throws(OptionsError)
}

/// Options as they came from a server, with what stood beside them.
public struct ParsedOptions<Options: CeremonyOptions>: Sendable {
    /// The dictionary.
    public let options: Options
    /// The word of a `mediation` member that stood beside a `publicKey` wrapper.
    public let mediation: String?
    /// What was forgiven on the way.
    public let quirks: [OptionsQuirk]

    /// Reads options bare or wrapped in `publicKey`; unknown members are tolerated.
    ///
    /// - Throws: ``OptionsError``; its `domExceptionName` is what a browser's `parse…FromJSON` would throw.
    public init(json bytes: [UInt8]) throws(OptionsError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        let root = document.root
        guard root.kind == .object else { throw .notObject(path: "", offset: root.offset) }
        var reader = OptionsReader()
        let wrapped = root["publicKey"]
        if let wrapped, wrapped.kind != .object {
            throw .notObject(path: "publicKey", offset: wrapped.offset)
        }
        options = try Options(reading: &reader, wrapped ?? root)
        mediation = wrapped == nil ? nil : root["mediation"]?.string
        quirks = reader.quirks
    }
}

/// Something in a server's options that no server should send and that clients forgive.
public struct OptionsQuirk: Hashable, Sendable {
    /// What was forgiven.
    public enum Kind: Hashable, Sendable {
        /// Base64 with padding or of the other alphabet where base64url without padding belongs.
        case base64(Base64Leniency)
        /// Something else where text belongs; read as the text that a browser makes of it.
        case notText
        /// Something else where a whole number of 32 bits belongs; read as the number that a browser makes of it.
        case notUnsignedLong
        /// A word that the specification does not know; read as if it were absent.
        case unknownWord(String)
    }
    /// The member, `user.id` for example.
    public let path: String
    /// Where its value starts in the JSON text.
    public let offset: Int
    /// What was forgiven.
    public let kind: Kind
}

extension OptionsQuirk: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch kind {
        case .base64(let leniency):
            "\(path) (byte \(offset)) is "
                + (leniency.contains(.padded) ? "padded " : "")
                + (leniency.contains(.standardAlphabet) ? "standard base64" : "base64url")
                + "; JSON options use base64url without padding"
        case .notText: "\(path) (byte \(offset)) is not text; read as a browser would convert it"
        case .notUnsignedLong:
            "\(path) (byte \(offset)) is no whole number from 0 to 4294967295; read as a browser would convert it"
        case .unknownWord(let word): "\(path) (byte \(offset)) is \"\(word)\", an unknown word; ignored"
        }
    }
}

/// Why options cannot be used; paths name the member, offsets count bytes of the JSON text.
public enum OptionsError: Error, Hashable, Sendable {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// The options, or `publicKey`, are not an object.
    case notObject(path: String, offset: Int)
    /// A required member is absent.
    case missing(path: String)
    /// A member has the wrong JSON type.
    case wrongType(path: String, expected: String, offset: Int)
    /// A member that holds bytes is no base64url, not even leniently read.
    case notBase64URL(path: String, offset: Int, BytesError)

    /// What `parseCreationOptionsFromJSON` or `navigator.credentials` would throw (§5.1.8); nil where the
    /// text never gets that far, because it is no JSON object.
    public var domExceptionName: String? {
        switch self {
        case .notJSON, .notObject(path: "", offset: _): nil
        case .notObject, .missing, .wrongType: "TypeError"
        case .notBase64URL: "EncodingError"
        }
    }
}

extension OptionsError: CustomStringConvertible {
    /// A sentence for people: which member, where, and what would be right.
    public var description: String {
        switch self {
        case .notJSON(let error): "the options are not JSON: \(error)"
        case .notObject(let path, let offset):
            "\(path.isEmpty ? "the options" : path) (byte \(offset)) must be a JSON object"
        case .missing(let path): "the required member \(path) is missing"
        case .wrongType(let path, let expected, let offset): "\(path) (byte \(offset)) must be \(expected)"
        case .notBase64URL(let path, let offset, let error):
            "\(path) (byte \(offset)) must be base64url: \(error)"
        }
    }
}
