import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// The payload of a BLOB: what is read of it, and what is refused.
@Suite struct MetadataReadingTests {
    /// `¦` stands before the value that is wrong.
    struct Wrong: CustomTestStringConvertible, Sendable {
        let path: String
        let json: String
        var testDescription: String { "\(path) in \(json)" }

        init(_ path: String, _ json: String) {
            self.path = path
            self.json = json
        }

        init(_ path: String, entry: String) {
            self.init("entries[0].\(path)", "{\"no\": 1, \"entries\": [\(entry)]}")
        }

        init(_ path: String, statement: String) {
            self.init("metadataStatement.\(path)", entry: "{\"metadataStatement\": {\(statement)}}")
        }

        init(_ path: String, report: String) {
            self.init("statusReports[0].\(path)", entry: "{\"statusReports\": [\(report)]}")
        }
    }

    static let wrong: [Wrong] = [
        Wrong("", "¦[]"), Wrong("no", "¦{\"entries\": []}"), Wrong("no", "{\"no\": ¦\"1\", \"entries\": []}"),
        Wrong("no", "{\"no\": ¦-1, \"entries\": []}"), Wrong("no", "{\"no\": ¦1.5, \"entries\": []}"),
        Wrong("no", "{\"no\": ¦99999999999999999999, \"entries\": []}"), Wrong("entries", "¦{\"no\": 1}"),
        Wrong("entries", "{\"no\": 1, \"entries\": ¦{}}"),
        Wrong("entries[0]", "{\"no\": 1, \"entries\": [¦1]}"),
        Wrong("/no", "{\"no\": 1, ¦\"no\": 2, \"entries\": []}"),
        Wrong("/entries/0/a/b", "{\"no\": 1, \"entries\": [{\"a\": {\"b\": 1, ¦\"b\": 2}}]}"),
        Wrong("nextUpdate", "{\"no\": 1, \"nextUpdate\": ¦\"2026-02-30\", \"entries\": []}"),
        Wrong("nextUpdate", "{\"no\": 1, \"nextUpdate\": ¦\"30.11.2026\", \"entries\": []}"),
        Wrong("nextUpdate", "{\"no\": 1, \"nextUpdate\": ¦\"2026-1١-01\", \"entries\": []}"),
        Wrong("legalHeader", "{\"no\": 1, \"legalHeader\": ¦{}, \"entries\": []}"),
        Wrong("aaguid", entry: "{\"aaguid\": ¦\"ee882879\"}"), Wrong("aaguid", entry: "{\"aaguid\": ¦7}"),
        Wrong("aaid", entry: "{\"aaid\": ¦[]}"),
        Wrong(
            "attestationCertificateKeyIdentifiers[0]",
            entry: "{\"attestationCertificateKeyIdentifiers\": [¦\"00\"]}"),
        Wrong(
            "attestationCertificateKeyIdentifiers",
            entry: "{\"attestationCertificateKeyIdentifiers\": ¦\"00\"}"),
        Wrong("timeOfLastStatusChange", entry: "{\"timeOfLastStatusChange\": ¦0}"),
        Wrong("metadataStatement", entry: "{\"metadataStatement\": ¦[]}"),
        Wrong("statusReports", entry: "{\"statusReports\": ¦{}}"),
        Wrong("status", report: "¦{}"), Wrong("status", report: "{\"status\": ¦3}"),
        Wrong("effectiveDate", report: "{\"status\": \"X\", \"effectiveDate\": ¦\"yesterday\"}"),
        Wrong("authenticatorVersion", report: "{\"status\": \"X\", \"authenticatorVersion\": ¦-5}"),
        Wrong("certificate", report: "{\"status\": \"X\", \"certificate\": ¦\"!\"}"),
        Wrong("description", statement: "\"description\": ¦[]"),
        Wrong("authenticatorVersion", statement: "\"authenticatorVersion\": ¦\"5\""),
        Wrong("protocolFamily", statement: "\"protocolFamily\": ¦2"),
        Wrong("upv[1]", statement: "\"upv\": [{\"major\": 1, \"minor\": 0}, ¦\"1.1\"]"),
        Wrong("upv[0].major", statement: "\"upv\": [{\"major\": ¦\"1\"}]"),
        Wrong("authenticationAlgorithms", statement: "\"authenticationAlgorithms\": ¦[1]"),
        Wrong("attestationTypes", statement: "\"attestationTypes\": ¦\"basic_full\""),
        Wrong(
            "attestationRootCertificates[1]", statement: "\"attestationRootCertificates\": [\"AAAA\", ¦\"\"]"),
        Wrong("attestationRootCertificates[0]", statement: "\"attestationRootCertificates\": [¦1]"),
    ]

