import Bytes
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// The client data.
@Suite struct ClientDataTests {
    static func member(_ name: String, _ variant: String, _ value: JSONValue?) -> Row {
        Row("clientData.\(name).\(variant)", authentication: { $0.client.value[name] = value })
    }

    static func challenge(_ variant: String, _ text: String, found: String? = nil) -> Row {
        Row(
            "clientData.challenge.\(variant)", found: found.map { "clientData.challenge.\($0)" },
            authentication: { $0.client.value["challenge"] = .string(text) })
    }

    static func origin(
        _ variant: String, _ text: String, marks: String = "ffff", expected: String? = nil
    ) -> Row {
        Row(
            "clientData.origin.\(variant)", marks: marks,
            authentication: {
                $0.client.value["origin"] = .string(text)
                if let expected { $0.expectation.origin.origins.append(expected) }
            })
    }

    /// With a document of related origins that lists others.
    static func related(_ variant: String, _ text: String) -> Row {
        Row(
            "clientData.origin.\(variant)",
            authentication: {
                $0.client.value["origin"] = .string(text)
                $0.expectation.origin.related = relatedOrigins
            })
    }

    static let relatedOrigins = RelatedOrigins(origins: [
        "https://example.de", "https://example.co.uk/", "not-of-the-web:example", "https://[",
        "https://a.example",
        "https://b.example", "https://c.example", "https://d.example", "https://e.example",
        "https://f.example",
    ])

    static let right = Base64URL.encode(AuthenticationRecipe.challenge)

