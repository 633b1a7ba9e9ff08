public import JSON

/// What the SafetyNet service says of a device (WebAuthn Level 3 §8.5, and the recorded answers of the service).
public struct SafetyNetPayload: Hashable, Sendable {
    /// Base64 of what the answer is about; nil where it is missing or no string.
    public var nonce: String?
    /// When the answer was made, in milliseconds since 1970; nil where it is missing or no integer.
    public var timestampMs: Int?
    /// The app that asked; nil where it is missing or no string.
    public var apkPackageName: String?
    /// Base64 of the SHA-256 of that app; nil where it is missing or no string.
    public var apkDigestSha256: String?
    /// Whether the device is one whose make passed the compatibility tests, unmodified; nil where it is missing
    /// or neither true nor false.
    public var ctsProfileMatch: Bool?
    /// Base64 of the SHA-256 of each certificate that the app was signed with; what is no string is left out.
    public var apkCertificateDigestSha256: [String]
    /// Whether the device does not look as if it were tampered with; nil where it is missing or neither true nor
    /// false.
    public var basicIntegrity: Bool?

    /// Takes the parts.
    public init(
        nonce: String?, timestampMs: Int?, apkPackageName: String? = nil, apkDigestSha256: String? = nil,
        ctsProfileMatch: Bool?, apkCertificateDigestSha256: [String] = [], basicIntegrity: Bool? = nil
    ) {
        self.nonce = nonce
        self.timestampMs = timestampMs
        self.apkPackageName = apkPackageName
        self.apkDigestSha256 = apkDigestSha256
        self.ctsProfileMatch = ctsProfileMatch
        self.apkCertificateDigestSha256 = apkCertificateDigestSha256
        self.basicIntegrity = basicIntegrity
    }

    /// The answer in JSON, its members in the service's order; those that are nil are left out.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if let nonce { writer.member("nonce", nonce) }
        if let timestampMs { writer.member("timestampMs", timestampMs) }
        if let apkPackageName { writer.member("apkPackageName", apkPackageName) }
        if let apkDigestSha256 { writer.member("apkDigestSha256", apkDigestSha256) }
        if let ctsProfileMatch { writer.member("ctsProfileMatch", ctsProfileMatch) }
        writer.beginArray("apkCertificateDigestSha256")
        for digest in apkCertificateDigestSha256 { writer.value(digest) }
        writer.endArray()
        if let basicIntegrity { writer.member("basicIntegrity", basicIntegrity) }
        writer.endObject()
        return writer.bytes
    }

    /// Why bytes are no such answer.
    public enum ReadingError: Error, Hashable, Sendable {
        /// They are not JSON.
        case notJSON(JSONError)
        /// They are no object.
        case notObject
        /// A member is there twice, so that readers may disagree about it.
        case duplicateMember(String)
    }

    /// Reads the payload; members that are not named here are left alone.
    public init(parsing bytes: [UInt8]) throws(ReadingError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        guard document.root.kind == .object else { throw .notObject }
        if let duplicate = document.duplicates.first { throw .duplicateMember(duplicate.name) }
        let root = document.root
        self.init(
            nonce: root["nonce"]?.string, timestampMs: root["timestampMs"]?.int,
            apkPackageName: root["apkPackageName"]?.string, apkDigestSha256: root["apkDigestSha256"]?.string,
            ctsProfileMatch: root["ctsProfileMatch"]?.bool,
            apkCertificateDigestSha256: root["apkCertificateDigestSha256"]?.elements.compactMap(\.string)
                ?? [],
            basicIntegrity: root["basicIntegrity"]?.bool)
    }
}

extension SafetyNetPayload.ReadingError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notJSON(let error): "the payload is not JSON: \(error)"
        case .notObject: "the payload is not an object"
        case .duplicateMember(let name): "the payload has two members \(name)"
        }
    }
}
