internal import JSON
internal import WebAuthnModel

extension JSONRecogniser {
    /// Whether the bytes are what a metadata BLOB says.
    static func isMetadata(_ bytes: [UInt8]) -> Bool {
        JSONText(bytes).document.flatMap { kind(of: $0.root) } == .metadataPayload
    }
}

extension JSONShape {
    /// The payload of a metadata BLOB (FIDO Metadata Service 3.0 §3.1.6): one row for each entry, and for the first
    /// fifty only, as a real one has some hundreds of several kilobytes each.
    static let metadataPayload = object([
        "legalHeader": note("the terms of use"), "no": note("the serial number, one higher in each BLOB"),
        "nextUpdate": note("the day by which there is another"),
        "entries": array(summary(metadataEntry), most: 50).meaning { _, _ in "one for each model" },
    ])

    /// Which model, its name, and how it stands.
    private static func metadataEntry(_ entry: JSONElement) -> String {
        let aaguid = entry["aaguid"]?.string.map { AAGUID($0)?.description ?? quoted($0, limit: 40) }
        let aaid = entry["aaid"]?.string.map { quoted($0, limit: 40) }
        let keys = entry["attestationCertificateKeyIdentifiers"].map { "named by \($0.count) of its keys" }
        let description = entry["metadataStatement"]?["description"]?.string.map { quoted($0, limit: 80) }
        return [aaguid ?? aaid ?? keys ?? "no model", description, status(entry["statusReports"])]
            .compactMap { $0 }.joined(separator: ", ")
    }

    /// The report that is in force since the latest day; of several, and where no day is named, the last.
    private static func status(_ reports: JSONElement?) -> String? {
        guard let reports, reports.kind == .array else { return nil }
        var latest: (word: String, day: String)?
        for report in reports.elements {
            guard let word = report["status"]?.string else { continue }
            let day = report["effectiveDate"]?.string ?? ""
            if day >= latest?.day ?? "" { latest = (word, day) }
        }
        guard let latest else { return "no status report" }
        let since = latest.day.isEmpty ? "" : " since \(latest.day.prefix(20))"
        let others = reports.count == 1 ? "" : ", the latest of \(reports.count) reports"
        return latest.word.prefix(60) + since + others
    }
}
