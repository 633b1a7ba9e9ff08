import JSON
import Testing

@Suite struct JSONValueTests {
    @Test(
        "A value read and written again is the same text",
        arguments: [
            "null", "true", "false", "0", "-0", "1.0", "1e3", "-7", "9223372036854775807",
            "9223372036854775808",
            #""""#, #""\"\\\n\u0001é""#, "[]", "{}", "[1,[2,[]],{}]", #"{"b":1,"a":{"c":[null]},"b":2}"#,
        ])
    func sameText(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(String(decoding: value.serialised(), as: UTF8.self) == text)
        #expect(try JSONValue(parsing: value.pretty()) == value)
    }

    @Test("Numbers keep the form they were written in")
    func numbers() throws {
        #expect(
            try JSONValue(parsing: "[7,-0,7.0,1e1]") == [7, .number("-0"), .number("7.0"), .number("1e1")])
    }

    @Test("Members and elements are read and edited in place")
    func editing() throws {
        var value: JSONValue = ["type": "public-key", "response": ["flags": [true, 1, nil]], "n": 1]
        #expect(value["type"]?.stringValue == "public-key")
        #expect(value["response"]?["flags"]?[0]?.boolValue == true)
        #expect(value["response"]?["flags"]?[1]?.integerValue == 1)
        #expect(value["response"]?["flags"]?[2] == .null)
        #expect(value["response"]?["flags"]?[3] == nil && value["response"]?["flags"]?[-1] == nil)
        #expect(value["response"]?["flags"]?.arrayValue?.count == 3)
        #expect(value.objectValue?.map(\.name) == ["type", "response", "n"])
        #expect(value["x"] == nil && value[0] == nil && value["n"]?["x"] == nil)

        value["response"]?["flags"]?[0] = "changed"
        value["response"]?["flags"]?[1] = nil as JSONValue?
        value["response"]?["flags"]?[9] = 1
        value["response"]?["added"] = 2
        value["n"] = nil as JSONValue?
        value["type"]?["x"] = 1
        value["last"] = .null
        #expect(
            String(decoding: value.serialised(), as: UTF8.self)
                == #"{"type":"public-key","response":{"flags":["changed",null],"added":2},"last":null}"#)

        var twice = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#)
        #expect(twice["a"] == 3)
        twice["a"] = 4
        #expect(String(decoding: twice.serialised(), as: UTF8.self) == #"{"a":1,"b":2,"a":4}"#)
        twice["a"] = nil as JSONValue?
        #expect(twice == ["b": 2])
    }
}