    @Test(arguments: wrong) func isRefused(_ row: Wrong) throws {
        let parts = row.json.split(separator: "¦", omittingEmptySubsequences: false)
        let offset = try #require(parts.first).utf8.count
        let error = #expect(throws: RelyingPartyError.self) {
            try MetadataPayload(parsing: Array(parts.joined().utf8))
        }
        guard case .member(let path, _, let place)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == row.path && place == offset, "\(path) at \(place)")
    }

    @Test func boundsHold() throws {
        let many =
            "{\"no\": 1, \"entries\": ["
            + repeatElement("{}", count: MetadataPayload.maximumEntries + 1).joined(separator: ",") + "]}"
        #expect(throws: RelyingPartyError.self) { try MetadataPayload(parsing: Array(many.utf8)) }
        let deep = "{\"no\": 1, \"entries\": [], \"x\": " + String(repeating: "[", count: 100)
        #expect(throws: RelyingPartyError.self) { try MetadataPayload(parsing: Array(deep.utf8)) }
        let identifiers = repeatElement("\"\(String(repeating: "0", count: 40))\"", count: 4097)
        let entry = "{\"attestationCertificateKeyIdentifiers\": [\(identifiers.joined(separator: ","))]}"
        #expect(throws: RelyingPartyError.self) {
            try MetadataPayload(parsing: Array("{\"no\": 1, \"entries\": [\(entry)]}".utf8))
        }
    }

    @Test func everythingIsRead() throws {
        let json = """
            {"no": 7, "nextUpdate": "2026-12-31", "legalHeader": "terms", "new": 1, "entries": [
              {"aaid": "4e4e#4005", "attestationCertificateKeyIdentifiers": ["7C0903708B87115B0B422DEF3138C3C864E44573"],
               "statusReports": [{"status": "UPDATE_AVAILABLE", "effectiveDate": "2026-01-02", "sunsetDate": "2027-01-02",
                 "authenticatorVersion": 9, "certificate": "AAEC", "batchCertificate": "AwQ=", "url": "https://example.org",
                 "certificateNumber": "FIDO2"}],
               "timeOfLastStatusChange": "2026-01-02",
               "metadataStatement": {"aaguid": "01020304-0506-0708-090A-0B0C0D0E0F10", "description": "Key",
                 "authenticatorVersion": 8, "protocolFamily": "u2f", "upv": [{"major": 1, "minor": 2}],
                 "authenticationAlgorithms": ["a"], "publicKeyAlgAndEncodings": ["b"], "attestationTypes": ["c"],
                 "keyProtection": ["d"], "attestationRootCertificates": ["AA\\n EC"]}}]}
            """
        let payload = try MetadataPayload(parsing: Array(json.utf8))
        #expect(payload.number == 7 && payload.nextUpdate?.description == "2026-12-31")
        #expect(payload.nextUpdate?.unixSeconds == 1_798_675_200 && payload.legalHeader == "terms")
        let entry = try #require(payload.entries.first)
        #expect(entry.aaguid == nil && entry.aaid == "4e4e#4005")
        #expect(entry.keyIdentifiers.map(\.count) == [20] && entry.keyIdentifiers[0][0] == 0x7C)
        #expect(entry.timeOfLastStatusChange == MetadataDate("2026-01-02"))
        let report = try #require(entry.statusReports.first)
        #expect(report.status == .updateAvailable && report.effectiveDate == MetadataDate("2026-01-02"))
        #expect(report.sunsetDate == MetadataDate("2027-01-02") && report.authenticatorVersion == 9)
        #expect(report.certificates == [[0, 1, 2], [3, 4]] && report.url == "https://example.org")
        #expect(report.certificateNumber == "FIDO2")
        let statement = try #require(entry.statement)
        #expect(statement.aaguid == AAGUID([UInt8](1...16)) && statement.description == "Key")
        #expect(statement.authenticatorVersion == 8 && statement.protocolFamily == "u2f")
        #expect(statement.protocolVersions.map { [$0.major, $0.minor] } == [[1, 2]])
        #expect(statement.authenticationAlgorithms == ["a"] && statement.publicKeyFormats == ["b"])
        #expect(statement.attestationTypes == ["c"] && statement.keyProtection == ["d"])
        #expect(statement.attestationRoots == [[0, 1, 2]])
    }
}
