internal import JSON

/// One or two inputs or outputs of a credential's pseudo-random function (§10.1.4).
public struct PRFValues: Hashable, Sendable {
    /// The length of each output.
    public static let outputLength = 32
    /// The first.
    public var first: [UInt8]
    /// The second; nil where there is but one.
    public var second: [UInt8]?

    /// Takes the values as they are.
    public init(first: [UInt8], second: [UInt8]? = nil) {
        self.first = first
        self.second = second
    }

    init?(reading element: JSONElement) {
        guard let first = element["first"]?.base64URL else { return nil }
        self.init(first: first, second: element["second"]?.base64URL)
    }

    init?(_ element: JSONElement, _ reader: inout ClientOutputReader) {
        guard reader.isObject(element) else { return nil }
        guard let member = element["first"] else {
            reader.note(element, "an object with a member first")
            return nil
        }
        guard let first = reader.bytes(member) else { return nil }
        self.init(first: first, second: reader.bytes(element["second"]))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("first", base64URL: first)
        if let second { writer.member("second", base64URL: second) }
        writer.endObject()
    }
}

/// The `prf` input (§10.1.4).
public struct PRFInput: Hashable, Sendable {
    /// What to evaluate for any credential.
    public var eval: PRFValues?
    /// What to evaluate for the credential of an ID in base64url; authentication only.
    public var evalByCredential: [String: PRFValues]

    /// Takes the members as they are.
    public init(eval: PRFValues? = nil, evalByCredential: [String: PRFValues] = [:]) {
        self.eval = eval
        self.evalByCredential = evalByCredential
    }

    init?(reading element: JSONElement) {
        guard element.kind == .object else { return nil }
        var byCredential: [String: PRFValues] = [:]
        if let record = element["evalByCredential"], record.kind == .object {
            for (id, values) in record.members { byCredential[id] = PRFValues(reading: values) }
        }
        self.init(eval: element["eval"].flatMap(PRFValues.init(reading:)), evalByCredential: byCredential)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("prf")
        if let eval {
            writer.name("eval")
            eval.write(to: &writer)
        }
        if !evalByCredential.isEmpty {
            writer.beginObject("evalByCredential")
            for (id, values) in evalByCredential.sorted(by: { $0.key < $1.key }) {
                writer.name(id)
                values.write(to: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
    }
}

/// The `prf` output (§10.1.4).
public struct PRFOutput: Hashable, Sendable {
    /// Whether the new credential has the function; registration only.
    public var enabled: Bool?
    /// What it came to: secrets of the client, which may well have kept them to itself.
    public var results: PRFValues?

    /// Takes the members as they are.
    public init(enabled: Bool? = nil, results: PRFValues? = nil) {
        self.enabled = enabled
        self.results = results
    }

    init?(_ element: JSONElement, _ reader: inout ClientOutputReader) {
        guard reader.isObject(element) else { return nil }
        enabled = reader.flag(element["enabled"])
        results = element["results"].flatMap { PRFValues($0, &reader) }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("prf")
        if let enabled { writer.member("enabled", enabled) }
        if let results {
            writer.name("results")
            results.write(to: &writer)
        }
        writer.endObject()
    }
}
