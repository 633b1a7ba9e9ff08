import Foundation
import Testing
import Understudy

/// What `profiles show` writes for a server: the files, what is said of them, and whose root they hold.
@Suite struct ServerTrustTests {
    private let tool = ExitStatusTests()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
    private func remove() { try? FileManager.default.removeItem(at: folder) }

    struct Row: Sendable, CustomTestStringConvertible {
        let profile: String
        /// Names of the roots' files.
        let roots: [String]
        var testDescription: String { profile }
    }

    static let rows = [
        Row(profile: "security-key", roots: ["security-key.pem"]),
        Row(profile: "yubikey-5", roots: ["yubikey-5.pem"]),
        Row(profile: "android-safetynet-era", roots: ["android-safetynet-era.pem"]),
        Row(profile: "compound-example", roots: ["compound-example-1.pem", "compound-example-2.pem"]),
        Row(profile: "platform", roots: []),
    ]

    /// Whether by store or by seed: what `create` makes then is trusted, and by nobody else's roots.
    @Test(arguments: rows) func whatCreateMakesIsTrusted(_ row: Row) throws {
        defer { remove() }
        let creation = ExitStatusTests.creation.dropLast() + #","attestation":"direct"}"#
        try Data(creation.utf8).write(to: folder.appending(path: "creation"))
        let whose = [
            "store": ["--store", path("store.sqlite")], "seed": ["--store", ":memory:", "--seed", "07"],
        ]
        for (name, whose) in whose {
            let shown = try tool.run(
                ["profiles", "show", row.profile, "--roots", path(name), "--metadata", path(name + ".jwt")]
                    + whose)
            #expect(shown.status == 0, "\(shown.words)")
            #expect(shown.words.contains("without certificates") == row.roots.isEmpty)
            let written = try #require(try JSONDocument(parsing: Array(shown.output.utf8)).root["written"])
            #expect(
                written["roots"]?.elements.compactMap(\.string) == row.roots.map { path("\(name)/\($0)") })
            #expect(written["metadata"]?["blob"]?.string == path("\(name).jwt"))
            #expect(written["metadata"]?["statement"]?.string == path("\(name).jwt.statement.json"))
            #expect(written["metadata"]?["blobRoot"]?.string == path("\(name).jwt.root.pem"))
            let created = try tool.run(
                ["create", "--options", path("creation"), "--profile", row.profile] + ExitStatusTests.origin
                    + whose)
            try Data(created.output.utf8).write(to: folder.appending(path: name + ".response"))
        }
        for (name, other) in [("store", "seed"), ("seed", "store")] where !row.roots.isEmpty {
            for (anchors, trust, status) in [(name, "trusted", 0), (other, "untrusted", 1)]
                as [(String, String, Int32)]
            {
                let verified = try tool.run(
                    [
                        "verify", "registration", "--options", path("creation"), "--response",
                        path(name + ".response"), "--trust-anchors", path(anchors),
                    ] + ExitStatusTests.origin)
                #expect(verified.status == status)
                let report = try JSONDocument(parsing: Array(verified.output.utf8)).root
                #expect(report["trust"]?["status"]?.string == trust)
                // The same in a session.
                let response = try text(name + ".response").replacing("\n", with: "")
                let call =
                    #"{"call":"verify/registration","origin":"\#(ExitStatusTests.origin[1])","options":\#(creation),"#
                    + #""response":\#(response),"trustAnchors":"\#(path(anchors))"}"#
                let answered = try tool.run(["session"], input: call + "\n")
                let result = try JSONDocument(parsing: Array(answered.output.utf8)).root["result"]
                #expect(result?["trust"]?["status"]?.string == trust, "\(answered.output)")
            }
        }
    }

    /// RFC 7468, and bytes that anyone may read.
    @Test func theFilesAreWhatTheyAreSaidToBe() throws {
        defer { remove() }
        let arguments = [
            "profiles", "show", "security-key", "--roots", path("roots"), "--metadata", path("blob"),
            "--seed", "07",
            "--now", "2026-11-30T12:00:00Z",
        ]
        #expect(try tool.run(arguments).status == 0)
        for name in ["roots/security-key.pem", "blob", "blob.statement.json", "blob.root.pem"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o644)
        }
        for name in ["roots/security-key.pem", "blob.root.pem"] {
            let lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "-----BEGIN CERTIFICATE-----" && lines.last == "")
            #expect(lines.dropLast().last == "-----END CERTIFICATE-----")
            let body = lines.dropFirst().dropLast(2)
            #expect(body.dropLast().allSatisfy { $0.count == 64 })
            let der = try #require(Data(base64Encoded: body.joined()))
            #expect(try X509Certificate(der: Array(der)).isSelfIssued)
        }
        // Not again, and nothing at all where one file is in the way.
        try FileManager.default.removeItem(atPath: path("roots/security-key.pem"))
        let again = try tool.run(arguments)
        #expect(again.status == 2 && again.words.contains("--force") && again.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path("roots/security-key.pem")))
        let before = try text("blob")
        #expect(try tool.run(arguments + ["--force"]).status == 0)
        #expect(try text("blob") == before)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let words: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let refusals = [
        Refusal(arguments: ["--seed", "07"], words: "no meaning"),
        Refusal(arguments: ["--force"], words: "no meaning"),
        Refusal(arguments: ["--metadata", "/dev/null/x"], words: "cannot write"),
        Refusal(arguments: ["--roots", "/dev/null"], words: "cannot write"),
        Refusal(arguments: ["--roots", "/nowhere/at/all", "--seed", "07"], words: "cannot write"),
        Refusal(arguments: ["--metadata", "x", "--seed", "7"], words: "hexadecimal"),
        Refusal(arguments: ["--metadata", "x", "--seed", "07", "--now", "then"], words: "no time"),
    ]

    @Test(arguments: refusals) func whatCannotBeIsRefused(_ row: Refusal) throws {
        defer { remove() }
        let ended = try tool.run(
            ["profiles", "show", "security-key"] + row.arguments, store: path("store.sqlite"))
        #expect(ended.status == 2 && ended.output.isEmpty)
        #expect(ended.words.contains(row.words), "\(ended.words)")
    }

    @Test func anAuthorityThatNobodyKeepsIsNotWritten() throws {
        defer { remove() }
        let ended = try tool.run(["profiles", "show", "security-key", "--metadata", path("blob")])
        #expect(ended.status == 2 && ended.words.contains(":memory:"))
        #expect(!FileManager.default.fileExists(atPath: path("blob")))
        // The name is another model's.
        let store = path("store.sqlite")
        for (profile, status) in [("security-key", 0), ("yubikey-5", 2)] as [(String, Int32)] {
            let ended = try tool.run(
                ["profiles", "show", profile, "--metadata", path(profile)], store: store)
            #expect(ended.status == status, "\(ended.words)")
        }
    }
}
