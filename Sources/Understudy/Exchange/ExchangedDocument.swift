internal import JSON

/// Credentials as another virtual authenticator wrote them: the array, one of them alone, or the answer of a protocol
/// with `credentials` or `value` around them.
public struct ExchangedDocument: Sendable {
    /// The form that they are in.
    public let form: CredentialForm
    /// The credentials, in the order written.
    public let credentials: [ExchangedCredential]

    /// Reads them; the form is recognised where none is given.
    public init(parsing bytes: [UInt8], as form: CredentialForm? = nil) throws(ExchangeError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error.description) }
        var root = document.root
        for wrapper in ["result", "credentials", "value"] { root = root[wrapper] ?? root }
        let objects = root.kind == .array ? Array(root.elements) : [root]
        for object in objects where object.kind != .object {
            throw .noCredentials(path: object.pointer)
        }
        guard let form = form ?? Self.form(of: objects) else { throw .noCredentials(path: root.pointer) }
        var credentials: [ExchangedCredential] = []
        for object in objects { credentials.append(try form.read(object)) }
        self.form = form
        self.credentials = credentials
    }

    /// The form by the names of its members and, where two have the same, by the alphabet: bytes in which neither
    /// differs are the same in both.
    private static func form(of objects: [JSONElement]) -> CredentialForm? {
        guard objects.contains(where: { $0["credentialId"] != nil }) else {
            return objects.contains { $0["id"] != nil } ? .playwright : nil
        }
        for object in objects {
            for name in ["credentialId", "privateKey", "userHandle"] {
                guard let text = object[name]?.stringBytes else { continue }
                if text.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
                    return .devTools
                }
            }
        }
        return .webDriver
    }
}
