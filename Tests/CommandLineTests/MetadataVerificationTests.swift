import Foundation
import Testing
import Understudy

/// `verify registration --metadata`: a model's own BLOB, and what is refused in its place.
@Suite struct MetadataVerificationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// `FOLDER` stands for the folder of the files.
        let arguments: [String]
        let status: Int32
        /// The trust in the report; empty for no report.
        var trust = ""
        /// What the report or standard error contains.
        var words = ""
        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let ours = ["--metadata", "FOLDER/blob", "--metadata-root", "FOLDER/blob.root.pem"]

    static let rows = [
        Row(arguments: ours, status: 0, trust: "trusted", words: #""status":"NOT_FIDO_CERTIFIED""#),
        Row(arguments: [], status: 0, trust: "unverified"),
        Row(
            arguments: ["--metadata", "FOLDER/blob"], status: 2, words: "--metadata-root"),
        Row(arguments: ["--metadata-root", "FOLDER/blob.root.pem"], status: 2, words: "without --metadata"),
        Row(arguments: ["--metadata-number", "1"], status: 2, words: "without --metadata"),
        Row(arguments: ours + ["--metadata-number", "x"], status: 2, words: "\"x\""),
        Row(arguments: ours + ["--metadata-number", "-1"], status: 2, words: "\"-1\""),
        Row(arguments: ours + ["--metadata-number", "20000"], status: 0, trust: "trusted"),
        Row(
            arguments: ours + ["--metadata-number", "30000"], status: 1, trust: "unverified",
            words: #""code":"mds","status":"fail""#),
        Row(
            arguments: ours + ["--metadata-signer", "mds.fidoalliance.org"], status: 1, trust: "unverified",
            words: "was not issued to mds.fidoalliance.org"),
        Row(
            arguments: ["--metadata", "FOLDER/blob", "--metadata-root", "FOLDER/roots"], status: 1,
            trust: "unverified", words: "lead to none of the roots"),
        Row(
            arguments: ["--metadata", "FOLDER/options", "--metadata-root", "FOLDER/blob.root.pem"], status: 1,
            trust: "unverified", words: #""code":"mds.jws""#),
        Row(
            arguments: ["--metadata", "FOLDER/other", "--metadata-root", "FOLDER/other.root.pem"], status: 0,
            trust: "unverified", words: "does not have the model"),
        Row(
            arguments: ["--metadata", "FOLDER/nothing", "--metadata-root", "FOLDER/blob.root.pem"], status: 2,
            words: "cannot read"),
        Row(
            arguments: ["--metadata", "FOLDER/blob", "--metadata-root", "FOLDER/options"], status: 2,
            words: "no certificate"),
    ]

    @Test func itVouches() throws {
        let tool = ExitStatusTests()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

        let options = ExitStatusTests.creation.dropLast() + #","attestation":"direct"}"#
        try Data(options.utf8).write(to: folder.appending(path: "options"))
        // Day 20787 is the number of the BLOB.
        let whose = ["--store", ":memory:", "--seed", "07", "--now", "2026-11-30T12:00:00Z"]
        for (profile, name) in [("security-key", "blob"), ("yubikey-5", "other")] {
            let shown = try tool.run(
                ["profiles", "show", profile, "--roots", path("roots"), "--metadata", path(name)] + whose)
            #expect(shown.status == 0, "\(shown.words)")
        }
        let created = try tool.run(
            ["create", "--options", path("options"), "--profile", "security-key"] + ExitStatusTests.origin
                + whose)
        try Data(created.output.utf8).write(to: folder.appending(path: "response"))

        for row in Self.rows {
            let ended = try tool.run(
                [
                    "verify", "registration", "--options", path("options"), "--response", path("response"),
                    "--now", "2026-11-30T12:00:00Z",
                ] + ExitStatusTests.origin
                    + row.arguments.map { $0.replacing("FOLDER", with: folder.path(percentEncoded: false)) })
            #expect(ended.status == row.status, "\(row): \(ended.words)")
            let report = (try? JSONDocument(parsing: Array(ended.output.utf8)))?.root
            #expect(report?["trust"]?["status"]?.string ?? "" == row.trust, "\(row)")
            #expect(
                row.words.isEmpty || (ended.output + ended.words).contains(row.words),
                "\(row): \(ended.words)")
        }
    }
}
