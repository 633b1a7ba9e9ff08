import TestSupport
import Testing
import WebAuthnClient
import WebAuthnModel

@Suite struct PublicSuffixListTests {
    struct Row { let domain: String, suffix: String, registrable: String?, section: PublicSuffixSection? }

    /// The meaning of the published test table (publicsuffix/list, tests/tests.txt), with rows of our own.
    static let rows: [Row] = [
        // Unlisted: the last label is the suffix.
        Row(domain: "unlisted", suffix: "unlisted", registrable: nil, section: nil),
        Row(domain: "x.unlisted", suffix: "unlisted", registrable: "x.unlisted", section: nil),
        Row(domain: "z.y.x.unlisted", suffix: "unlisted", registrable: "x.unlisted", section: nil),
        Row(domain: "localhost", suffix: "localhost", registrable: nil, section: nil),
        // One rule for a top-level domain, then rules of two labels, of both sections.
        Row(domain: "biz", suffix: "biz", registrable: nil, section: .icann),
        Row(domain: "b.shop.biz", suffix: "biz", registrable: "shop.biz", section: .icann),
        Row(domain: "com", suffix: "com", registrable: nil, section: .icann),
        Row(domain: "example.com", suffix: "com", registrable: "example.com", section: .icann),
        Row(domain: "b.example.com", suffix: "com", registrable: "example.com", section: .icann),
        Row(domain: "uk.com", suffix: "uk.com", registrable: nil, section: .private),
        Row(domain: "a.b.example.uk.com", suffix: "uk.com", registrable: "example.uk.com", section: .private),
        Row(domain: "www.example.co.uk", suffix: "co.uk", registrable: "example.co.uk", section: .icann),
        Row(domain: "github.io", suffix: "github.io", registrable: nil, section: .private),
        Row(domain: "me.github.io", suffix: "github.io", registrable: "me.github.io", section: .private),
        Row(domain: "github.com", suffix: "com", registrable: "github.com", section: .icann),
        // Only a wildcard: the name itself is no rule, each label below it is a suffix.
        Row(domain: "mm", suffix: "mm", registrable: nil, section: nil),
        Row(domain: "c.mm", suffix: "c.mm", registrable: nil, section: .icann),
        Row(domain: "a.b.c.mm", suffix: "c.mm", registrable: "b.c.mm", section: .icann),
        // A wildcard and its exception.
        Row(domain: "ck", suffix: "ck", registrable: nil, section: nil),
        Row(domain: "test.ck", suffix: "test.ck", registrable: nil, section: .icann),
        Row(domain: "a.b.test.ck", suffix: "test.ck", registrable: "b.test.ck", section: .icann),
        Row(domain: "www.ck", suffix: "ck", registrable: "www.ck", section: .icann),
        Row(domain: "www.www.ck", suffix: "ck", registrable: "www.ck", section: .icann),
        // Rules of one, two and three labels, wildcards and exceptions in one country.
        Row(domain: "www.test.jp", suffix: "jp", registrable: "test.jp", section: .icann),
        Row(domain: "ac.jp", suffix: "ac.jp", registrable: nil, section: .icann),
        Row(
            domain: "a.b.ide.kyoto.jp", suffix: "ide.kyoto.jp", registrable: "b.ide.kyoto.jp", section: .icann
        ),
        Row(domain: "test.kyoto.jp", suffix: "kyoto.jp", registrable: "test.kyoto.jp", section: .icann),
        Row(domain: "kobe.jp", suffix: "jp", registrable: "kobe.jp", section: .icann),
        Row(domain: "c.kobe.jp", suffix: "c.kobe.jp", registrable: nil, section: .icann),
        Row(domain: "a.b.c.kobe.jp", suffix: "c.kobe.jp", registrable: "b.c.kobe.jp", section: .icann),
        Row(domain: "city.kobe.jp", suffix: "kobe.jp", registrable: "city.kobe.jp", section: .icann),
        Row(domain: "www.city.kobe.jp", suffix: "kobe.jp", registrable: "city.kobe.jp", section: .icann),
        Row(domain: "k12.ak.us", suffix: "k12.ak.us", registrable: nil, section: .icann),
        Row(
            domain: "www.test.k12.ak.us", suffix: "k12.ak.us", registrable: "test.k12.ak.us", section: .icann),
        // A wildcard below a registrable domain.
        Row(domain: "amazonaws.com", suffix: "com", registrable: "amazonaws.com", section: .icann),
        Row(
            domain: "www.example.compute.amazonaws.com", suffix: "example.compute.amazonaws.com",
            registrable: "www.example.compute.amazonaws.com", section: .private),
        // Names in their A-label form: 公司.cn, 食狮.公司.cn, 中国.
        Row(domain: "xn--55qx5d.cn", suffix: "xn--55qx5d.cn", registrable: nil, section: .icann),
        Row(
            domain: "www.xn--85x722f.xn--55qx5d.cn", suffix: "xn--55qx5d.cn",
            registrable: "xn--85x722f.xn--55qx5d.cn", section: .icann),
        Row(
            domain: "xn--85x722f.com.cn", suffix: "com.cn", registrable: "xn--85x722f.com.cn", section: .icann
        ),
        Row(domain: "xn--fiqs8s", suffix: "xn--fiqs8s", registrable: nil, section: .icann),
        Row(
            domain: "shishi.xn--fiqs8s", suffix: "xn--fiqs8s", registrable: "shishi.xn--fiqs8s",
            section: .icann),
        // Case is the host parser's business, the dot at the end is kept.
        Row(domain: "WwW.example.COM", suffix: "com", registrable: "example.com", section: .icann),
        Row(domain: "example.com.", suffix: "com.", registrable: "example.com.", section: .icann),
        Row(domain: "github.io.", suffix: "github.io.", registrable: nil, section: .private),
    ]
    @Test(arguments: rows) func looksUp(row: Row) throws {
        let match = try #require(PublicSuffixList.snapshot.match(Host(parsing: row.domain)))
        #expect(match.suffix == row.suffix)
        #expect(match.registrableDomain == row.registrable)
        #expect(match.section == row.section)
    }

