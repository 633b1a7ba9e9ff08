import TestSupport
import Testing
import WebAuthnClient
import WebAuthnModel

@Suite struct RegistrableDomainTests {
    struct Row { let rpID: String, host: String, relation: RPIDRelation }

    /// The table of the HTML standard, then the RP IDs of everyday.
    static let rows: [Row] = [
        Row(rpID: "0.0.0.0", host: "0.0.0.0", relation: .equal),
        Row(rpID: "0x10203", host: "0.1.2.3", relation: .equal),
        Row(rpID: "[0::1]", host: "[::1]", relation: .equal),
        Row(rpID: "example.com", host: "example.com", relation: .equal),
        Row(rpID: "example.com", host: "example.com.", relation: .unrelated(.notASuffix)),
        Row(rpID: "example.com.", host: "example.com", relation: .unrelated(.notASuffix)),
        Row(rpID: "example.com", host: "www.example.com", relation: .registrableDomainSuffix),
        Row(rpID: "com", host: "example.com", relation: .unrelated(.publicSuffix(.icann))),
        Row(rpID: "example", host: "example", relation: .equal),
        Row(
            rpID: "compute.amazonaws.com", host: "example.compute.amazonaws.com",
            relation: .unrelated(.insidePublicSuffix("example.compute.amazonaws.com"))),
        Row(
            rpID: "example.compute.amazonaws.com", host: "www.example.compute.amazonaws.com",
            relation: .unrelated(.publicSuffix(.private))),
        Row(
            rpID: "amazonaws.com", host: "www.example.compute.amazonaws.com",
            relation: .unrelated(.insidePublicSuffix("example.compute.amazonaws.com"))),
        Row(rpID: "amazonaws.com", host: "test.amazonaws.com", relation: .registrableDomainSuffix),

        Row(rpID: "localhost", host: "localhost", relation: .equal),
        Row(rpID: "localhost", host: "app.localhost", relation: .unrelated(.publicSuffix(nil))),
        Row(rpID: "app.localhost", host: "www.app.localhost", relation: .registrableDomainSuffix),
        Row(rpID: "EXAMPLE.com", host: "login.example.com", relation: .registrableDomainSuffix),
        Row(rpID: "m.login.example.com", host: "login.example.com", relation: .unrelated(.notASuffix)),
        Row(rpID: "ample.com", host: "example.com", relation: .unrelated(.notASuffix)),
        Row(rpID: "co.uk", host: "example.co.uk", relation: .unrelated(.publicSuffix(.icann))),
        Row(rpID: "github.io", host: "me.github.io", relation: .unrelated(.publicSuffix(.private))),
        Row(rpID: "github.io", host: "github.io", relation: .equal),
        Row(rpID: "io", host: "me.github.io", relation: .unrelated(.publicSuffix(.icann))),
        Row(rpID: "city.kobe.jp", host: "www.city.kobe.jp", relation: .registrableDomainSuffix),
        // Only an exception makes kobe.jp the public suffix: the standard asserts that this does not happen.
        Row(rpID: "kobe.jp", host: "www.city.kobe.jp", relation: .unrelated(.publicSuffix(.icann))),
        Row(rpID: "example.com.", host: "www.example.com.", relation: .registrableDomainSuffix),
        Row(rpID: "example.com", host: "a..example.com", relation: .unrelated(.emptyLabel)),
        Row(rpID: "0.1", host: "127.0.0.1", relation: .unrelated(.notADomain)),
        Row(rpID: "example.com", host: "127.0.0.1", relation: .unrelated(.notADomain)),
        Row(rpID: "", host: "example.com", relation: .unrelated(.empty)),
        Row(
            rpID: "https://example.com", host: "example.com",
            relation: .unrelated(.notAHost(.forbiddenCharacter(offset: 5, character: 0x3A)))),
        Row(rpID: "公司.cn", host: "xn--55qx5d.cn", relation: .unrelated(.notAHost(.notASCII(offset: 0)))),
    ]
    @Test(arguments: rows) func relation(row: Row) throws {
        let relation = RegistrableDomain.relation(of: row.rpID, to: try Host(parsing: row.host))
        #expect(relation == row.relation)
        switch relation {
        case .equal, .registrableDomainSuffix: #expect(relation.isAllowed)
        case .unrelated(let refusal):
            #expect(!relation.isAllowed)
            #expect(!refusal.description.isEmpty)
        }
    }

    @Test func theListIsAParameter() throws {
        let list = try PublicSuffixList(parsing: Array("com\nexample.com".utf8))
        let relation = RegistrableDomain.relation(
            of: "example.com", to: .domain("www.example.com"), in: list)
        #expect(relation == .unrelated(.publicSuffix(.icann)))
    }

    /// The same answers as the standard's steps, taken one by one, on random lists and domains.
    @Test func agreesWithTheStandardsSteps() throws {
        var generator = SeededGenerator(seed: 11)
        func name(_ labels: Int) -> String {
            (0..<labels).map { _ in ["a", "b"].randomElement(using: &generator) ?? "a" }.joined(
                separator: ".")
        }
        for round in 0..<200 {
            let rules = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                let mark = ["", "", "*.", "!"].randomElement(using: &generator) ?? ""
                return mark + name(Int.random(in: 2...4, using: &generator))
            }
            let list = try PublicSuffixList(parsing: Array(rules.joined(separator: "\n").utf8))
            for _ in 0..<50 {
                let domain = name(Int.random(in: 1...6, using: &generator))
                let labels = domain.split(separator: ".")
                let rpID = labels.suffix(Int.random(in: 1...labels.count, using: &generator)).joined(
                    separator: ".")
                let own = list.match(.domain(rpID))?.suffix ?? ""
                let others = list.match(.domain(domain))?.suffix ?? ""
                let isAllowed =
                    rpID == domain || !(rpID == own || others.hasSuffix("." + rpID)) && rpID != others
                let relation = RegistrableDomain.relation(of: rpID, to: .domain(domain), in: list)
                #expect(relation.isAllowed == isAllowed, "round \(round): \(rules), \(rpID), \(domain)")
            }
        }
    }
}
