import Bytes
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Origins that are nearly right, and hashes of something else than the RP ID.
@Suite struct OriginDiagnosisTests {
    static func origin(
        _ word: String, _ actual: String, expected: String = "https://example.org", _ suspect: Suspect
    ) -> DiagnosisRow {
        DiagnosisRow(
            "origin.\(word)", "clientData.origin.\(word)", suspect,
            authentication: {
                $0.client.value["origin"] = .string(actual)
                $0.expectation.origin.origins = [expected]
            })
    }

    static let keyHash = [UInt8](0xE0...0xFF)
    static let android = "android:apk-key-hash:"
    static let app = android + Base64URL.encode(keyHash)

    static let originRows: [DiagnosisRow] = [
        origin("trailingSlash", "https://example.org/", .client),
        origin("trailingSlash", "https://example.org", expected: "https://example.org/", .configuration),
        origin("upperCase", "https://Example.org", .client),
        origin("upperCase", "https://example.org", expected: "HTTPS://example.org", .configuration),
        origin("whitespace", "https://example.org", expected: " https://example.org\n", .configuration),
        origin("whitespace", "https://example.org ", .client),
        origin("bareHost", "https://example.org", expected: "example.org", .configuration),
        origin("http", "http://example.org", .client),
        origin("otherScheme", "https://example.org", expected: "http://example.org", .configuration),
        origin("otherPort", "https://example.org:8443", .configuration),
        origin("otherPort", "https://example.org", expected: "https://example.org:443", .configuration),
        origin("path", "https://example.org/login", .client),
        origin("path", "https://example.org", expected: "https://example.org/login?next=1", .configuration),
        origin("userinfo", "https://me@example.org", .client),
        origin(
            "unicode", "https://xn--bcher-kva.example", expected: "https://bücher.example", .configuration),
        origin("unicode", "https://Bücher.example", expected: "https://xn--bcher-kva.example", .client),
        origin("otherLoopback", "http://127.0.0.1:80", expected: "http://localhost:80", .configuration),
        origin("otherLoopback", "http://localhost", expected: "http://[::1]", .configuration),
        origin("subdomain", "https://www.example.org", .configuration),
        origin("parentDomain", "https://example.org", expected: "https://www.example.org", .configuration),
        origin("subdomain", "https://login.example.org", .configuration),
        origin("parentDomain", "https://example.org", expected: "https://a.b.example.org", .configuration),
        origin("suffixTrick", "https://evilexample.org", .client), origin("null", "null", .client),
        origin("punycodeLookalike", "https://xn--exmple-cua.org", .client),
        origin("androidPadded", app + "=", expected: app, .client),
        origin("androidPadded", app, expected: android + Base64.encode(keyHash), .configuration),
        origin(
            "androidOtherEncoding", app,
            expected: android + Base64.encode(keyHash).filter { $0 != "=" }, .configuration),
        origin("androidOtherEncoding", app, expected: android + fingerprint, .configuration),
        origin("androidOtherKey", app, expected: android + Base64URL.encode([1, 2]), .configuration),
        origin("androidOtherKey", app, .configuration),
        DiagnosisRow(
            "origin.noneExpected", "clientData.origin.noneExpected", .configuration,
            registration: { $0.expectation.origin.origins = [] }),
        // A top origin is explained too, and its fault keeps its name.
        DiagnosisRow(
            "origin.trailingSlash", "clientData.topOrigin.unlisted", .client,
            authentication: {
                ClientDataTests.framed(&$0)
                $0.client.value["topOrigin"] = "https://top.example/"
            }),
        DiagnosisRow(
            "clientData.origin.otherHost", "clientData.origin.otherHost", .client,
            authentication: { $0.client.value["origin"] = "https://example.net" }),
    ]

    /// As `keytool -list -v` prints it.
    static let fingerprint = keyHash.map { Hex.encode([$0]).uppercased() }.joined(separator: ":")

    static func hash(
        _ variant: String, of text: String, rpID: String = "example.org", _ suspect: Suspect
    ) -> DiagnosisRow {
        DiagnosisRow(
            "rpIdHash.\(variant)", "authData.rpIdHash.\(variant)", suspect,
            authentication: {
                $0.data.rpIDHash = RPIDHash(of: text).bytes
                $0.expectation.rpID = rpID
            })
    }

    static let hashRows: [DiagnosisRow] = [
        hash("ofOrigin", of: "https://example.org", .client),
        hash("ofOrigin", of: "https://example.org/", .client),
        hash("ofOrigin", of: "example.org:443", .client),
        hash("ofAppId", of: "https://example.org/appid.json", .configuration),
        hash("ofAppId", of: "https://example.org/u2f/appid.json", .configuration),
        hash("ofOtherSpelling", of: "EXAMPLE.ORG", .authenticator),
        hash("ofOtherSpelling", of: "example.org.", .authenticator),
        hash("ofOtherSpelling", of: "undefined", .client),
        hash("ofOtherSpelling", of: "xn--bcher-kva.example", rpID: "bücher.example", .authenticator),
        hash("ofOtherSpelling", of: "b%C3%BCcher.example", rpID: "bücher.example", .authenticator),
        hash("ofEmptyText", of: "", .authenticator),
        hash("ofOtherHost", of: "localhost", .configuration),
        hash("ofParentDomain", of: "example.org", rpID: "a.login.example.org", .configuration),
        hash("ofParentDomain", of: "login.example.org", rpID: "a.login.example.org", .configuration),
        hash("ofSubdomain", of: "www.example.org", .configuration),
        DiagnosisRow(
            "rpIdHash.ofSubdomain", "authData.rpIdHash.ofSubdomain", .configuration,
            authentication: {
                $0.client.value["origin"] = "https://login.example.org"
                $0.expectation.origin.origins = ["https://login.example.org"]
                $0.data.rpIDHash = RPIDHash(of: "login.example.org").bytes
            }),
        DiagnosisRow(
            "rpIdHash.ofOtherHost", "authData.rpIdHash.ofOtherHost", .configuration,
            authentication: {
                $0.expectation.credential.rpID = "example.com"
                $0.data.rpIDHash = RPIDHash(of: "example.com").bytes
            }),
        DiagnosisRow(
            "rpIdHash.zero", "authData.rpIdHash.zero", .authenticator,
            registration: { $0.data.rpIDHash = [UInt8](repeating: 0, count: 32) }),
        DiagnosisRow(
            "authData.rpIdHash.other", "authData.rpIdHash.other", .configuration,
            authentication: { $0.data.rpIDHash = [UInt8](repeating: 1, count: 32) }),
    ]

    @Test(arguments: originRows + hashRows) func isExplained(_ row: DiagnosisRow) throws { try row.check() }

    /// A client may name anything for its origin; nobody counts the domains above it.
    @Test func aHostOfManyLabelsIsNoHost() throws {
        var recipe = try AuthenticationRecipe()
        recipe.client.value["origin"] = .string(
            "https://" + String(repeating: "a.", count: 100_000) + "example")
        recipe.data.rpIDHash = [UInt8](repeating: 1, count: 32)
        let report = try recipe.report(.level3)
        #expect(report.diagnoses.map(\.code) == ["clientData.origin.otherHost"])
    }
}
