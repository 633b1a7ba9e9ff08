internal import Cryptography
internal import JSON

/// What the Metadata Service signs (FIDO Metadata Service v3.0 §3.1.6), with one entry.
struct MetadataPayload {
    let statement: MetadataStatementText
    /// Unix seconds.
    let now: Int64

    private static let day: Int64 = 86_400
    /// The service's own are replaced every month.
    private static let lifetime = 30 * day

    var json: [UInt8] {
        let today = CalendarTime.date(unixSeconds: now)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("legalHeader", MetadataStatementText.legalHeader)
        // It must rise with each BLOB; nobody keeps count here, but the days go by.
        writer.member("no", Int(clamping: max(1, now / Self.day)))
        writer.member("nextUpdate", CalendarTime.date(unixSeconds: now + Self.lifetime))
        writer.beginArray("entries")
        writer.beginObject()
        statement.writeIdentifier(to: &writer)
        writer.member("metadataStatement", raw: statement.json(pretty: false))
        writer.beginArray("statusReports")
        writer.beginObject()
        writer.member("status", "NOT_FIDO_CERTIFIED")
        writer.member("effectiveDate", today)
        writer.endObject()
        writer.endArray()
        writer.member("timeOfLastStatusChange", today)
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
