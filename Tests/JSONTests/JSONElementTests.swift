import JSON
import Testing

@Suite struct JSONElementTests {
    @Test("Members and elements are found, with kind, place and bytes")
    func access() throws {
        let text = #" {"a": [1, true, null, "x\ny"], "b": {"c": 1.0e2, "": {}}, "é": -0, "n\u0061me": "é"} "#
        let document = try JSONDocument(parsing: text)
        let root = document.root
        #expect(root.kind == .object && root.count == 4)
        #expect(root.offset == 1 && root.length == text.utf8.count - 2)
        #expect(root["b"]?["c"]?.int == 100)
        #expect(root["b"]?[""]?.kind == .object)
        #expect(root["é"]?.int == 0)
        #expect(root["name"]?.string == "é")
        #expect(root["n\\u0061me"] == nil)
        #expect(root["e"] == nil && root["aa"] == nil && root[""] == nil)
        #expect(root["b"]?["d"] == nil)
        #expect(root["a"]?["b"] == nil)
        #expect(root[0] == nil)

        let array = try #require(root["a"])
        #expect(array.kind == .array && array.count == 4)
        #expect(array[0]?.int == 1)
        #expect(array[1]?.bool == true)
        #expect(array[2]?.isNull == true)
        #expect(array[3]?.string == "x\ny")
        #expect(array[4] == nil && array[-1] == nil)
        #expect(array.elements.map(\.kind) == [.number, .bool, .null, .string])
        #expect(array.rawBytes.elementsEqual(#"[1, true, null, "x\ny"]"#.utf8))
        #expect(root.members.map(\.name) == ["a", "b", "é", "name"])
        #expect(root.members.map(\.value.kind) == [.array, .object, .number, .string])
        #expect(root.memberNames.map(\.name.offset) == [2, 32, 59, 69])
        #expect(array.members.map(\.name) == [] && root.elements.map(\.kind) == [])

        // Each accessor is nil, or empty, on every other kind.
        for element in [root, array, array[0], array[1], array[2], array[3]].compactMap({ $0 }) {
            #expect((element.string != nil) == (element.kind == .string))
            #expect((element.stringBytes != nil) == (element.kind == .string))
            #expect((element.bool != nil) == (element.kind == .bool))
            #expect((element.int != nil) == (element.kind == .number))
            #expect((element.double != nil) == (element.kind == .number))
            #expect(element.isNull == (element.kind == .null))
        }
    }

    @Test("A place is told as a JSON Pointer (RFC 6901 section 5)")
    func pointers() throws {
        let root = try JSONDocument(
            parsing: #"{"foo":["bar","baz"],"":0,"a/b":1,"m~n":{"\"":[[],[{"x":null}]]}}"#
        ).root
        #expect(root.pointer == "")
        #expect(root["foo"]?.pointer == "/foo")
        #expect(root["foo"]?[1]?.pointer == "/foo/1")
        #expect(root[""]?.pointer == "/")
        #expect(root["a/b"]?.pointer == "/a~1b")
        #expect(root["m~n"]?["\""]?[1]?[0]?["x"]?.pointer == "/m~0n/\"/1/0/x")
        #expect(root.memberNames.map(\.name.pointer) == ["/foo", "/", "/a~1b", "/m~0n"])
    }

