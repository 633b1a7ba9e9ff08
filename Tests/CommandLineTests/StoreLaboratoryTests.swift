import Foundation
import Testing

/// Copies of a store, and what a server sees of them.
@Suite final class StoreLaboratoryTests {
    private let tool = ExitStatusTests()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
    private func keep(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func credentials(_ arguments: [String], store: String = "store") throws -> ExitStatusTests.Ended {
        try tool.run(["credentials"] + arguments, store: path(store))
    }

    /// Registers, and leaves the server's record in `record`.
    private func register() throws {
        try keep("creation", ExitStatusTests.creation)
        let created = try tool.run(
            ["create"] + ExitStatusTests.origin + [
                "--options", path("creation"), "--profile", "security-key",
            ],
            store: path("store"))
        try keep("created", created.output)
        let registered = try tool.run(
            ["verify", "registration"] + ExitStatusTests.origin
                + ["--options", path("creation"), "--response", path("created")])
        #expect(registered.status == 0, "\(registered.words)")
        try keep("record", registered.output)
        let listed = try credentials(["list"])
        let id = try #require(listed.output.split(separator: "\"").dropFirst(3).first)
        try keep(
            "request",
            #"{"challenge":"AAAA","rpId":"login.example.org","allowCredentials":[{"type":"public-key","id":"\#(id)"}]}"#
        )
    }

    /// Signs in with a store; the server's record goes on where it accepts.
    private func signIn(_ store: String) throws -> ExitStatusTests.Ended {
        let got = try tool.run(
            ["get"] + ExitStatusTests.origin + ["--options", path("request")], store: path(store))
        #expect(got.status == 0, "\(got.words)")
        try keep("got", got.output)
        let verified = try tool.run(
            ["verify", "authentication"] + ExitStatusTests.origin
                + ["--options", path("request"), "--response", path("got"), "--credential", path("record")])
        if verified.status == 0 { try keep("record", verified.output) }
        return verified
    }

    @Test func twoClonesDriftApart() throws {
        try register()
        let cloned = try credentials(["clone", path("clone")])
        #expect(cloned.status == 0 && cloned.output.contains(#""credentials":1"#))
        #expect(cloned.words.contains("the same keys"))
        let equal = try credentials(["diff", path("clone")])
        #expect(equal.status == 0 && equal.output == "[]\n")

        #expect(try signIn("store").status == 0)
        let other = try signIn("clone")
        #expect(other.status == 1 && other.output.contains(#""code":"authData.counter"#))
        #expect(try credentials(["diff", path("clone")]).output == "[]\n")
        #expect(try signIn("store").status == 0)
        let differ = try credentials(["diff", path("clone")])
        #expect(differ.status == 0)
        #expect(differ.output.contains(#""changes":{"signCount":{"here":3,"there":2}}"#), "\(differ.output)")
    }

    @Test func aRestoredBackupCountsAgain() throws {
        try register()
        let copied = try credentials(["snapshot", path("snapshot")])
        #expect(copied.status == 0 && copied.words.isEmpty)
        for _ in 0..<2 { #expect(try signIn("store").status == 0) }
        let restored = try credentials(["restore", path("snapshot")])
        #expect(restored.status == 0 && restored.output.contains(#""authenticators":1"#))
        let verdict = try signIn("store")
        #expect(verdict.status == 1 && verdict.output.contains("authData.counter"))
        // Where there was no store, there is one.
        #expect(try credentials(["restore", path("snapshot")], store: "new").status == 0)
        #expect(try credentials(["diff", path("snapshot")], store: "new").output == "[]\n")
    }

    private struct Row {
        let arguments: [String]
        var store = "store"
        let status: Int32
        let words: String
    }

    @Test func whatCannotBeCopiedIsSaid() throws {
        try register()
        try keep("text", "understudy")
        for verb in ["snapshot", "clone", "restore", "diff"] {
            let memory = try tool.run(["credentials", verb, path("x")])
            #expect(memory.status == 2 && memory.words.contains("in memory"))
            #expect(try credentials([verb]).status == 2)
        }
        let rows = [
            Row(arguments: ["snapshot", path("store")], status: 2, words: "the store itself"),
            Row(arguments: ["snapshot", path("text")], status: 2, words: "is there already"),
            Row(arguments: ["clone", path("")], status: 2, words: "folder"),
            Row(arguments: ["snapshot", path("no/folder")], status: 5, words: "No such file"),
            Row(
                arguments: ["snapshot", path("x")], store: "nothing", status: 5, words: "no credential store"),
            Row(arguments: ["restore", path("store")], status: 2, words: "the store itself"),
            Row(arguments: ["restore", path("text")], status: 5, words: "not a credential store"),
            Row(arguments: ["restore", path("nothing")], status: 5, words: "no credential store"),
            Row(arguments: ["diff", path("text")], status: 5, words: "not a credential store"),
            Row(arguments: ["diff", path("")], status: 5, words: "folder"),
        ]
        for row in rows {
            let ended = try credentials(row.arguments, store: row.store)
            #expect(ended.status == row.status && ended.output.isEmpty, "\(row.arguments): \(ended.output)")
            #expect(ended.words.contains(row.words), "\(row.arguments): \(ended.words)")
        }
        #expect(try String(contentsOf: folder.appending(path: "text"), encoding: .utf8) == "understudy")
        #expect(try credentials(["snapshot", path("text"), "--force"]).status == 0)
        #expect(try credentials(["diff", path("text")]).output == "[]\n")
    }
}
