internal import JSON

/// What the metadata service publishes: the payload of its BLOB (FIDO Metadata Service 3.0 §3.1.6).
///
/// Members and words that are not known are passed over, as real BLOBs have some every year; what is known and
/// wrong is an error.
public struct MetadataPayload: Hashable, Sendable {
    /// The serial number, one higher in each BLOB.
    public let number: Int
    /// The day by which there is another; nil where none is named.
    public let nextUpdate: MetadataDate?
    /// On which terms the service may be used.
    public let legalHeader: String?
    /// One for each model.
    public let entries: [MetadataEntry]

    /// The longest BLOB that is read: some times the longest that there was, of 10 MB.
    public static let maximumBytes = 64 << 20
    /// The most entries that are read; there were some hundreds.
    public static let maximumEntries = 65_536

    /// Reads the payload's JSON; nobody has vouched for it yet, see ``AuthenticatorMetadata``.
    ///
    /// - Throws: ``RelyingPartyError`` that names the member and its place.
    public init(parsing json: [UInt8]) throws(RelyingPartyError) {
        let document: JSONDocument
        let limits = JSONLimits(maximumBytes: Self.maximumBytes)
        do { document = try JSONDocument(parsing: json, limits: limits) } catch { throw .notJSON(error) }
        // Whoever signs a name twice lets two readers see two things.
        if let duplicate = document.duplicates.first {
            throw .member(path: duplicate.path, expected: "there once", offset: duplicate.offset)
        }
        let reader = MemberReader(object: document.root)
        guard document.root.kind == .object else { throw reader.wrong("", "an object", document.root) }
        guard let number = try reader.version("no") else { throw reader.missing("no", "a number") }
        self.number = number
        nextUpdate = try reader.date("nextUpdate")
        legalHeader = try reader.string("legalHeader")
        guard document.root["entries"] != nil else { throw reader.missing("entries", "an array") }
        entries = try reader.objects("entries", most: Self.maximumEntries) {
            (inner) throws(RelyingPartyError) in try MetadataEntry(inner)
        }
    }
}