    @Test(arguments: [
        ".com", ".example.com", "example..com", ".", "..", "com..", "127.0.0.1",
        "[2001:db8:85a3::8a2e:370:7334]",
    ])
    func hasNoAnswer(text: String) throws {
        #expect(PublicSuffixList.snapshot.match(try Host(parsing: text)) == nil)
    }

    struct Table { let lines: StaticString, mark: String }
    static let tables: [Table] = [
        Table(lines: PublicSuffixSnapshot.icannNames, mark: ""),
        Table(lines: PublicSuffixSnapshot.icannWildcards, mark: "*."),
        Table(lines: PublicSuffixSnapshot.icannExceptions, mark: "!"),
        Table(lines: PublicSuffixSnapshot.privateNames, mark: ""),
        Table(lines: PublicSuffixSnapshot.privateWildcards, mark: "*."),
        Table(lines: PublicSuffixSnapshot.privateExceptions, mark: "!"),
    ]

    /// Every rule of the snapshot is in order and is found, and what surrounds it is as the rule says.
    @Test func everyRuleOfTheSnapshotIsFound() throws {
        var count = 0
        for table in Self.tables {
            let names = table.lines.description.split(separator: "\n").map(String.init)
            #expect(names == names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
            #expect(Set(names).count == names.count)
            count += names.count
            for name in names {
                let host = table.mark == "*." ? "zz9." + name : name
                let match = try #require(PublicSuffixList.snapshot.match(.domain(host)))
                #expect(match.registrableDomain == (table.mark == "!" ? name : nil), "\(table.mark)\(name)")
                let below = try #require(PublicSuffixList.snapshot.match(.domain("zz8." + host)))
                // A wildcard may lie below a name.
                if below.suffix == host { #expect(below.registrableDomain == "zz8." + host) }
            }
        }
        #expect(count > 9000)
    }

    /// The same answers as the formal algorithm, written down naively, on random lists and domains.
    @Test func agreesWithTheFormalAlgorithm() throws {
        var generator = SeededGenerator(seed: 7)
        func name(_ labels: Int) -> String {
            (0..<labels).map { _ in ["a", "b", "a-", "ab"].randomElement(using: &generator) ?? "a" }
                .joined(separator: ".")
        }
        for round in 0..<200 {
            let rules = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                let labels = Int.random(in: 1...3, using: &generator)
                return switch Int.random(in: 0..<4, using: &generator) {
                case 0: "*." + name(labels)
                case 1: "!" + name(labels + 1)
                default: name(labels)
                }
            }
            let list = try PublicSuffixList(parsing: Array(rules.joined(separator: "\n").utf8))
            for _ in 0..<50 {
                let domain = name(Int.random(in: 1...6, using: &generator))
                let suffix = list.match(.domain(domain))?.suffix
                #expect(
                    suffix == Self.formalSuffix(of: domain, rules: rules),
                    "round \(round): \(rules), \(domain)")
            }
        }
    }

    /// <https://github.com/publicsuffix/list/wiki/Format#formal-algorithm>.
    ///
    /// Of several exceptions the longest prevails.
    private static func formalSuffix(of domain: String, rules: [String]) -> String {
        let labels = domain.split(separator: ".")
        let matching = rules.filter { rule in
            let parts = rule.drop { $0 == "!" }.split(separator: ".")
            return parts.count <= labels.count
                && zip(parts.reversed(), labels.reversed()).allSatisfy { $0 == "*" || $0 == $1 }
        }
        let exceptions = matching.filter { $0.hasPrefix("!") }
        let count =
            exceptions.isEmpty
            ? matching.map { $0.split(separator: ".").count }.max() ?? 1
            : (exceptions.map { $0.split(separator: ".").count }.max() ?? 2) - 1
        return labels.suffix(count).joined(separator: ".")
    }

    @Test func readsAListThatIsGiven() throws {
        let text = """
            \u{FEFF}// VERSION: 2026-08-19_12-00-00_UTC
            // ===BEGIN ICANN DOMAINS===
            Example   a comment after white space\r
            公司.example
            *.wild.example

            // ===END ICANN DOMAINS===
            // ===BEGIN PRIVATE DOMAINS===
            !tame.wild.example
            hosting.example
            """
        let list = try PublicSuffixList(parsing: Array(text.utf8))
        #expect(list.date == "2026-08-19")
        func section(_ domain: String) throws -> PublicSuffixSection? {
            try list.match(Host(parsing: domain))?.section
        }
        #expect(try section("example") == .icann)
        #expect(try section("xn--55qx5d.example") == .icann)
        #expect(try section("me.hosting.example") == .private)
        #expect(list.match(.domain("tame.wild.example"))?.registrableDomain == "tame.wild.example")
        #expect(list.match(.domain("www.com"))?.section == nil)
        #expect(PublicSuffixList.snapshot.date == PublicSuffixSnapshot.date)
    }

    struct Refusal { let text: String, error: PublicSuffixListError }
    static let refusals: [Refusal] = [
        Refusal(text: "", error: .noRules),
        Refusal(text: "// nothing\n \n", error: .noRules),
        Refusal(text: "<!DOCTYPE html>", error: .notARule(line: 1)),
        Refusal(text: "com\n.org", error: .notARule(line: 2)),
        Refusal(text: "com\n\n  org", error: .notARule(line: 3)),
        Refusal(text: "a.*.com", error: .notARule(line: 1)),
        Refusal(text: "*", error: .notARule(line: 1)),
        Refusal(text: "!com", error: .notARule(line: 1)),
        Refusal(text: "!*.com", error: .notARule(line: 1)),
        Refusal(text: "com.", error: .notARule(line: 1)),
        Refusal(text: "exa_mple", error: .notARule(line: 1)),
        Refusal(text: String(repeating: "a", count: 64), error: .notARule(line: 1)),
        Refusal(text: String(repeating: "公", count: 64), error: .notARule(line: 1)),
    ]
    @Test(arguments: refusals) func namesTheLineThatIsNoRule(row: Refusal) {
        #expect(throws: row.error) { try PublicSuffixList(parsing: Array(row.text.utf8)) }
    }

    @Test func refusesBytesThatAreNotUTF8() {
        #expect(throws: PublicSuffixListError.notARule(line: 1)) {
            try PublicSuffixList(parsing: [0x61, 0xFF, 0x0A])
        }
    }
}
