import JSON
import Testing

@Test("Members, elements and scalars of a document are found")
func access() throws {
    let document = try JSONDocument(
        parsing: #" {"a": [1, true, null, "x\ny"], "b": {"c": 1.0e2}, "a": "last", "é": -0} "#)
    let root = document.root
    #expect(root.kind == .object && root.count == 4)
    #expect(root["a"]?.string == "last")
    #expect(document.duplicates.map(\.path) == ["/a"])
    #expect(root["b"]?["c"]?.int == 100)
    #expect(root["é"]?.int == 0)
    #expect(root["b"]?["d"] == nil)
    let elements = try #require(root.members.first { $0.name == "a" }?.value)
    #expect(elements[0]?.int == 1)
    #expect(elements[1]?.bool == true)
    #expect(elements[2]?.isNull == true)
    #expect(elements[3]?.string == "x\ny")
    #expect(elements[3]?.pointer == "/a/3")
    #expect(elements[4] == nil)
}
