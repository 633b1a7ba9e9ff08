import CBOR
import FuzzSupport
import JSON
import RelyingParty

/// What holds for every report: its parts agree, places lie within what they are places of, and its JSON is JSON.
func check(_ report: Report, _ lengths: [ReportLocation.Field: Int?]) {
    let rejects = report.findings.contains(where: \.rejects)
    hold((report.verdict == .reject) == rejects, "the verdict is that of the findings")
    hold((report.credential != nil) == (report.verdict == .accept), "a credential comes with acceptance only")
    for finding in report.findings {
        hold(finding.ceremony == report.ceremony, "a finding is of the ceremony")
        hold(
            ![.fail, .warn].contains(finding.status) || finding.variant != nil,
            "what is broken says how: \(finding)")
    }
    for case let location? in report.findings.map(\.location) + report.diagnoses.map(\.location) {
        guard let offset = location.offset else { continue }
        hold(offset >= 0 && (location.length ?? 0) >= 0, "a place is not negative: \(location)")
        if let length = lengths[location.field] ?? nil {
            hold(offset + (location.length ?? 0) <= length, "a place lies within its bytes: \(location)")
        }
    }
    hold(!rejects || !report.diagnoses.isEmpty, "a rejection says what it comes from")
    hold(!report.text.isEmpty, "a report has a text")
    checkJSON(report)
}

private func checkJSON(_ report: Report) {
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: report.json(toolVersion: "0")) } catch {
        return hold(false, "a report's JSON is JSON: \(error)")
    }
    let root = document.root
    hold(document.duplicates.isEmpty, "a report's JSON names nothing twice")
    hold(root["verdict"]?.string == report.verdict.rawValue, "a report's JSON has the verdict")
    hold(root["findings"]?.count == report.findings.count, "a report's JSON has every finding")
    guard let credential = report.credential, let element = root["credential"] else {
        return hold(
            root["credential"] == nil && report.credential == nil, "a report's JSON has the credential")
    }
    hold((try? CredentialRecord(element)) == credential, "a credential record can be written and read")
}
