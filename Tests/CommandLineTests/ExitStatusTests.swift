import Foundation
import TestSupport
import Testing

/// The contract with scripts: exit statuses, JSON on standard output, words on standard error.
@Suite struct ExitStatusTests {
    struct Ended {
        let status: Int32
        let output: String
        let words: String
    }

    func run(_ arguments: [String], input: String = "", store: String = ":memory:") throws -> Ended {
        let process = Process()
        process.executableURL = URL(filePath: Products.path("understudy"))
        process.arguments = arguments
        process.environment = ["UNDERSTUDY_STORE": store, "SWIFT_BACKTRACE": "enable=no"]
        let (feed, output, words) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (feed, output, words)
        try process.run()
        feed.fileHandleForWriting.write(Data(input.utf8))
        try feed.fileHandleForWriting.close()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let told = words.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ended(
            status: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: String(decoding: said, as: UTF8.self), words: String(decoding: told, as: UTF8.self))
    }

    static let creation =
        #"{"rp":{"name":"Example"},"user":{"id":"AQ","name":"a","displayName":"A"},"challenge":"AAAA","pubKeyCredParams":[]}"#
    static let origin = ["--origin", "https://login.example.org"]

    /// No response to options that come from standard input.
    static let judge = ["verify", "registration"] + origin + ["--options", "-", "--response", "/dev/null"]

    struct Row: Sendable, CustomStringConvertible {
        let arguments: [String]
        var input = ""
        let status: Int32
        /// What standard output contains; empty for nothing at all.
        var output = ""
        /// What standard error contains.
        var words = ""
        var description: String { arguments.joined(separator: " ") + " < " + input.prefix(40) }
    }

