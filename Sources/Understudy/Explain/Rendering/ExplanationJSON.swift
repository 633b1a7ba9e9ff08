internal import Bytes
internal import JSON

extension Explanation {
    /// The explanation as JSON, for programs; the bytes of each row are there in full.
    ///
    /// `{"schema": 1, "kind", "title", "notation", "confidence", "otherReadings": [{"kind", "notation",
    /// "confidence"}], "length", "rows": [{"offset", "length", "depth", "name", "meaning", "bytes": {"hex"} |
    /// "group": true | "bit": {"number", "isSet"}}], "problems": [{"severity", "offset", "message"}],
    /// "sections": […]}`; a section has no `schema`, and a `member`.
    public func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        writer.member("schema", 1)
        write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        if let member { writer.member("member", member) }
        writer.member("kind", kind.rawValue)
        writer.member("title", title)
        writer.member("notation", notation.title)
        writer.member("confidence", confidence.word)
        writer.beginArray("otherReadings")
        for reading in otherReadings {
            writer.beginObject()
            writer.member("kind", reading.kind.rawValue)
            writer.member("notation", reading.notation.title)
            writer.member("confidence", reading.confidence.word)
            writer.endObject()
        }
        writer.endArray()
        writer.member("length", length)
        writer.beginArray("rows")
        for row in rows { row.write(to: &writer) }
        writer.endArray()
        writer.beginArray("problems")
        for problem in problems {
            writer.beginObject()
            writer.member("severity", problem.severity.rawValue)
            if let offset = problem.offset { writer.member("offset", offset) }
            writer.member("message", problem.message)
            writer.endObject()
        }
        writer.endArray()
        writer.beginArray("sections")
        for section in sections {
            writer.beginObject()
            section.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension Explanation.Row {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("offset", offset)
        writer.member("length", length)
        writer.member("depth", depth)
        writer.member("name", name)
        writer.member("meaning", meaning)
        switch part {
        case .bytes(let bytes):
            writer.beginObject("bytes")
            writer.member("hex", Hex.encode(bytes))
            writer.endObject()
        case .group: writer.member("group", true)
        case .bit(let number, let isSet):
            writer.beginObject("bit")
            writer.member("number", number)
            writer.member("isSet", isSet)
            writer.endObject()
        }
        writer.endObject()
    }
}
