import Bytes
import CBOR
import TestSupport
import Testing

@Suite struct PropertyTests {
    static let seeds: [UInt64] = Array(1...8)

    @Test(arguments: seeds) func whatIsWrittenIsRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let value = value(depth: 5, using: &random)
            let asWritten = CBOREncoder.encodeAsWritten(value)
            let read = try CBORDecoder.decodeLeniently(asWritten, forgiving: .wellFormed)
            #expect(read.value == value)
            let canonical = CBOREncoder.encode(value)
            let again = try CBORDecoder.decodeLeniently(
                canonical, forgiving: [.tags, .unusedTypes, .duplicateKeys])
            #expect(CBOREncoder.encode(again.value) == canonical)
            #expect(CBOREncoder.encodeAsWritten(again.value) == canonical)
            let walk = CBORAnnotator.annotate(asWritten)
            expectContiguous(walk, from: 0, to: asWritten.count)
            #expect(walk.error == nil && walk.end == asWritten.count)
        }
    }

    @Test(arguments: seeds) func everyCutIsNoticed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let bytes = CBOREncoder.encodeAsWritten(value(depth: 3, using: &random))
            for length in bytes.indices {
                let cut = Array(bytes.prefix(length))
                for leniency in [[], .canonicalForm, .wellFormed] as [CBORLeniency] {
                    do {
                        _ = try CBORDecoder.decodeLeniently(cut, forgiving: leniency)
                        Issue.record("\(Hex.encode(bytes)) cut at \(length) was read")
                    } catch {
                        #expect((0...length).contains(error.offset))
                    }
                }
                expectContiguous(CBORAnnotator.annotate(cut), from: 0, to: length)
            }
        }
    }

    /// Three readings of the same bytes: whoever takes more never contradicts who takes less.
    @Test(arguments: seeds) func noiseIsRefusedOrUnderstood(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var understood = 0
        for _ in 0..<4000 {
            let bytes = noise(using: &random)
            let walk = CBORAnnotator.annotate(bytes)
            expectContiguous(walk, from: 0, to: bytes.count)
            do {
                let anything = try CBORDecoder.decodePrefixLeniently(bytes, from: 0, forgiving: .wellFormed)
                understood += 1
                #expect(walk.error == nil && walk.end == anything.end)
                let strict = try? CBORDecoder.decodePrefix(bytes, from: 0)
                #expect((strict != nil) == anything.forgiven.isEmpty)
                if let strict {
                    #expect(strict.value == anything.value && strict.end == anything.end)
                    #expect(CBOREncoder.encode(strict.value) == Array(bytes.prefix(strict.end)))
                }
            } catch {
                #expect(walk.error == error)
                #expect((0...bytes.count).contains(error.offset))
            }
        }
        #expect(understood > 400)
    }

    // MARK: - Random items

    private func value(depth: Int, using random: inout SeededGenerator) -> CBORValue {
        switch Int.random(in: 0..<(depth > 0 ? 15 : 11), using: &random) {
        case 0, 1: return .unsigned(argument(using: &random))
        case 2, 3: return .negative(argument(using: &random))
        case 4: return .bytes(random.bytes(Int.random(in: 0...40, using: &random)))
        case 5, 6: return .text(text(using: &random))
        case 7: return .bool(Bool.random(using: &random))
        case 8:
            return [.null, .undefined, .simple(3), .simple(32), .simple(255)].randomElement(using: &random)
                ?? 0
        case 9: return .float16(UInt16.random(in: 0 ... .max, using: &random))
        case 10:
            let pattern = random.next()
            return pattern % 2 == 0 ? .float64(pattern) : .float32(UInt32(truncatingIfNeeded: pattern))
        case 11: return .tagged(argument(using: &random), value(depth: depth - 1, using: &random))
        case 12:
            return .array(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1, using: &random)
                })
        default:
            return .map(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    CBORPair(value(depth: depth / 2, using: &random), value(depth: depth - 1, using: &random))
                })
        }
    }

    private func argument(using random: inout SeededGenerator) -> UInt64 {
        random.next() >> UInt64.random(in: 0...63, using: &random)
    }

    private func text(using random: inout SeededGenerator) -> String {
        let alphabet: [Character] = ["a", "Z", "\"", "\0", "é", "e\u{301}", "水", "😀", "\u{202E}"]
        let count = Int.random(in: 0...30, using: &random)
        return String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
    }

    /// Noise that is CBOR more often than chance has it: small heads, and at times an item with one byte changed.
    private func noise(using random: inout SeededGenerator) -> [UInt8] {
        switch random.next() % 3 {
        case 0: return random.bytes(Int.random(in: 0...60, using: &random))
        case 1:
            return (0..<Int.random(in: 1...40, using: &random)).map { _ in
                UInt8.random(in: 0...7, using: &random) << 5 | UInt8.random(in: 0...3, using: &random)
            }
        default:
            var bytes = CBOREncoder.encodeAsWritten(value(depth: 3, using: &random))
            if let index = bytes.indices.randomElement(using: &random) {
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            return bytes
        }
    }
}
