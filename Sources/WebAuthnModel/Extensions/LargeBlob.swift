internal import JSON

/// The `largeBlob` input (§10.1.5).
public struct LargeBlobInput: Hashable, Sendable {
    /// `required` or `preferred`; registration only.
    public var support: String?
    /// Whether the blob is wanted; authentication only.
    public var read: Bool?
    /// What to store; authentication only.
    public var write: [UInt8]?

    /// Takes the members as they are.
    public init(support: String? = nil, read: Bool? = nil, write: [UInt8]? = nil) {
        self.support = support
        self.read = read
        self.write = write
    }

    init?(reading element: JSONElement) {
        guard element.kind == .object else { return nil }
        self.init(
            support: element["support"]?.string, read: element["read"]?.bool,
            write: element["write"]?.base64URL)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("largeBlob")
        if let support { writer.member("support", support) }
        if let read { writer.member("read", read) }
        if let write { writer.member("write", base64URL: write) }
        writer.endObject()
    }
}

/// The `largeBlob` output (§10.1.5).
public struct LargeBlobOutput: Hashable, Sendable {
    /// Whether the new credential can have a blob; registration only.
    public var supported: Bool?
    /// The blob that was read; authentication only.
    public var blob: [UInt8]?
    /// Whether the blob was stored; authentication only.
    public var written: Bool?

    /// Takes the members as they are.
    public init(supported: Bool? = nil, blob: [UInt8]? = nil, written: Bool? = nil) {
        self.supported = supported
        self.blob = blob
        self.written = written
    }

    init?(_ element: JSONElement, _ reader: inout ClientOutputReader) {
        guard reader.isObject(element) else { return nil }
        supported = reader.flag(element["supported"])
        blob = reader.bytes(element["blob"])
        written = reader.flag(element["written"])
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("largeBlob")
        if let supported { writer.member("supported", supported) }
        if let blob { writer.member("blob", base64URL: blob) }
        if let written { writer.member("written", written) }
        writer.endObject()
    }
}
