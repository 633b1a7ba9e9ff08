internal import JSON

/// The `credProps` output (§10.1.3): whether the new credential is discoverable.
public struct CredPropsOutput: Hashable, Sendable {
    /// True for a discoverable credential, false for a server-side one, nil where the client cannot tell.
    public var residentKey: Bool?

    /// Takes the answer.
    public init(residentKey: Bool?) { self.residentKey = residentKey }
}

/// `clientExtensionResults` (§9): outputs that are understood here; others are left in the JSON.
public struct ClientExtensionOutputs: Hashable, Sendable {
    /// Nil when there is no `credProps` output.
    public var credProps: CredPropsOutput?

    /// No outputs unless told otherwise.
    public init(credProps: CredPropsOutput? = nil) { self.credProps = credProps }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("clientExtensionResults")
        if let credProps {
            writer.beginObject("credProps")
            if let residentKey = credProps.residentKey { writer.member("rk", residentKey) }
            writer.endObject()
        }
        writer.endObject()
    }
}
