import Bytes
import CBOR
import CTAP
import Cryptography
import Foundation
import TestSupport
import Testing

/// The large-blob array against an array that others made, and against itself.
@Suite struct LargeBlobTests {
    struct Vectors: Decodable {
        struct LargeBlob: Decodable {
            let key: String
            let plaintext: String
            let stored: String
            let emptyStored: String
        }
        let largeBlob: LargeBlob

        static func load() throws -> LargeBlob {
            let url = Bundle.module.bundleURL.appending(path: "Data/large-blobs-and-u2f.json")
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url)).largeBlob
        }
    }

    @Test func anArrayThatOthersMadeIsRead() throws {
        let vectors = try Vectors.load()
        let array = try #require(LargeBlobArray(serialized: Hex.decode(vectors.stored)))
        #expect(try array.blob(Secret(Hex.decode(vectors.key))) == Hex.decode(vectors.plaintext))
        #expect(array.blob(Secret([UInt8](repeating: 1, count: 32))) == nil)
        #expect(try array.serialized == Hex.decode(vectors.stored))
        #expect(try LargeBlobArray().serialized == Hex.decode(vectors.emptyStored))
    }

    @Test func everyBitOfItCounts() throws {
        let vectors = try Vectors.load()
        let stored = try Hex.decode(vectors.stored)
        for place in stored.indices {
            var torn = stored
            torn[place] ^= 1
            #expect(!LargeBlobArray.isWhole(torn) && LargeBlobArray(serialized: torn) == nil, "\(place)")
        }
        // The same within, with a hash that fits again: then the entry is nobody's.
        for place in 5..<43 {
            var torn = Array(stored.dropLast(16))
            torn[place] ^= 1
            torn += Digest.sha256(torn).prefix(16)
            let array = LargeBlobArray(serialized: torn)
            #expect(array?.blob(Secret(try Hex.decode(vectors.key))) == nil, "\(place)")
        }
    }

    @Test(arguments: [0, 1, 31, 65535, 65536, 140_000]) func aBlobComesBackAsItWas(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        let (blob, others) = (random.bytes(length), random.bytes(9))
        let keys = (1...2).map { Secret([UInt8](repeating: UInt8($0), count: 32)) }
        var array = LargeBlobArray()
        try array.set(others, for: keys[1], SystemRandom())
        try array.set([1], for: keys[0], SystemRandom())
        try array.set(blob, for: keys[0], SystemRandom())
        let read = try #require(LargeBlobArray(serialized: array.serialized))
        #expect(read.blob(keys[0]) == blob && read.blob(keys[1]) == others)
        try array.set(nil, for: keys[0], SystemRandom())
        #expect(array.blob(keys[0]) == nil && array.blob(keys[1]) == others)
    }

    struct Deflated: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hex: String
        /// Nil for what is none.
        let text: String?
    }
    /// Made with zlib, raw, levels 0, 9 and 9 with Z_FIXED; and broken ones.
    static let deflated = [
        Deflated(testDescription: "stored", hex: "010300fcff616263", text: "abc"),
        Deflated(testDescription: "nothing", hex: "0300", text: ""),
        Deflated(testDescription: "fixed", hex: "4b4c4a0600", text: "abc"),
        Deflated(
            testDescription: "fixed, overlapping",
            hex: "4b4cc40200", text: String(repeating: "a", count: 21)),
        Deflated(testDescription: "stored, wrong complement", hex: "010300fdff616263", text: nil),
        Deflated(testDescription: "stored, cut", hex: "010300fcff6162", text: nil),
        Deflated(testDescription: "one byte too many", hex: "4b4c4a060000", text: nil),
        Deflated(testDescription: "reserved kind", hex: "07", text: nil),
        Deflated(testDescription: "no bits", hex: "", text: nil),
        Deflated(testDescription: "a distance before the start", hex: "030200", text: nil),
    ]

    @Test(arguments: deflated) func inflates(row: Deflated) throws {
        let expected = row.text.map { Array($0.utf8) }
        #expect(Inflate.inflate(try Hex.decode(row.hex), limit: 100) == expected)
        if let expected, !expected.isEmpty {
            #expect(Inflate.inflate(try Hex.decode(row.hex), limit: expected.count - 1) == nil)
        }
    }

    /// Made with zlib at level 9: its words have lengths of their own.
    @Test func inflatesWhatHasACodeOfItsOwn() throws {
        let url = Bundle.module.bundleURL.appending(path: "Data/deflated.hex")
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 5)
        for line in lines {
            let parts = line.split(separator: " ")
            let deflated = try Hex.decode(String(parts[1]))
            #expect((deflated.first.map { $0 & 7 } ?? 0) == 5, "a last block with a code of its own")
            let inflated = try #require(Inflate.inflate(deflated, limit: 1 << 17))
            #expect(Hex.encode(Digest.sha256(inflated)) == parts[0])
            // Whatever is broken in it, nothing traps.
            for place in deflated.indices.prefix(400) {
                var torn = deflated
                torn[place] ^= 0x10
                _ = Inflate.inflate(torn, limit: 4096)
            }
        }
    }
}
