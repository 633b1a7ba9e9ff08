import JSON
import TestSupport
import Testing

/// Random values, and what may be done to their text; the seed of a failure is in its message.
@Suite struct JSONPropertyTests {
    @Test("Random values survive writing and reading")
    func roundTrip() throws {
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let value = Self.value(depth: 5, &generator)
            for bytes in [value.serialised(), value.pretty()] {
                let document = try JSONDocument(parsing: bytes)
                #expect(JSONValue(document.root) == value, "seed \(seed)")
                #expect(Self.agrees(document.root), "seed \(seed)")
            }
        }
    }

    @Test("Cut off anywhere, a document is refused and nothing traps")
    func truncation() {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let value: JSONValue = [
                Self.value(depth: 3, &generator), ["é\n😀": Self.value(depth: 3, &generator)],
            ]
            for bytes in [value.serialised(), value.pretty()] {
                for count in 0..<bytes.count {
                    let isRight: Bool =
                        switch JSONGrammarTests.error(Array(bytes[..<count])) {
                        case .truncated(let offset, _): offset == count
                        // A cut within a character leaves a sequence that is none.
                        case .notUTF8(let offset): count - offset < 4
                        default: false
                        }
                    if !isRight { Issue.record("\(count) bytes of seed \(seed)") }
                }
            }
        }
    }

    @Test("With bytes changed, a document is refused within it or is read in full")
    func mutation() throws {
        let meaningful =
            Array("{}[]\",:\\u0eE+-.tfn \n/".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        for seed in 0..<1000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var bytes = Self.value(depth: 3, &generator).serialised()
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = meaningful[Int.random(in: 0..<meaningful.count, using: &generator)]
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: bytes.remove(at: place)
                }
            }
            if let error = JSONGrammarTests.error(bytes) {
                #expect((0...bytes.count).contains(error.offset), "seed \(seed)")
            } else {
                let document = try JSONDocument(parsing: bytes)
                #expect(Self.agrees(document.root), "seed \(seed)")
                let value = JSONValue(document.root)
                #expect(try JSONValue(parsing: value.serialised()) == value, "seed \(seed)")
            }
        }
    }

    @Test("Random bytes never trap")
    func noise() {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            for length in 0..<60 {
                let bytes = generator.bytes(length)
                _ = JSONGrammarTests.error(bytes)
                _ = JSONGrammarTests.error([UInt8(ascii: "[")] + bytes)
                _ = JSONGrammarTests.error([UInt8(ascii: "\"")] + bytes)
            }
        }
    }

    /// Calls every accessor; whether views and document agree.
    private static func agrees(_ element: JSONElement) -> Bool {
        _ = (element.int, element.double, element.bool)
        var agrees = element.rawBytes.indices == element.offset..<element.offset + element.length
        if let string = element.string { agrees = agrees && element.equals(string) }
        var count = 0
        for inner in element.elements {
            agrees = agrees && element[count]?.offset == inner.offset && Self.agrees(inner)
            agrees = agrees && inner.pointer == "\(element.pointer)/\(count)"
            count += 1
        }
        for (name, inner) in element.members {
            agrees = agrees && element[name] != nil && Self.agrees(inner)
            count += 1
        }
        return agrees && count == element.count
    }

    private static func value(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: depth > 0 ? 0..<9 : 0..<6, using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2:
            let shift = Int.random(in: 0..<64, using: &generator)
            return .integer(Int(truncatingIfNeeded: generator.next()) >> shift)
        case 3: return .number("-\(UInt8.random(in: 0...9, using: &generator)).50E-3")
        case 4, 5: return .string(string(&generator))
        case 6, 7:
            let count = Int.random(in: 0..<5, using: &generator)
            return .object(
                (0..<count).map { _ in JSONMember(string(&generator), value(depth: depth - 1, &generator)) })
        default:
            let count = Int.random(in: 0..<5, using: &generator)
            return .array((0..<count).map { _ in value(depth: depth - 1, &generator) })
        }
    }

    private static func string(_ generator: inout SeededGenerator) -> String {
        let scalars: [Range<UInt32>] = [
            0..<0x20, 0x20..<0x7F, 0x20..<0x7F, 0x7F..<0x800, 0x800..<0xD800, 0xE000..<0x110000,
        ]
        var string = ""
        for _ in 0..<Int.random(in: 0..<20, using: &generator) {
            let range = scalars[Int.random(in: 0..<scalars.count, using: &generator)]
            if let scalar = UnicodeScalar(UInt32.random(in: range, using: &generator)) {
                string.unicodeScalars.append(scalar)
            }
        }
        return string
    }
}
