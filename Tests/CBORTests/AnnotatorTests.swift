import Bytes
import CBOR
import Testing

@Suite struct AnnotatorTests {
    @Test func namesEveryByte() throws {
        let content = [UInt8](repeating: 0xAB, count: 40)
        let bytes =
            [0xFF] + CBOREncoder.encode(["fmt": "none", "list": [1, -7], "x": .bytes(content)]) + [0xFF]
        let walk = CBORAnnotator.annotate(bytes, from: 1)
        expectContiguous(walk, from: 1, to: bytes.count - 1)
        #expect(walk.error == nil && walk.end == bytes.count - 1)
        #expect(
            walk.annotations.map(\.text) == [
                "map of 3", "\"x\"", "40 bytes h'\(Hex.encode(content.prefix(32)))…'", "\"fmt\"", "\"none\"",
                "\"list\"", "array of 2", "1", "-7",
            ])
        #expect(walk.annotations.map(\.depth) == [0, 1, 1, 1, 1, 1, 1, 2, 2])
        #expect(
            walk.annotations.map(\.role) == [
                .item, .key(0), .value(of: "x"), .key(1), .value(of: "fmt"), .key(2), .value(of: "list"),
                .element(0), .element(1),
            ])
        #expect(walk.annotations[2].headLength == 2 && walk.annotations[2].length == 42)
    }

    @Test func tellsWhatIsNotCanonicalAndWhereItEnds() throws {
        let bytes = try Hex.decode("bf02c118ff" + "015f41aa40ff" + "01811800" + "ff")
        let walk = CBORAnnotator.annotate(bytes)
        expectContiguous(walk, from: 0, to: bytes.count)
        #expect(walk.error == nil && walk.end == bytes.count)
        #expect(
            walk.annotations.map(\.text) == [
                "map of indefinite length", "2", "tag 1", "255", "1", "byte string of indefinite length",
                "h'aa'", "h''", "break", "1", "array of 1", "0", "break",
            ])
        #expect(
            walk.annotations.flatMap(\.faults) == [
                .indefiniteLength(offset: 0), .tag(offset: 2, number: 1), .keyOrder(offset: 5),
                .indefiniteLength(offset: 6), .duplicateKey(offset: 11), .nonShortest(offset: 13),
            ])
        for length in bytes.indices {
            let cut = CBORAnnotator.annotate(Array(bytes.prefix(length)))
            expectContiguous(cut, from: 0, to: length)
            #expect(cut.error != nil)
        }
    }
}