    @Test(
        "Escapes are resolved, surrogates paired, lone ones replaced",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\uFFFF""#, "Aé€\u{FFFF}"),
            (#""a\u0000b""#, "a\u{0}b"),
            (#""\ud83d\ude00""#, "\u{1F600}"),
            (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
            (#""\ud83d""#, "\u{FFFD}"),
            (#""\ude00""#, "\u{FFFD}"),
            (#""\ud83dx""#, "\u{FFFD}x"),
            (#""\ud83d\n""#, "\u{FFFD}\n"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
            (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
            (#""é\\u0041""#, "é\\u0041"),
        ])
    func escapes(text: String, expected: String) throws {
        let element = try JSONDocument(parsing: text).root
        // Compared by scalars: strings that look alike are equal to Swift.
        #expect(element.string?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
        #expect(element.stringBytes?.elementsEqual(expected.utf8) == true)
        #expect(element.equals(expected))
        #expect(
            !element.equals(expected + "x") && !element.equals(String(expected.unicodeScalars.dropLast())))
    }

    @Test("A string without escapes is a slice of the document")
    func slices() throws {
        let document = try JSONDocument(parsing: #"{"challenge":"AAEC","other":"\u0041"}"#)
        let challenge = try #require(document.root["challenge"])
        #expect(challenge.stringBytes?.indices == challenge.offset + 1..<challenge.offset + 5)
        #expect(challenge.equals("AAEC") && !challenge.equals("AAED") && !challenge.equals("AAE"))
        #expect(!document.root.equals(""))
        let text = "abcdefghijklmnopqrst"
        for length in 0...text.count {
            let element = try JSONDocument(parsing: "\"\(text.prefix(length))\"").root
            for other in 0...text.count {
                #expect(element.equals(String(text.prefix(other))) == (length == other))
            }
            if length > 0 { #expect(!element.equals(text.prefix(length - 1) + "!")) }
        }
        // Bytes are compared, not characters: composed and decomposed é differ.
        let composed = try JSONDocument(parsing: "\"\u{E9}\"").root
        #expect(composed.equals("\u{E9}") && !composed.equals("e\u{301}"))
    }

    struct Number { let text: String, int: Int?, double: Double }
    static let numberRows: [Number] = [
        Number(text: "0", int: 0, double: 0), Number(text: "-0", int: 0, double: -0.0),
        Number(text: "0.000", int: 0, double: 0), Number(text: "0e999999999999999999999", int: 0, double: 0),
        Number(text: "-7", int: -7, double: -7), Number(text: "-257", int: -257, double: -257),
        Number(text: "300000", int: 300000, double: 300000), Number(text: "1.0", int: 1, double: 1),
        Number(text: "1.5", int: nil, double: 1.5), Number(text: "1.50e1", int: 15, double: 15),
        Number(text: "1e3", int: 1000, double: 1000), Number(text: "1E+3", int: 1000, double: 1000),
        Number(text: "-1.20e2", int: -120, double: -120), Number(text: "1200e-2", int: 12, double: 12),
        Number(text: "1200e-3", int: nil, double: 1.2), Number(text: "1e-1", int: nil, double: 0.1),
        Number(text: "0.001e3", int: 1, double: 1), Number(text: "100.00e-1", int: 10, double: 10),
        Number(text: "9007199254740993", int: 9_007_199_254_740_993, double: 9007199254740992),
        Number(text: "999999999999999999", int: 999_999_999_999_999_999, double: 1e18),
        Number(text: "1000000000000000000", int: 1_000_000_000_000_000_000, double: 1e18),
        Number(text: "9223372036854775807", int: .max, double: 9_223_372_036_854_775_808),
        Number(text: "9223372036854775808", int: nil, double: 9223372036854775808),
        Number(text: "-9223372036854775808", int: .min, double: -9223372036854775808),
        Number(text: "-9223372036854775809", int: nil, double: -9223372036854775808),
        Number(text: "-922337203685477580.80e1", int: .min, double: -9223372036854775808),
        Number(text: "18446744073709551615", int: nil, double: 18_446_744_073_709_551_616),
        Number(text: "18446744073709551616", int: nil, double: 18446744073709551616),
        Number(text: "18446744073709551620", int: nil, double: 18446744073709551616),
        Number(text: "1e18", int: 1_000_000_000_000_000_000, double: 1e18),
        Number(text: "1e19", int: nil, double: 1e19), Number(text: "1e400", int: nil, double: .infinity),
        Number(text: "-1e400", int: nil, double: -.infinity), Number(text: "1e-400", int: nil, double: 0),
        Number(text: "1e9223372036854775808", int: nil, double: .infinity),
        Number(text: "1e-9223372036854775808", int: nil, double: 0),
        Number(text: "1" + String(repeating: "0", count: 400) + "e-400", int: 1, double: 1),
        Number(text: "0." + String(repeating: "0", count: 399) + "7e400", int: 7, double: 7),
        Number(text: "5." + String(repeating: "0", count: 400), int: 5, double: 5),
        Number(text: "0.1e1" + String(repeating: "0", count: 30), int: nil, double: .infinity),
    ]
    @Test("Whole numbers are exact in every notation", arguments: numberRows)
    func numbers(row: Number) throws {
        let element = try JSONDocument(parsing: row.text).root
        #expect(element.int == row.int)
        #expect(element.double == row.double)
        #expect(element.double?.sign == row.double.sign)
    }

    struct Duplicates { let text: String, names: [String], offsets: [Int], paths: [String] }
    static let duplicateRows: [Duplicates] = [
        Duplicates(text: #"{"a":1,"b":2}"#, names: [], offsets: [], paths: []),
        Duplicates(text: #"{"a":1,"a":1}"#, names: ["a"], offsets: [7], paths: ["/a"]),
        Duplicates(
            text: #"{"a":1,"b":2,"a":3,"a":4}"#, names: ["a", "a"], offsets: [13, 19], paths: ["/a", "/a"]),
        // Equal once the escapes are resolved.
        Duplicates(text: #"{"\u0061":1,"a":2}"#, names: ["a"], offsets: [12], paths: ["/a"]),
        Duplicates(text: #"{"a":1,"b":2,"\u0061":3}"#, names: ["a"], offsets: [13], paths: ["/a"]),
        Duplicates(text: #"{"\/":1,"/":2}"#, names: ["/"], offsets: [8], paths: ["/~1"]),
        Duplicates(text: #"{"":1,"":2}"#, names: [""], offsets: [6], paths: ["/"]),
        // Neither case, nor normalisation, nor an array between makes names equal.
        Duplicates(text: #"{"a":1,"A":2,"\u00e9":3,"e\u0301":4,"aa":5}"#, names: [], offsets: [], paths: []),
        Duplicates(text: #"[{"a":1},{"a":2}]"#, names: [], offsets: [], paths: []),
        Duplicates(text: #"{"a":{"a":{"a":1}}}"#, names: [], offsets: [], paths: []),
        // In document order, though the inner object closes first.
        Duplicates(
            text: #"{"x":1,"x":[{"y":1,"y":2}],"x":3}"#, names: ["x", "y", "x"], offsets: [7, 19, 27],
            paths: ["/x", "/x/0/y", "/x"]),
    ]
    @Test("Duplicate names are told and the last one counts", arguments: duplicateRows)
    func duplicates(row: Duplicates) throws {
        let document = try JSONDocument(parsing: row.text)
        #expect(document.duplicates.map(\.name) == row.names)
        #expect(document.duplicates.map(\.offset) == row.offsets)
        #expect(document.duplicates.map(\.path) == row.paths)
        for (name, _) in document.root.members {
            // By bytes: to Swift, composed and decomposed names are equal.
            let last = Array(document.root.members).last { $0.name.utf8.elementsEqual(name.utf8) }
            #expect(document.root[name]?.offset == last?.value.offset)
        }
    }

    @Test("Duplicates are found in small objects and in large ones, wherever they stand")
    func manyMembers() throws {
        for count in [2, 3, 15, 16, 17, 18, 100] {
            let names = (0..<count).map { "name\($0)" }
            let plain = try JSONDocument(
                parsing: "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
            #expect(plain.duplicates.isEmpty)
            for (first, second) in [(0, count - 1), (0, 1), (count - 2, count - 1), (count / 3, count / 2)]
            where first != second {
                var repeated = names
                repeated[second] = names[first]
                let text = "{" + repeated.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
                let document = try JSONDocument(parsing: text)
                #expect(document.duplicates.map(\.name) == [names[first]])
                #expect(document.root[names[first]]?.int == second)
                for (place, name) in names.enumerated() where place != first && place != second {
                    #expect(document.root[name]?.int == place)
                }
            }
        }
    }
}