    static let rows = [
        Row(arguments: ["--version"], status: 0, output: "understudy "),
        Row(arguments: ["--help"], status: 0, output: "Verbs:"),
        Row(arguments: ["verify", "registration", "--help"], status: 0, output: "--trust-anchors"),
        Row(arguments: ["completions", "bash"], status: 0, output: "complete -o filenames"),
        Row(arguments: ["manual"], status: 0, output: ".TH UNDERSTUDY 1"),
        Row(arguments: ["profiles", "list"], status: 0, output: #""name": "platform""#),
        Row(arguments: ["profiles", "check", "/dev/null"], status: 2, words: "not JSON"),
        Row(arguments: ["profiles", "show", "yubikey-5"], status: 0, output: #""withheld""#),
        Row(arguments: [], status: 2, words: "needs a verb"),
        Row(arguments: ["dance"], status: 2, words: "no verb \"dance\""),
        Row(arguments: ["verify"], status: 2, words: "--cases"),
        Row(
            arguments: ["verify", "rules", "--format", "json"], status: 0,
            output: #""refinements":[{"name":"tee-only""#),
        Row(
            arguments: ["verify", "rules", "--format", "text"], status: 0,
            output: "clientData.origin  (must)"),
        Row(
            arguments: judge + ["--policy", "level4"], input: creation, status: 2,
            words: "no policy \"level4\""),
        Row(arguments: judge + ["--policy", "level3,tee"], input: creation, status: 2, words: "tee-only"),
        Row(
            arguments: judge + ["--compare", "level4"], input: creation, status: 2,
            words: "no policy \"level4\""),
        Row(
            arguments: judge + ["--decide", "origin=warn"], input: creation, status: 2,
            words: "RULE=fail|warn|pass|ignore"),
        Row(
            arguments: judge + ["--related-origins", "/dev/null"], input: creation, status: 2,
            words: "not JSON"),
        Row(
            arguments: judge + [
                "--policy", "level3,tee-only", "--decide", "envelope=warn", "--compare", "lenient",
            ], input: creation, status: 1, output: #""comparison":{"policy":"lenient""#),
        Row(arguments: ["create"], status: 2, words: "--origin"),
        Row(arguments: ["create"] + origin + ["--fault", "x"], status: 2, words: "no fault \"x\""),
        Row(
            arguments: ["create"] + origin + ["--fault", "clientData.origin.path"], input: creation,
            status: 0,
            output: #""attestationObject""#),
        Row(
            arguments: ["create"] + origin + ["--fault", "clientData.origin.paths"], input: creation,
            status: 2,
            words: "near it are clientData.origin.path"),
        Row(
            arguments: ["create"] + origin + ["--fault", "androidKey.sig.other"], input: creation, status: 2,
            words: "needs an attestation in the format android-key"),
        Row(
            arguments: ["create"] + origin + ["--fault", "signature.oneBit"], input: creation, status: 2,
            words: "belongs to authentications"),
        Row(arguments: ["faults", "list"], status: 0, output: #""id": "signature.oneBit""#),
        Row(
            arguments: ["faults", "list", "--layer", "flags", "--format", "text"], status: 0,
            output: "authData.flags.UP.clear  Nobody touched the device."),
        Row(arguments: ["faults", "show", "signature.rawRS"], status: 0, output: #""rule": "signature""#),
        Row(arguments: ["faults", "show", "signature.raw"], status: 2, words: "signature.rawRS"),
        Row(arguments: ["create"] + origin + ["--mediation", "x"], status: 2, words: "cannot be \"x\""),
        Row(
            arguments: ["create"] + origin + ["--seed", "0"], input: creation, status: 2, words: "hexadecimal"
        ),
        Row(
            arguments: ["create"] + origin + ["--now", "later"], input: creation, status: 2, words: "no time"),
        Row(
            arguments: ["create"] + origin + ["--gesture", "wink"], input: creation, status: 2, words: "wink"),
        Row(
            arguments: ["create"] + origin + ["--profile", "nokia"], input: creation, status: 2,
            words: "nokia"),
        Row(arguments: ["create"] + origin, input: "[]", status: 2, words: "must be a JSON object"),
        Row(arguments: ["create"] + origin, input: "{", status: 2, words: "not JSON"),
        Row(arguments: ["create", "--origin", "login"], input: creation, status: 2, words: "no origin"),
        Row(arguments: ["create"] + origin, input: "{}", status: 3, output: #""name":"TypeError""#),
        Row(arguments: ["create"] + origin, input: creation, status: 0, output: #""attestationObject""#),
        Row(
            arguments: ["create"] + origin + ["--gesture", "deny"], input: creation, status: 3,
            output: #""cause":"the user refused""#, words: "NotAllowedError"),
        Row(
            arguments: ["get"] + origin, input: #"{"challenge":"AAAA"}"#, status: 3,
            output: #""name":"NotAllowedError""#),
        Row(arguments: ["explain", "a0"], status: 0, output: "map"),
        Row(arguments: ["explain", "not/there.json"], status: 2, words: "not/there.json"),
        Row(arguments: ["credentials", "show", "AAAA"], status: 2, words: "no credential"),
        Row(arguments: ["credentials", "show", "A"], status: 2, words: "base64url"),
        Row(arguments: ["credentials", "list"], status: 0, output: "[]"),
        Row(arguments: ["doctor"], status: 0, output: #""checks""#),
        Row(arguments: ["session"], input: "{}\n", status: 0, output: #""status":2"#),
    ]

    @Test(arguments: rows) func endsAsAgreed(row: Row) throws {
        let ended = try run(row.arguments, input: row.input)
        #expect(ended.status == row.status, "\(ended.words)")
        #expect(row.output.isEmpty ? ended.output.isEmpty : ended.output.contains(row.output))
        #expect(row.words.isEmpty || ended.words.contains(row.words))
    }

    /// A report is taken for the credential record, and prints the next one.
    @Test func aReportLeadsToTheNext() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
        func keep(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let store = path("credentials.sqlite")
        try keep("creation", Self.creation)
        try keep("request", #"{"challenge":"AAAA","rpId":"login.example.org"}"#)
        let created = try run(
            ["create"] + Self.origin + ["--options", path("creation"), "--profile", "security-key"],
            store: store)
        try keep("created", created.output)
        let registered = try run(
            ["verify", "registration"] + Self.origin
                + ["--options", path("creation"), "--response", path("created")])
        #expect(registered.status == 0, "\(registered.words)")
        try keep("record", registered.output)
        let listed = try run(["credentials", "list"], store: store)
        let id = try #require(listed.output.split(separator: "\"").dropFirst(3).first)
        try keep(
            "request",
            #"{"challenge":"AAAA","rpId":"login.example.org","allowCredentials":[{"type":"public-key","id":"\#(id)"}]}"#
        )
        for _ in 0..<2 {
            let got = try run(["get"] + Self.origin + ["--options", path("request")], store: store)
            #expect(got.status == 0, "\(got.words)")
            try keep("got", got.output)
            let verified = try run(
                ["verify", "authentication"] + Self.origin
                    + [
                        "--options", path("request"), "--response", path("got"), "--credential",
                        path("record"),
                    ])
            #expect(verified.status == 0, "\(verified.words)")
            try keep("record", verified.output)
        }
        // The same assertion again: its counter did not rise.
        let again = try run(
            ["verify", "authentication"] + Self.origin
                + ["--options", path("request"), "--response", path("got"), "--credential", path("record")])
        #expect(again.status == 1 && again.output.contains("authData.counter"))
        // As text: what it comes from, and the bytes that are wrong.
        let explained = try run(
            ["verify", "authentication", "--origin", "https://login.example.org:8443", "--format", "text"]
                + ["--options", path("request"), "--response", path("got"), "--credential", path("record")])
        #expect(explained.status == 1 && explained.words.isEmpty)
        let telling = [
            "Rejected: the authentication fails 2 checks",
            "→ The host is right; the port is the default instead of 8443, and it is part of the origin.",
            "  Suspect: what the verifier was told to expect. Seen before: ", "✗ clientData.origin.otherPort",
            "✗ authData.counter.equal", "response.clientDataJSON: client data", ">      42",
            "response.authenticatorData: authenticator data", ">      33       4",
        ]
        for piece in telling { #expect(explained.output.contains(piece), "\(piece)\n\(explained.output)") }
        let mode = try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
