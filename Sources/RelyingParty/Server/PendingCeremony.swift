internal import JSON
public import WebAuthnModel

/// A ceremony that was begun: what the server must remember until the answer comes, and hand out once.
public struct PendingCeremony: Hashable, Sendable {
    /// Who is to sign in.
    public enum Subject: Hashable, Sendable {
        /// Whoever the credential belongs to: nobody was named.
        case anybody
        /// The owner of this user handle.
        case user([UInt8])
        /// A user was named whom there is not; the answer will be refused, whatever it is.
        case nobody
    }

    /// What was begun.
    public enum Purpose: Hashable, Sendable {
        /// A registration, with its options.
        case registration(CreationOptions)
        /// A sign-in, with its options.
        case authentication(RequestOptions, Subject)
    }

    /// Names the ceremony; belongs into the user's session, a cookie for example, and nowhere else.
    public let id: String
    /// What was begun.
    public let purpose: Purpose
    /// When it is over, in milliseconds since 1970.
    public let expires: Int64

    /// Takes the three.
    public init(id: String, purpose: Purpose, expires: Int64) {
        self.id = id
        self.purpose = purpose
        self.expires = expires
    }

    /// For a store outside the process.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", id)
        writer.member("expires", Int(expires))
        switch purpose {
        case .registration(let options):
            writer.member("registration", raw: options.json)
        case .authentication(let options, let subject):
            writer.member("authentication", raw: options.json)
            switch subject {
            case .anybody: break
            case .user(let handle): writer.member("user", base64URL: handle)
            case .nobody: writer.nullMember("user")
            }
        }
        writer.endObject()
        return writer.bytes
    }

    /// Reads what ``json`` wrote.
    ///
    /// - Throws: ``RelyingPartyError/notJSON(_:)`` or ``RelyingPartyError/member(path:expected:offset:)``.
    public init(json bytes: [UInt8]) throws(RelyingPartyError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        let root = document.root
        let reader = MemberReader(object: root)
        guard root.kind == .object, let expires = try reader.integer("expires") else {
            throw .member(path: "", expected: "a ceremony that was begun", offset: root.offset)
        }
        let subject: Subject =
            switch root["user"] {
            case nil: .anybody
            case let element? where element.isNull: .nobody
            default: .user(try reader.required("user"))
            }
        self.init(
            id: try reader.requiredString("id"), purpose: try Self.purpose(root, subject, reader),
            expires: Int64(expires))
    }

    private static func purpose(
        _ root: JSONElement, _ subject: Subject, _ reader: MemberReader
    ) throws(RelyingPartyError) -> Purpose {
        if let element = root["registration"],
            let parsed = try? ParsedOptions<CreationOptions>(json: Array(element.rawBytes))
        {
            return .registration(parsed.options)
        }
        if let element = root["authentication"],
            let parsed = try? ParsedOptions<RequestOptions>(json: Array(element.rawBytes))
        {
            return .authentication(parsed.options, subject)
        }
        throw reader.missing("registration", "the options of a ceremony")
    }
}
