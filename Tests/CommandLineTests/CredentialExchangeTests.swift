import Foundation
import Testing
import Understudy

/// Credentials on their way out of one store and into another.
@Suite struct CredentialExchangeTests {
    private let tool = ExitStatusTests()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
    private func remove() { try? FileManager.default.removeItem(at: folder) }
    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    struct Trip: Sendable, CustomTestStringConvertible {
        let form: String
        let profile: String
        var algorithm = -7
        /// What standard error must say of what is left behind.
        var lost: [String] = []
        var testDescription: String { "\(form) \(profile) \(algorithm)" }
    }

    static let trips = [
        Trip(form: "cdp", profile: "chromium-virtual-internal"),
        Trip(form: "cdp", profile: "security-key", algorithm: -8),
        Trip(form: "cdp", profile: "security-key", algorithm: -37, lost: ["algorithm"]),
        Trip(form: "cdp", profile: "yubikey-5"),
        Trip(form: "cdp", profile: "platform"),
        Trip(form: "webdriver", profile: "platform", lost: ["names", "backup eligibility"]),
        Trip(form: "webdriver", profile: "chromium-virtual-usb", algorithm: -257, lost: ["names"]),
        Trip(form: "webdriver", profile: "firefox-virtual", lost: ["names"]),
        Trip(form: "playwright", profile: "playwright-virtual", lost: ["names"]),
        Trip(form: "playwright", profile: "yubikey-5", lost: ["names"]),
    ]

