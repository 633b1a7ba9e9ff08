import TestSupport
import Testing
import WebAuthnModel

@Suite struct OriginTests {
    struct Reading { let text: String, serialised: String }
    static let readings: [Reading] = [
        Reading(text: "https://example.com", serialised: "https://example.com"),
        Reading(text: "HTTPS://WWW.Example.COM", serialised: "https://www.example.com"),
        Reading(text: "https://example.com:443", serialised: "https://example.com"),
        Reading(text: "http://localhost:80", serialised: "http://localhost"),
        Reading(text: "wss://example.com:443", serialised: "wss://example.com"),
        Reading(text: "http://example.com:443", serialised: "http://example.com:443"),
        Reading(text: "https://example.com:", serialised: "https://example.com"),
        Reading(text: "https://example.com:0008443", serialised: "https://example.com:8443"),
        Reading(text: "https://example.com.", serialised: "https://example.com."),
        Reading(text: "https://my_app.example.com", serialised: "https://my_app.example.com"),
        Reading(text: "https://xn--55qx5d.cn", serialised: "https://xn--55qx5d.cn"),
        Reading(text: "https://ex%61mple.com", serialised: "https://example.com"),
        Reading(text: "http://127.1:8080", serialised: "http://127.0.0.1:8080"),
        Reading(text: "http://0x7f.0.0.1", serialised: "http://127.0.0.1"),
        Reading(text: "http://017700000001", serialised: "http://127.0.0.1"),
        Reading(text: "http://192.168.257", serialised: "http://192.168.1.1"),
        Reading(text: "http://1.2.3.4.", serialised: "http://1.2.3.4"),
        Reading(text: "http://[::1]:8080", serialised: "http://[::1]:8080"),
        Reading(text: "http://[0:0:0:0:0:0:0:0]", serialised: "http://[::]"),
        Reading(text: "https://[2001:DB8:0:0:1:0:0:1]", serialised: "https://[2001:db8::1:0:0:1]"),
        Reading(text: "https://[2001:db8:0:1:1:1:1:1]", serialised: "https://[2001:db8:0:1:1:1:1:1]"),
        Reading(text: "https://[1:2:3:4:5:6:7::]", serialised: "https://[1:2:3:4:5:6:7:0]"),
        Reading(text: "https://[::ffff:1.2.3.4]", serialised: "https://[::ffff:102:304]"),
        Reading(text: "null", serialised: "null"),
        Reading(
            text: "android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0",
            serialised: "android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0"),
        Reading(text: "chrome-extension://abcdef", serialised: "chrome-extension://abcdef"),
    ]
    @Test(arguments: readings) func readsAndSerialises(row: Reading) throws {
        let origin = try Origin(parsing: row.text)
        #expect(origin.description == row.serialised)
        #expect(try Origin(parsing: origin.description) == origin)
    }

    struct Refusal { let text: String, error: OriginError }
    static let refusals: [Refusal] = [
        Refusal(text: "", error: .empty),
        Refusal(text: "example.com", error: .missingScheme),
        Refusal(text: "localhost:3000", error: .missingScheme),
        Refusal(text: "1https://example.com", error: .missingScheme),
        Refusal(text: " https://example.com", error: .missingScheme),
        Refusal(text: "https:example.com", error: .missingAuthority(offset: 6)),
        Refusal(text: "https:/example.com", error: .missingAuthority(offset: 6)),
        Refusal(text: "https://", error: .emptyHost(offset: 8)),
        Refusal(text: "https://:443", error: .emptyHost(offset: 8)),
        Refusal(text: "https://example.com/", error: .path(offset: 19)),
        Refusal(text: "https://example.com/login", error: .path(offset: 19)),
        Refusal(text: "https://example.com?x", error: .query(offset: 19)),
        Refusal(text: "https://example.com#x", error: .fragment(offset: 19)),
        Refusal(text: "https://me@example.com", error: .credentials(offset: 10)),
        Refusal(text: "https://exa mple.com", error: .forbiddenCharacter(offset: 11, character: 0x20)),
        Refusal(text: "https://example.com ", error: .forbiddenCharacter(offset: 19, character: 0x20)),
        Refusal(text: "https://ex%2Fample.com", error: .forbiddenCharacter(offset: 8, character: 0x2F)),
        Refusal(text: "https://example.com%", error: .forbiddenCharacter(offset: 19, character: 0x25)),
        Refusal(text: "https://*.example.com:x", error: .invalidPort(offset: 22)),
        Refusal(text: "https://公司.cn", error: .notASCII(offset: 8)),
        Refusal(text: "https://example.com:65536", error: .portOutOfRange(offset: 20)),
        Refusal(
            text: "https://example.com:99999999999999999999999", error: .portOutOfRange(offset: 20)),
        Refusal(text: "https://example.com:443x", error: .invalidPort(offset: 23)),
        Refusal(text: "https://1.2.3.256", error: .invalidIPv4(offset: 8)),
        Refusal(text: "https://1.2.3.4.5", error: .invalidIPv4(offset: 8)),
        Refusal(text: "https://example.09", error: .invalidIPv4(offset: 8)),
        Refusal(text: "https://example.0x", error: .invalidIPv4(offset: 8)),
        Refusal(text: "https://99999999999999999999999", error: .invalidIPv4(offset: 8)),
        Refusal(text: "https://[::1", error: .unclosedBracket(offset: 8)),
        Refusal(text: "https://[", error: .unclosedBracket(offset: 8)),
        Refusal(text: "https://[]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[:::]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[1::2::3]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[1:2:3:4:5:6:7:8::]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[1.2.3.4::]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[::1.2.3]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[::1.2.3.04]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[fe80::1%25eth0]", error: .invalidIPv6(offset: 8)),
        Refusal(text: "https://[::12345]", error: .invalidIPv6(offset: 8)),
    ]
    @Test(arguments: refusals) func namesWhatIsWrong(row: Refusal) {
        #expect(throws: row.error) { try Origin(parsing: row.text) }
        #expect(!row.error.description.isEmpty)
    }

