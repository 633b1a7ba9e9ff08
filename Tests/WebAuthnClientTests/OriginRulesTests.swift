import CTAP
import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

/// §5.1.3 steps 6–8 and §5.1.4.1 steps 5–7 from the outside: which RP ID reaches the device.
@Suite struct OriginRulesTests {
    struct Row: CustomTestStringConvertible {
        let origin: String
        var rpID: String?
        /// Origins that the RP ID's document lists; nil when there is none.
        var related: [String]?
        /// What the device is asked for.
        var reaches: String?
        /// What the page gets instead.
        var exception: ExceptionName?
        var testDescription: String { "\(origin) asks for \(rpID ?? "nothing")" }
    }
    static let rows: [Row] = [
        Row(origin: "https://example.com", reaches: "example.com"),
        Row(origin: "https://login.example.com", reaches: "login.example.com"),
        Row(origin: "https://login.example.com:8443", rpID: "example.com", reaches: "example.com"),
        Row(origin: "https://EXAMPLE.com", rpID: "example.com", reaches: "example.com"),
        // The relying party's own writing is what is hashed.
        Row(origin: "https://example.com", rpID: "EXAMPLE.com", reaches: "EXAMPLE.com"),
        Row(origin: "http://localhost:3000", reaches: "localhost"),
        Row(origin: "http://app.localhost", reaches: "app.localhost"),
        Row(origin: "https://www.example.co.uk", rpID: "example.co.uk", reaches: "example.co.uk"),
        Row(origin: "https://me.github.io", reaches: "me.github.io"),

        Row(origin: "https://www.example.co.uk", rpID: "co.uk", exception: .security),
        Row(origin: "https://me.github.io", rpID: "github.io", exception: .security),
        Row(origin: "https://example.com", rpID: "com", exception: .security),
        Row(origin: "https://example.com", rpID: "login.example.com", exception: .security),
        Row(origin: "https://example.com", rpID: "ample.com", exception: .security),
        Row(origin: "https://example.com", rpID: "example.org", exception: .security),
        Row(origin: "https://example.com", rpID: "", exception: .security),
        Row(origin: "https://example.com", rpID: "https://example.com", exception: .security),
        Row(origin: "https://example.com", rpID: "example.com.", exception: .security),
        Row(origin: "http://127.0.0.1", exception: .security),
        Row(origin: "https://127.0.0.1", rpID: "127.0.0.1", exception: .security),
        Row(origin: "https://[::1]", exception: .security),
        Row(origin: "http://example.com", exception: .security),
        Row(origin: "ftp://example.com", exception: .security),
        Row(origin: "null", exception: .notAllowed),

        Row(
            origin: "https://example.de", rpID: "example.com", related: ["https://example.de"],
            reaches: "example.com"),
        Row(
            origin: "https://example.de", rpID: "example.com", related: ["https://example.fr"],
            exception: .security),
        Row(
            origin: "https://www.example.de", rpID: "example.com", related: ["https://example.de"],
            exception: .security),
        // No document is looked at for what cannot be an RP ID.
        Row(
            origin: "https://example.de", rpID: "10.0.0.1", related: ["https://example.de"],
            exception: .security),

        // Apps: their platform vouches for the domain.
        Row(
            origin: "android:apk-key-hash:ABC", rpID: "example.com", reaches: "example.com"),
        Row(origin: "android:apk-key-hash:ABC", exception: .security),
        Row(origin: "android:apk-key-hash:ABC", rpID: "https://example.com", exception: .security),
        Row(
            origin: "chrome-extension://abc", rpID: "example.com", reaches: "example.com"),
        Row(origin: "htps://example.com", rpID: "example.com", exception: .security),
    ]

    @Test(arguments: rows) func decidesTheRPID(row: Row) async throws {
        var scene = try Scene()
        scene.origin = row.origin
        scene.client.relatedOrigins = row.related.map(RelatedOrigins.init(origins:))
        let created = try await scene.failure { try await scene.create(Options.create(rpID: row.rpID)) }
        let got = try await scene.failure { try await scene.get(Options.get(rpID: row.rpID)) }
        #expect(created?.exception == row.exception)
        #expect(got?.exception == row.exception)
        #expect(scene.device.now.makes.first?.rp.id == row.reaches)
        #expect(scene.device.now.gets.first?.rpID == row.reaches)
    }

    struct Cause { let origin: String, rpID: String?, text: String }
    static let causes: [Cause] = [
        Cause(
            origin: "https://example.com", rpID: "com",
            text:
                "the RP ID \"com\" is a public suffix, under which anyone may register a domain; and no document of related origins was supplied that would list https://example.com"
        ),
        Cause(
            origin: "http://example.com", rpID: nil,
            text:
                "http://example.com is no secure context, so the page has no PublicKeyCredential: only https, localhost and loopback are"
        ),
        Cause(origin: "null", rpID: nil, text: "the caller's origin is opaque, as in a sandboxed frame"),
    ]
    @Test(arguments: causes) func saysWhy(row: Cause) async throws {
        var scene = try Scene()
        scene.origin = row.origin
        let error = try await scene.failure { try await scene.get(Options.get(rpID: row.rpID)) }
        #expect(error?.cause == row.text)
    }

    @Test func tellsWhatTheDocumentListsInstead() async throws {
        var scene = try Scene()
        scene.client.relatedOrigins = RelatedOrigins(origins: ["https://example.org", "nonsense"])
        let error = try await scene.failure { try await scene.get(Options.get(rpID: "example.org")) }
        #expect(
            error?.cause.hasSuffix(
                "does not list https://login.example.com: origins[0] https://example.org is another origin; origins[1] nonsense is no URL: the scheme is missing (an origin starts with https://)"
            ) == true)
    }

    struct ClientData {
        let ancestry: CallerContext.Ancestry
        var extra: [CollectedClientData.ExtraMember] = []
        let tail: String
    }
    static let clientData: [ClientData] = [
        ClientData(ancestry: .sameOrigin, tail: #""crossOrigin":false}"#),
        ClientData(ancestry: .crossOrigin(topOrigin: nil), tail: #""crossOrigin":true}"#),
        ClientData(
            ancestry: .crossOrigin(
                topOrigin: .tuple(TupleOrigin(scheme: "https", host: .domain("top.example")))),
            tail: #""crossOrigin":true,"topOrigin":"https://top.example"}"#),
        ClientData(
            ancestry: .sameOrigin,
            extra: [CollectedClientData.ExtraMember(name: "extraData", json: Array("\"x\"".utf8))],
            tail: #""crossOrigin":false,"extraData":"x"}"#),
    ]
    @Test(arguments: clientData) func writesClientData(row: ClientData) async throws {
        var scene = try Scene()
        scene.client.clientData = StandardClientData(extraMembers: row.extra)
        let middle = #"","challenge":"BwcHBwcHBwcHBwcHBwcHBw","origin":"https://login.example.com","#
        let created = try await scene.create(ancestry: row.ancestry).root["response"]?.bytes("clientDataJSON")
        let got = try await scene.get(ancestry: row.ancestry).root["response"]?.bytes("clientDataJSON")
        #expect(created == Array((#"{"type":"webauthn.create"# + middle + row.tail).utf8))
        #expect(got == Array((#"{"type":"webauthn.get"# + middle + row.tail).utf8))
        // What is signed is the hash of the bytes that are sent.
        #expect(scene.device.now.makes.first?.clientDataHash == created.map(ClientDataHash.init(of:)))
        #expect(scene.device.now.gets.first?.clientDataHash == got.map(ClientDataHash.init(of:)))
    }
}
