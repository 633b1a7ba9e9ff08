internal import JSON

/// The `credProps` output (§10.1.3): whether the new credential is discoverable.
public struct CredPropsOutput: Hashable, Sendable {
    /// True for a discoverable credential, false for a server-side one, nil where the client cannot tell.
    public var residentKey: Bool?

    /// Takes the answer.
    public init(residentKey: Bool?) { self.residentKey = residentKey }

    init?(_ element: JSONElement, _ reader: inout ClientOutputReader) {
        guard reader.isObject(element) else { return nil }
        residentKey = reader.flag(element["rk"])
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("credProps")
        if let residentKey { writer.member("rk", residentKey) }
        writer.endObject()
    }
}
