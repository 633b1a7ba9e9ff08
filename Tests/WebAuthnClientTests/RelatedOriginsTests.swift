import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

@Suite struct RelatedOriginsTests {
    /// Ten origins and five labels, as in the example of Level 3 section 5.11, then a sixth label.
    static let document = """
        {"origins": ["https://example.co.uk", "https://example.de", "https://example.sg", "https://example.net",
        "https://exampledelivery.com", "https://exampledelivery.co.uk", "https://myexamplerewards.com",
        "https://examplecars.com", "https://login.fifth.com:8443/path", "https://sixth.com", "https://www.example.fr"],
        "other": 1}
        """

    struct Row { let caller: String, verdict: RelatedOriginVerdict? }
    static let rows: [Row] = [
        Row(caller: "https://example.co.uk", verdict: .related(index: 0)),
        Row(caller: "https://exampledelivery.co.uk", verdict: .related(index: 5)),
        Row(caller: "https://login.fifth.com:8443", verdict: .related(index: 8)),
        // Another label is one too many, a label that was seen is not.
        Row(caller: "https://sixth.com", verdict: nil),
        Row(caller: "https://www.example.fr", verdict: .related(index: 10)),
        // Origins are compared, not domains.
        Row(caller: "http://example.co.uk", verdict: nil),
        Row(caller: "https://www.example.de", verdict: nil),
        Row(caller: "https://login.fifth.com", verdict: nil),
        Row(caller: "https://nowhere.example", verdict: nil),
        Row(caller: "null", verdict: nil),
        Row(caller: "android:apk-key-hash:abc", verdict: nil),
    ]
    @Test(arguments: rows) func validates(row: Row) throws {
        let related = try RelatedOrigins(parsing: Array(Self.document.utf8))
        let verdict = related.validate(try Origin(parsing: row.caller))
        #expect(verdict.isRelated == (row.verdict != nil))
        if let expected = row.verdict { #expect(verdict == expected) }
    }

    @Test func tellsWhyEachItemWasPassedOver() throws {
        let items: [(String, RelatedOriginPassedOver.Reason)] = [
            ("not a url", .notAURL(.missingScheme)), ("data:text/plain,x", .noEffectiveDomain),
            ("https://127.0.0.1", .noRegistrableDomain), ("https://co.uk", .noRegistrableDomain),
            ("http://localhost", .noRegistrableDomain), ("https://one.com", .otherOrigin),
            ("https://two.com", .otherOrigin), ("https://three.com", .labelBeyondLimit("three")),
            ("https://www.one.de", .otherOrigin),
        ]
        let related = RelatedOrigins(origins: items.map(\.0))
        let verdict = related.validate(try Origin(parsing: "https://three.com"), maximumLabels: 2)
        let expected = items.enumerated().map { index, item in
            RelatedOriginPassedOver(index: index, text: item.0, reason: item.1)
        }
        #expect(verdict == .unrelated(expected))
        #expect(
            expected[7].description
                == "origins[7] https://three.com brings the label 'three', which is one too many")
    }

    struct Label { let host: String, label: String? }
    @Test(arguments: [
        Label(host: "example.co.uk", label: "example"), Label(host: "www.example.de", label: "example"),
        Label(host: "me.github.io", label: "me"), Label(host: "co.uk", label: nil),
        Label(host: "localhost", label: nil),
        Label(host: "127.0.0.1", label: nil),
    ])
    func registrableOriginLabel(row: Label) throws {
        #expect(
            try PublicSuffixList.snapshot.registrableOriginLabel(of: Host(parsing: row.host)) == row.label)
    }

    struct Refusal { let text: String, error: RelatedOriginsError }
    static let refusals: [Refusal] = [
        Refusal(text: "", error: .notJSON(.truncated(offset: 0, wanted: .value))),
        Refusal(text: "[]", error: .notAnObject),
        Refusal(text: "{}", error: .originsMissing),
        Refusal(text: #"{"Origins": []}"#, error: .originsMissing),
        Refusal(text: #"{"origins": "https://example.com"}"#, error: .originsNotAnArray(offset: 12)),
        Refusal(
            text: #"{"origins": ["https://example.com", 1]}"#, error: .originNotAString(index: 1, offset: 36)),
    ]
    @Test(arguments: refusals) func namesWhatIsWrongWithTheDocument(row: Refusal) {
        #expect(throws: row.error) { try RelatedOrigins(parsing: Array(row.text.utf8)) }
    }

    @Test func documentsAndTheirAddress() throws {
        let marked = try RelatedOrigins(parsing: Array("\u{FEFF}{\"origins\": []}".utf8))
        #expect(marked.origins.isEmpty)
        #expect(!marked.validate(try Origin(parsing: "https://example.com")).isRelated)
        #expect(
            RelatedOrigins.documentURL(for: try RPID("example.com"))
                == "https://example.com/.well-known/webauthn")
    }
}
