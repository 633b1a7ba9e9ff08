import Bytes
import Cryptography
import Testing

@Suite struct X509NameTests {
    typealias Attribute = DistinguishedName.Attribute

    func again(_ name: DistinguishedName) throws -> DistinguishedName {
        var reader = DERReader(name.encoded)
        defer { #expect(reader.isAtEnd) }
        return try DistinguishedName(&reader)
    }

    @Test func `every string type goes out and comes back`() throws {
        struct Row {
            let text: String
            let form: DirectoryString.Form
            let hex: String
        }
        let rows = [
            Row(text: "é€𝄞", form: .utf8, hex: "0c09c3a9e282acf09d849e"),
            Row(text: "Ab 1", form: .printable, hex: "130441622031"),
            Row(text: "a@b_c*", form: .printable, hex: "130661406 25f632a"),
            Row(text: "a@b", form: .ia5, hex: "1603614062"),
            Row(text: "é", form: .teletex, hex: "1401e9"),
            Row(text: "é€", form: .bmp, hex: "1e0400e920ac"),
            Row(text: "𝄞", form: .universal, hex: "1c040001d11e"),
            Row(text: "1 2", form: .numeric, hex: "1203312032"),
            Row(text: "x", form: .visible, hex: "1a0178"),
            Row(text: "", form: .utf8, hex: "0c00"),
        ]
        for row in rows {
            let value = DirectoryString(row.text, as: row.form)
            #expect(Hex.encode(value.encoded) == row.hex.filter { $0 != " " })
            var reader = DERReader(value.encoded)
            #expect(try DirectoryString(reader.readAny()) == value)
        }
        // What a type does not have becomes a question mark.
        #expect(Hex.encode(DirectoryString("é𝄞", as: .bmp).encoded) == "1e0400e9003f")
        #expect(Hex.encode(DirectoryString("€", as: .teletex).encoded) == "14013f")
        #expect(Hex.encode(DirectoryString("é", as: .ia5).encoded) == "16013f")
        for hex in ["0c02c328", "0c01ff", "1301e9", "1e0100", "1e02d800", "1c03000000", "1c0400110000"] {
            var reader = DERReader(try Hex.decode(hex))
            #expect(throws: CryptographyError.der(.badString(offset: 0)), "\(hex)") {
                try DirectoryString(reader.readAny())
            }
        }
        var reader = DERReader(DER.octetString([1, 2]))
        let octets = try DirectoryString(reader.readAny())
        #expect(octets.form == nil && octets.text == "#04020102")
    }

    @Test func `relative names of several attributes keep their order as read and are sorted as written`()
        throws
    {
        let hardware: [Attribute] = [
            .init("2.23.133.2.1", "id:00000000"), .init("2.23.133.2.2", "model"),
            .init("2.23.133.2.3", "id:1"),
        ]
        let name = DistinguishedName(relativeNames: [[.country("AA")], hardware])
        let read = try again(name)
        #expect(read.relativeNames.map(\.count) == [1, 3])
        #expect(Set(read.relativeNames[1]) == Set(hardware))
        #expect(read.matches(name) && read.encoded == name.encoded)
        #expect(read.values(of: "2.23.133.2.2") == ["model"] && read.values(of: .commonName).isEmpty)
        #expect(
            DistinguishedName(.country("AA"), .organization("W3C"), .commonName("x")).description
                == "C=AA, O=W3C, CN=x")
        #expect(
            DistinguishedName(relativeNames: [hardware]).description
                == "2.23.133.2.1=id:00000000+2.23.133.2.2=model+2.23.133.2.3=id:1")
        #expect(try again(DistinguishedName()).isEmpty)
    }

    struct Pair: Sendable {
        let a: DistinguishedName
        let b: DistinguishedName
        let matches: Bool
    }

    @Test(arguments: [
        Pair(
            a: DistinguishedName(.commonName("An  Example ")),
            b: DistinguishedName(.commonName("an example", as: .printable)), matches: true),
        Pair(
            a: DistinguishedName(.commonName("ÉCOLE")), b: DistinguishedName(.commonName("école", as: .bmp)),
            matches: true),
        Pair(
            a: DistinguishedName(.commonName("a b")), b: DistinguishedName(.commonName("ab")), matches: false),
        Pair(
            a: DistinguishedName(.commonName("a")), b: DistinguishedName(.organization("a")), matches: false),
        Pair(
            a: DistinguishedName(.commonName("a"), .organization("b")),
            b: DistinguishedName(.organization("b"), .commonName("a")), matches: false),
        Pair(
            a: DistinguishedName(relativeNames: [[.commonName("a"), .organization("b")]]),
            b: DistinguishedName(relativeNames: [[.organization("B"), .commonName("A")]]), matches: true),
        Pair(
            a: DistinguishedName(relativeNames: [[.commonName("a"), .organization("b")]]),
            b: DistinguishedName(.commonName("a"), .organization("b")), matches: false),
        Pair(a: DistinguishedName(), b: DistinguishedName(), matches: true),
        Pair(a: DistinguishedName(), b: DistinguishedName(.commonName("")), matches: false),
    ])
    func `compares names as RFC 5280 section 7.1 does`(pair: Pair) throws {
        #expect(pair.a.matches(pair.b) == pair.matches && pair.b.matches(pair.a) == pair.matches)
        #expect(try again(pair.a) == pair.a || pair.a.relativeNames.contains { $0.count > 1 })
    }
}