    /// Out, in, out: the same bytes; and the one that went in signs in, above the counter that it came with.
    @Test(arguments: trips) func theyComeThroughWhole(_ trip: Trip) throws {
        defer { remove() }
        let origin = ["--origin", "https://login.example.org"]
        try write(
            #"{"rp":{"name":"Example"},"user":{"id":"AQ","name":"a","displayName":"A"},"challenge":"AAAA","#
                + #""pubKeyCredParams":[{"type":"public-key","alg":\#(trip.algorithm)}],"#
                + #""authenticatorSelection":{"residentKey":"required"}}"#, "creation")
        try write(#"{"challenge":"AAAA"}"#, "request")
        let created = try tool.run(
            ["create", "--options", path("creation"), "--profile", trip.profile] + origin, store: path("a"))
        #expect(created.status == 0, "\(created.words)")
        try write(created.output, "created")
        let first = try tool.run(["get", "--options", path("request")] + origin, store: path("a"))
        #expect(first.status == 0, "\(first.words)")
        try write(first.output, "first")

        let out = try tool.run(
            ["credentials", "export", "--format", trip.form, "--output", path("out")], store: path("a"))
        #expect(out.status == 0 && out.output.isEmpty && out.words.contains("unencrypted"))
        for part in trip.lost { #expect(out.words.contains(part), "\(out.words)") }
        let attributes = try FileManager.default.attributesOfItem(atPath: path("out"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let text = String(decoding: try Data(contentsOf: folder.appending(path: "out")), as: UTF8.self)

        let into = try tool.run(
            ["credentials", "import", path("out"), "--profile", trip.profile], store: path("b"))
        #expect(into.status == 0, "\(into.words)")
        let listed = try tool.run(["credentials", "list"], store: path("b"))
        #expect(into.output == listed.output)
        let again = try tool.run(["credentials", "export", "--format", trip.form], store: path("b"))
        #expect(again.output == text)

        // One with PS256 signs as its key usually does, which a server takes for a forgery.
        guard trip.algorithm != -37 else { return }
        let registered = try tool.run(
            ["verify", "registration", "--options", path("creation"), "--response", path("created")] + origin)
        try write(registered.output, "record")
        let signedIn = try tool.run(
            [
                "verify", "authentication", "--options", path("request"), "--response", path("first"),
                "--credential", path("record"),
            ] + origin)
        #expect(signedIn.status == 0, "\(signedIn.output)")
        try write(signedIn.output, "record")
        let later = try tool.run(["get", "--options", path("request")] + origin, store: path("b"))
        #expect(later.status == 0, "\(later.words)")
        try write(later.output, "later")
        let judged = try tool.run(
            [
                "verify", "authentication", "--options", path("request"), "--response", path("later"),
                "--credential", path("record"),
            ] + origin)
        #expect(judged.status == 0, "\(judged.output)")

        let twice = try tool.run(["credentials", "import", path("out")], store: path("b"))
        #expect(twice.status == 2 && twice.words.contains("already"), "\(twice.words)")
    }

    /// The key with the scalar 1, as OpenSSL writes it.
    static let key =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGhRANCAARrF9Hy"
        + "4SxCR/i85uVjpEDydwN9gS3rM6D0oTlF2JjClk/jQuL+Gn+bjufrSnwPnhYrzjNXazFezsu2QGg3v1H1"
    static let good =
        #"{"credentialId":"AQID/w==","isResidentCredential":true,"rpId":"example.org","privateKey":"\#(key)","userHandle":"AQ==","signCount":7,"backupEligibility":true,"backupState":false}"#

    static let fromPlaywright =
        #"{"id":"AQID_w","rpId":"example.org","userHandle":"AQ","privateKey":"\#(urlSafe(key))","publicKey":"\#(publicKey)","signCount":7}"#
    static let publicKey =
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"
        + "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q"
    private static func urlSafe(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        var arguments = ["--profile", "chromium-virtual-internal"]
        var status: Int32 = 2
        /// What standard error, or standard output of what is taken, must contain.
        let words: String
        var testDescription: String { words + " " + arguments.joined(separator: " ") }

        /// The good credential with something else in the place of one text.
        init(
            _ text: String = good, _ old: String = "", _ new: String = "", arguments: [String]? = nil,
            status: Int32 = 2, words: String
        ) {
            self.text = old.isEmpty ? text : text.replacing(old, with: new)
            if let arguments { self.arguments = arguments }
            self.status = status
            self.words = words
        }
    }

    static let rows = [
        Row(status: 0, words: #""backupEligible":true,"backupState":false,"signCount":7"#),
        Row("[\(good)]", status: 0, words: #""id":"AQID_w""#),
        Row(#"{"credentials":[\#(good)]}"#, status: 0, words: #""id":"AQID_w""#),
        Row(#"{"id":1,"result":{"credentials":[\#(good)]}}"#, status: 0, words: #""id":"AQID_w""#),
        Row("[]", arguments: ["--format", "cdp"], status: 0, words: "[]"),
        Row("[]", words: "no credential"),
        Row("{}", words: "no credential"),
        Row("[1]", words: "/0"),
        Row("nonsense", words: "no JSON"),
        Row(good, "AQID/w==", "AQID_w==", words: "/credentialId must be base64 with padding"),
        Row(
            good, "AQID/w==", "AQID_w", arguments: ["--format", "cdp"], words: "/credentialId must be base64"),
        Row(good, "AQID/w==", "AQID/w", words: "padding"),
        Row(good, arguments: ["--format", "webdriver"], words: "/credentialId must be base64url"),
        Row(good, "AQID/w==", "", words: "/credentialId has 0 bytes"),
        Row(good, "AQID/w==", String(repeating: "AAAA", count: 342), words: "/credentialId has 1026 bytes"),
        Row(good, "\"AQ==\"", "1", words: "/userHandle must be a string"),
        Row(good, "\"AQ==\"", "null", words: "/userHandle is missing"),
        Row(good, "AQ==", String(repeating: "AAAA", count: 22), words: "/userHandle has 66 bytes"),
        Row(good, "true,\"rpId", "1,\"rpId", words: "/isResidentCredential must be true or false"),
        Row(good, "\"rpId\":\"example.org\",", "", words: "/rpId is missing"),
        Row(good, "example.org", "127.0.0.1", words: "/rpId is no RP ID"),
        Row(good, "MIGHAgEA", "MIGHAgEC", words: "/privateKey is no PKCS #8"),
        Row(good, "v1H1", "v1H0", words: "not those of that key"),
        Row(good, ":7", ":-1", words: "/signCount must be a whole number from 0 to 4294967295"),
        Row(good, ":7", ":4294967296", words: "/signCount must be"),
        Row(good, ":7", ":7.5", words: "/signCount must be"),
        Row(
            good, "\"backupEligibility\":true,\"backupState\":false", "\"backupState\":true",
            words: "/backupState is true"),
        Row(good, ":7", ":7,\"largeBlob\":\"AQ==\"", words: "/largeBlob cannot be taken over"),
        Row("[\(good),\(good)]", words: "/1 has the ID of /0"),
        Row("[\(good),\(good.replacing("AQID", with: "AQIE"))]", words: "/1 is discoverable for the RP"),
        Row(arguments: [], words: "/signCount is 7, and the counter of platform stays at zero"),
        Row(good, ":7", ":0", arguments: [], status: 0, words: #""profile":"platform""#),
        Row(arguments: ["--profile", "yubikey-5-0"], words: "yubikey-5"),
        Row(fromPlaywright, status: 0, words: #""discoverable":true"#),
        Row(
            fromPlaywright, "publicKey\":\"MFkw", "publicKey\":\"MFkx", words: "/publicKey belongs to another"
        ),
        Row(fromPlaywright, "\"AQID_w\"", "\"AQID/w==\"", words: "/id must be base64url"),
        Row(fromPlaywright, "\"publicKey\"", "\"key\"", words: "/publicKey is missing"),
        Row(arguments: ["--format", "pdf"], words: "cannot be \"pdf\""),
    ]

    @Test(arguments: rows) func whatIsWrongIsNamed(_ row: Row) throws {
        defer { remove() }
        let ended = try tool.run(
            ["credentials", "import", "-"] + row.arguments, input: row.text, store: path("store"))
        #expect(ended.status == row.status, "\(ended.words)")
        #expect(
            (row.status == 0 ? ended.output : ended.words).contains(row.words),
            "\(ended.words)\(ended.output)")
        guard row.status != 0, FileManager.default.fileExists(atPath: path("store")) else { return }
        #expect(
            try tool.run(["credentials", "check"], store: path("store")).output.contains(
                #"{"authenticators":0,"#))
    }
}
