import JSON
import Testing

@Suite struct JSONWriterTests {
    @Test(
        "Strings are escaped as ECMAScript's JSON.stringify escapes them",
        arguments: [
            ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("a/b", #""a/b""#),
            ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
            ("\u{0}\u{1}\u{B}\u{E}\u{1F}", #""\u0000\u0001\u000b\u000e\u001f""#),
            ("\u{7F}\u{80}", "\"\u{7F}\u{80}\""), ("é€😀\u{2028}\u{FEFF}", "\"é€😀\u{2028}\u{FEFF}\""),
            ("12345678\"12345678\\", #""12345678\"12345678\\""#), ("<script>&'", "\"<script>&'\""),
        ])
    func stringify(string: String, expected: String) {
        #expect(text(JSONValue.string(string).serialised()) == expected)
    }

    @Test("Client data wants every control character by its number (WebAuthn Level 3 section 5.8.1.1)")
    func numericEscapes() {
        var writer = JSONWriter(escaping: .numeric)
        writer.value("\"\\/\u{8}\t\n\u{C}\r\u{1F}é")
        #expect(text(writer.bytes) == #""\"\\/\u0008\u0009\u000a\u000c\u000d\u001fé""#)
    }

    @Test("Each byte at each place of a string is escaped alike, whatever the alignment")
    func alignment() throws {
        for place in 0..<18 {
            for scalar in (0...0xFF).compactMap({ UnicodeScalar($0 as Int) }) {
                var plain = Array(repeating: UnicodeScalar(UInt8(ascii: "a")), count: 18)
                plain[place] = scalar
                var string = ""
                string.unicodeScalars.append(contentsOf: plain)
                let bytes = JSONValue.string(string).serialised()
                let escaped = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                let isRight =
                    try bytes.contains(UInt8(ascii: "\\")) == escaped
                    && JSONDocument(parsing: bytes).root.equals(string)
                if !isRight { Issue.record("U+\(scalar.value) at \(place)") }
            }
        }
    }

    @Test("Commas come by themselves, compact or pretty")
    func containers() {
        func write(_ writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("string", "a")
            writer.member("int", -7)
            writer.member("bool", true)
            writer.nullMember("null")
            writer.member("bytes", base64URL: [0xFB, 0xFF, 0x00] as [UInt8])
            writer.member("raw", raw: Array("[1]".utf8))
            writer.member("tree", ["a": [1, 2], "b": [:], "c": nil])
            writer.beginArray("array")
            writer.value("a")
            writer.value(Int.min)
            writer.value(false)
            writer.null()
            writer.value(base64URL: [UInt8]())
            writer.value(raw: "1e9".utf8)
            writer.value([])
            writer.beginArray()
            writer.endArray()
            writer.beginObject()
            writer.endObject()
            writer.endArray()
            writer.beginObject("object")
            writer.name("inner")
            writer.beginObject()
            writer.endObject()
            writer.endObject()
            writer.beginArray("empty")
            writer.endArray()
            writer.endObject()
        }
        var compact = JSONWriter()
        write(&compact)
        #expect(
            text(compact.bytes)
                == #"{"string":"a","int":-7,"bool":true,"null":null,"bytes":"-_8A","raw":[1],"#
                + #""tree":{"a":[1,2],"b":{},"c":null},"array":["a",-9223372036854775808,false,null,"",1e9,"#
                + #"[],[],{}],"object":{"inner":{}},"empty":[]}"#)
        var pretty = JSONWriter(pretty: true)
        write(&pretty)
        #expect(
            text(pretty.bytes) == """
                {
                  "string": "a",
                  "int": -7,
                  "bool": true,
                  "null": null,
                  "bytes": "-_8A",
                  "raw": [1],
                  "tree": {
                    "a": [
                      1,
                      2
                    ],
                    "b": {},
                    "c": null
                  },
                  "array": [
                    "a",
                    -9223372036854775808,
                    false,
                    null,
                    "",
                    1e9,
                    [],
                    [],
                    {}
                  ],
                  "object": {
                    "inner": {}
                  },
                  "empty": []
                }
                """)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