    static let rows: [Row] =
        [
            Row("clientData.notJSON", authentication: { $0.client.edit = { $0.removeLast() } }),
            Row("clientData.notJSON", registration: { $0.client.edit = { $0 = Array("no".utf8) } }),
            Row("clientData.notObject", authentication: { $0.client.edit = { $0 = Array("\"x\"".utf8) } }),
            Row(
                "clientData.notUTF8", marks: "wwfw",
                authentication: {
                    $0.client.value["extra"] = "~"
                    $0.client.edit = { text in text = text.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 } }
                }),
            Row(
                "clientData.duplicateMember", marks: "wwfw",
                registration: {
                    $0.client.edit = { $0 = Array("{\"type\":\"x\",".utf8) + $0.dropFirst() }
                }),
        ] + typeRows + challengeRows + originRows + frameRows

    static let typeRows: [Row] = [
        member("type", "missing", nil), member("type", "notString", 1), member("type", "empty", ""),
        member("type", "otherWord", "webauthn.set"), member("type", "swapped", "webauthn.create"),
        member("type", "paymentGet", "payment.get"),
        Row("clientData.type.swapped", registration: { $0.client.value["type"] = "webauthn.get" }),
        Row("clientData.type.otherWord", registration: { $0.client.value["type"] = "WebAuthn.Create" }),
    ]

    static let challengeRows: [Row] = [
        member("challenge", "missing", nil), member("challenge", "notString", .null),
        member("challenge", "empty", ""), challenge("notBase64url", "***"),
        challenge("otherEncoding", right + "="),
        challenge("otherEncoding", Base64URL.encode(Array(right.utf8))),
        challenge("truncated", Base64URL.encode(AuthenticationRecipe.challenge.dropLast())),
        challenge("extended", Base64URL.encode(AuthenticationRecipe.challenge + [0])),
        challenge("other", Base64URL.encode(RegistrationRecipe.challenge)),
        challenge("replayed", Base64URL.encode([UInt8](repeating: 9, count: 32)), found: "other"),
        Row(
            "clientData.challenge.other",
            registration: { $0.client.value["challenge"] = .string(Base64URL.encode([1, 2, 3])) }),
    ]

    static let originRows: [Row] = [
        member("origin", "missing", nil), member("origin", "notString", [:]), member("origin", "empty", ""),
        origin("otherHost", "https://example.net"), origin("suffixTrick", "https://evilexample.org"),
        origin("subdomain", "https://login.example.org"), origin("otherPort", "https://example.org:8443"),
        origin("otherPort", "https://example.com", expected: "https://example.com:8443"),
        origin("http", "http://example.org"), origin("trailingSlash", "https://example.org/"),
        origin("trailingSlash", "https://example.com", expected: "https://example.com/"),
        origin("path", "https://example.org/login"), origin("userinfo", "https://me@example.org"),
        origin("punycodeLookalike", "https://xn--exmple-cua.org"), origin("null", "null"),
        origin("upperCase", "https://Example.org", marks: "fffw"),
        origin("androidOtherKey", "android:apk-key-hash:AAAA", expected: "android:apk-key-hash:BBBB"),
        origin("androidPadded", "android:apk-key-hash:BBBB=", expected: "android:apk-key-hash:BBBB"),
        Row(
            "clientData.origin.noneExpected",
            registration: { $0.expectation.origin.origins = [] }),
        // An app of another system, whose name for it is a text like any.
        origin(
            "otherHost", "ios:bundle-id:org.example.other", expected: "ios:bundle-id:org.example.app"),
        // Listed neither to the letter nor at all.
        related("subdomain", "https://www.example.de"), related("otherHost", "https://example.fr"),
        related("otherPort", "https://example.de:8443"), related("otherHost", "not-of-the-web:example"),
    ]

    static let framed: @Sendable (inout AuthenticationRecipe) -> Void = {
        $0.expectation.origin.allowCrossOrigin = true
        $0.expectation.origin.topOrigins = ["https://top.example"]
        $0.client.value["crossOrigin"] = true
        $0.client.value["topOrigin"] = "https://top.example"
    }

    static let frameRows: [Row] = [
        Row("clientData.crossOrigin.true", authentication: { $0.client.value["crossOrigin"] = true }),
        Row(
            "clientData.crossOrigin.true",
            registration: {
                $0.client.value["crossOrigin"] = true
                $0.client.value["topOrigin"] = "https://top.example"
            }),
        Row(
            "clientData.crossOrigin.notBoolean", marks: "wwfw",
            authentication: { $0.client.value["crossOrigin"] = "no" }),
        Row(
            "clientData.topOrigin.unlisted", marks: "fnff",
            authentication: {
                framed(&$0)
                $0.client.value["topOrigin"] = "https://other.example"
            }),
        Row(
            "clientData.topOrigin.unlisted", marks: "fnff",
            authentication: { $0.client.value["topOrigin"] = "https://top.example" }),
        Row(
            "clientData.topOrigin.notString", marks: "fnff",
            authentication: {
                framed(&$0)
                $0.client.value["topOrigin"] = 1
            }),
        Row(
            "clientData.topOrigin.withoutCrossOrigin", marks: "wnfw",
            authentication: {
                framed(&$0)
                $0.client.value["crossOrigin"] = false
            }),
        Row(
            "clientData.tokenBinding.notObject", marks: "nffn",
            authentication: { $0.client.value["tokenBinding"] = "unused" }),
        Row(
            "clientData.tokenBinding.statusMissing", marks: "nffn",
            registration: { $0.client.value["tokenBinding"] = [:] }),
        Row(
            "clientData.tokenBinding.statusUnknown", marks: "nffn",
            authentication: { $0.client.value["tokenBinding"] = ["status": "perhaps"] }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow(
            "byte order mark", registration: { $0.client.edit = { $0 = [0xEF, 0xBB, 0xBF] + $0 } },
            authentication: { $0.client.edit = { $0 = [0xEF, 0xBB, 0xBF] + $0 } }),
        GoodRow(
            "unknown members, other order, white space",
            authentication: {
                $0.client.value = ["z": [1, [:]], "origin": "https://example.org", "type": "webauthn.get"]
                $0.client.value["challenge"] = .string(right)
                $0.client.edit = { $0 = Array(" \n{ ".utf8) + $0.dropFirst() + [0x0A] }
            }),
        GoodRow("crossOrigin absent", registration: { $0.client.value["crossOrigin"] = nil }),
        GoodRow(
            "several origins",
            authentication: {
                $0.expectation.origin.origins = ["https://example.com", "https://example.org"]
            }),
        GoodRow(
            "an Android app",
            registration: {
                $0.client.value["origin"] = "android:apk-key-hash:AbC-_0"
                $0.expectation.origin.origins.append("android:apk-key-hash:AbC-_0")
            }),
        GoodRow(
            "an app of another system",
            registration: {
                $0.client.value["origin"] = "ios:bundle-id:org.example.app"
                $0.expectation.origin.origins = ["ios:bundle-id:org.example.app"]
            }),
        GoodRow(
            "a related origin, whatever its place in the list",
            registration: {
                $0.client.value["origin"] = "https://f.example"
                $0.expectation.origin.related = relatedOrigins
            },
            authentication: {
                $0.client.value["origin"] = "https://example.co.uk"
                $0.expectation.origin.related = relatedOrigins
            }),
        GoodRow("framed by a listed page", authentication: { framed(&$0) }),
        GoodRow(
            "framed by any page",
            authentication: {
                framed(&$0)
                $0.expectation.origin.topOrigins = nil
                $0.client.value["topOrigin"] = "https://whoever.example"
            }),
        GoodRow(
            "framed by a page of Level 2, which says not by whom",
            authentication: {
                framed(&$0)
                $0.client.value["topOrigin"] = nil
            }),
        GoodRow(
            "token binding of Level 2",
            authentication: { $0.client.value["tokenBinding"] = ["status": "supported"] }),
        GoodRow("token binding null", registration: { $0.client.value["tokenBinding"] = .null }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// Where a member stands counts in the bytes that came, the mark included.
    @Test func placesAreThoseOfTheBytes() throws {
        var recipe = try AuthenticationRecipe()
        recipe.client.value["origin"] = "https://example.net"
        recipe.client.edit = { $0 = [0xEF, 0xBB, 0xBF] + $0 }
        let bytes = recipe.client.bytes
        let finding = try recipe.report(.level3).findings.first { $0.code == .clientDataOrigin }
        let location = try #require(finding?.location)
        let start = try #require(location.offset)
        let length = try #require(location.length)
        #expect(location.field == .clientDataJSON && location.path == "/origin")
        #expect(String(decoding: bytes[start..<start + length], as: UTF8.self) == "\"https://example.net\"")
    }
}
