import Testing
import WebAuthnModel

@Suite struct RPIDTests {
    struct Row { let text: String, domain: String, defect: DomainDefect? }
    static let rows: [Row] = [
        Row(text: "example.com", domain: "example.com", defect: nil),
        Row(text: "localhost", domain: "localhost", defect: nil),
        Row(text: "EXAMPLE.com", domain: "example.com", defect: nil),
        Row(text: "xn--55qx5d.cn", domain: "xn--55qx5d.cn", defect: nil),
        Row(text: "a-b.example", domain: "a-b.example", defect: nil),
        Row(text: "example.com.", domain: "example.com.", defect: .trailingDot),
        Row(text: ".example.com", domain: ".example.com", defect: .emptyLabel(offset: 0)),
        Row(text: "example..com", domain: "example..com", defect: .emptyLabel(offset: 8)),
        Row(text: ".", domain: ".", defect: .emptyLabel(offset: 0)),
        Row(
            text: "my_app.example", domain: "my_app.example",
            defect: .forbiddenCharacter(offset: 2, character: UInt8(ascii: "_"))),
        Row(text: "-a.example", domain: "-a.example", defect: .misplacedHyphen(offset: 0)),
        Row(text: "www.a-.example", domain: "www.a-.example", defect: .misplacedHyphen(offset: 4)),
        Row(text: "r3---sn.example", domain: "r3---sn.example", defect: .misplacedHyphen(offset: 0)),
        Row(
            text: String(repeating: "a", count: 64) + ".example",
            domain: String(repeating: "a", count: 64) + ".example",
            defect: .labelTooLong(offset: 0, length: 64)),
        Row(
            text: String(repeating: "abcdefg.", count: 31) + "example",
            domain: String(repeating: "abcdefg.", count: 31) + "example", defect: .tooLong(length: 255)),
    ]
    @Test(arguments: rows) func keepsTheTextAndNamesTheDefect(row: Row) throws {
        let rpID = try RPID(row.text)
        #expect(rpID.text == row.text)
        #expect(rpID.domain == row.domain)
        #expect(rpID.validDomainDefect == row.defect)
        #expect(rpID.validDomainDefect?.description.isEmpty != true)
    }

    struct Refusal { let text: String, error: OriginError }
    static let refusals: [Refusal] = [
        Refusal(text: "", error: .empty),
        Refusal(text: "127.0.0.1", error: .notADomain),
        Refusal(text: "[::1]", error: .notADomain),
        Refusal(text: "https://example.com", error: .forbiddenCharacter(offset: 5, character: 0x3A)),
        Refusal(text: "example.com:443", error: .forbiddenCharacter(offset: 11, character: 0x3A)),
        Refusal(text: "example.com/", error: .forbiddenCharacter(offset: 11, character: 0x2F)),
        Refusal(text: "公司.cn", error: .notASCII(offset: 0)),
    ]
    @Test(arguments: refusals) func refusesWhatIsNoDomain(row: Refusal) {
        #expect(throws: row.error) { try RPID(row.text) }
    }

    @Test func defaultsToTheEffectiveDomain() throws {
        #expect(try RPID(effectiveDomain: .domain("example.com")).text == "example.com")
        #expect(throws: OriginError.notADomain) { try RPID(effectiveDomain: .ipv4(0x7F00_0001)) }
    }
}