    struct URLRow { let url: String, origin: String? }
    static let urls: [URLRow] = [
        URLRow(url: "https://example.com/path?query#fragment", origin: "https://example.com"),
        URLRow(url: " https://example.com\n", origin: "https://example.com"),
        URLRow(url: "ht\ttps://user:p@ss@example.com:8443/@/", origin: "https://example.com:8443"),
        URLRow(url: "https:example.com", origin: "https://example.com"),
        URLRow(url: "https:\\\\example.com\\path", origin: "https://example.com"),
        URLRow(url: "https:////example.com", origin: "https://example.com"),
        URLRow(url: "data:text/plain,hello", origin: "null"),
        URLRow(url: "file:///etc/hosts", origin: "null"),
        URLRow(url: "android:apk-key-hash:abc", origin: "null"),
        URLRow(url: "blob:https://example.com/9115d58c", origin: "https://example.com"),
        URLRow(url: "blob:blob:https://example.com/9115d58c", origin: "null"),
        URLRow(url: "blob:nothing", origin: "null"),
        URLRow(url: "example.com", origin: nil),
        URLRow(url: "https://", origin: nil),
        URLRow(url: "https://user@", origin: nil),
        URLRow(url: "https://exa mple.com/", origin: nil),
        URLRow(url: "", origin: nil),
    ]
    @Test(arguments: urls) func originOfAURL(row: URLRow) {
        #expect((try? Origin(ofURL: row.url))?.description == row.origin)
    }

    struct Trust { let origin: String, isTrustworthy: Bool, effectiveDomain: String? }
    static let trusts: [Trust] = [
        Trust(origin: "https://example.com", isTrustworthy: true, effectiveDomain: "example.com"),
        Trust(origin: "wss://example.com", isTrustworthy: true, effectiveDomain: "example.com"),
        Trust(origin: "http://example.com", isTrustworthy: false, effectiveDomain: "example.com"),
        Trust(origin: "http://localhost:8000", isTrustworthy: true, effectiveDomain: "localhost"),
        Trust(origin: "http://localhost.", isTrustworthy: true, effectiveDomain: "localhost."),
        Trust(origin: "http://app.localhost", isTrustworthy: true, effectiveDomain: "app.localhost"),
        Trust(origin: "http://app.localhost.", isTrustworthy: true, effectiveDomain: "app.localhost."),
        Trust(origin: "http://notlocalhost", isTrustworthy: false, effectiveDomain: "notlocalhost"),
        Trust(origin: "http://localhost.example", isTrustworthy: false, effectiveDomain: "localhost.example"),
        Trust(origin: "http://127.3.2.1", isTrustworthy: true, effectiveDomain: "127.3.2.1"),
        Trust(origin: "http://128.0.0.1", isTrustworthy: false, effectiveDomain: "128.0.0.1"),
        Trust(origin: "http://[::1]:1", isTrustworthy: true, effectiveDomain: "[::1]"),
        Trust(origin: "http://[::2]", isTrustworthy: false, effectiveDomain: "[::2]"),
        Trust(origin: "null", isTrustworthy: false, effectiveDomain: nil),
        Trust(origin: "android:apk-key-hash:abc", isTrustworthy: false, effectiveDomain: nil),
    ]
    @Test(arguments: trusts) func secureContextsAndEffectiveDomains(row: Trust) throws {
        let origin = try Origin(parsing: row.origin)
        #expect(origin.isPotentiallyTrustworthy == row.isTrustworthy)
        #expect(origin.effectiveDomain?.description == row.effectiveDomain)
    }

    @Test func sameOrigin() throws {
        let origin = try Origin(parsing: "https://example.com")
        #expect(origin.isSameOrigin(as: try Origin(parsing: "https://EXAMPLE.com:443")))
        for other in ["http://example.com", "https://example.com:8443", "https://example.com.", "null"] {
            #expect(!origin.isSameOrigin(as: try Origin(parsing: other)))
        }
        #expect(!Origin.opaque.isSameOrigin(as: .opaque))
        #expect(Origin.other("android:x").isSameOrigin(as: .other("android:x")))
        #expect(TupleOrigin(scheme: "https", host: .domain("a.example"), port: 443).port == nil)
    }

    /// What parses at all serialises to something that parses to the same origin, and nothing traps.
    @Test func roundTripsWhateverParses() {
        let pieces = [
            "https://", "http:", "//", "example", ".com", ".", "127.0.0.1", "1", "0x7f", "08", "4294967296",
            "[", "]",
            "::", ":", "ffff", "1.2.3.4", "%41", "%", "_", "-", "/", "\\", "?", "#", "@", ":443", ":65536",
            "公", "\0",
        ]
        var generator = SeededGenerator(seed: 3)
        var parsed = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...6, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            for candidate in [text, "https://" + text] {
                if let origin = try? Origin(ofURL: candidate) {
                    parsed += 1
                    #expect((try? Origin(parsing: origin.description)) == origin, "\(candidate)")
                }
                guard let origin = try? Origin(parsing: candidate), case .tuple(let tuple) = origin else {
                    continue
                }
                #expect((try? Origin(ofURL: candidate)) == origin, "\(candidate)")
                #expect((try? Host(parsing: tuple.host.description)) == tuple.host, "\(candidate)")
            }
        }
        #expect(parsed > 1000)
    }
}
