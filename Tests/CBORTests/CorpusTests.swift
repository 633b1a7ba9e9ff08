import Bytes
import CBOR
import Foundation
import TestSupport
import Testing

/// The corpus of 394 items, of which Data/README.md tells the source.
@Suite struct CorpusTests {
    struct Row: Decodable, CustomTestStringConvertible {
        let id: String
        let group: String
        let name: String
        let hex: String
        let wellFormed: Bool
        let verdict: String
        let reason: String
        var testDescription: String { "\(id) \(group): \(name)" }
    }

    static func rows() throws -> [Row] {
        let file = try #require(Bundle.module.url(forResource: "Data/cbor-corpus", withExtension: "json"))
        return try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
    }

    @Test func strictVerdictsAndTheirReasons() throws {
        let rows = try Self.rows()
        #expect(rows.count == 394)
        for row in rows {
            let bytes = try Hex.decode(row.hex)
            do {
                let value = try CBORDecoder.decode(bytes, maximumDepth: 4)
                let lenient = try CBORDecoder.decodeLeniently(bytes, maximumDepth: 4)
                #expect(lenient.value == value && lenient.forgiven.isEmpty, "\(row.testDescription)")
                #expect(row.verdict == "accept", "\(row.testDescription)")
                #expect(CBOREncoder.encode(value) == bytes, "\(row.testDescription)")
            } catch {
                #expect(row.verdict == "reject", "\(row.testDescription): \(error)")
                #expect((0...bytes.count).contains(error.offset), "\(row.testDescription): \(error)")
                // Three items that end too early have more wrong with them, and that comes first.
                if ["cbor-107", "cbor-112", "cbor-113"].contains(row.id) { continue }
                #expect(names(error, row.reason), "\(row.testDescription): \(error) for \(row.reason)")
            }
        }
    }

    /// With everything forgiven, what is left is well-formedness; the corpus judges UTF-8 and ends apart from it.
    @Test func wellFormednessIsWhatCannotBeForgiven() throws {
        for row in try Self.rows() where row.group != "trailing" {
            let bytes = try Hex.decode(row.hex)
            do {
                let item = try CBORDecoder.decodeLeniently(bytes, maximumDepth: 128, forgiving: .wellFormed)
                #expect(row.wellFormed, "\(row.testDescription)")
                let isCanonical = (try? CBORDecoder.decode(bytes)) != nil
                #expect(item.forgiven.isEmpty == isCanonical, "\(row.testDescription)")
            } catch {
                let expected =
                    !row.wellFormed || row.reason.contains("UTF-8") || row.name == "array depth 200"
                #expect(expected, "\(row.testDescription): \(error)")
            }
        }
    }

    @Test func everyItemCanBeAnnotated() throws {
        for row in try Self.rows() {
            let bytes = try Hex.decode(row.hex)
            let walk = CBORAnnotator.annotate(bytes, maximumDepth: 4)
            expectContiguous(walk, from: 0, to: bytes.count)
            if row.verdict == "accept" {
                #expect(walk.error == nil && walk.end == bytes.count)
                #expect(walk.annotations.allSatisfy { $0.faults.isEmpty })
            }
        }
    }

    /// Whether the error is what the corpus gives as the reason; of two reasons either may be met first.
    private func names(_ error: CBORError, _ reason: String) -> Bool {
        switch error {
        case .truncated: reason.contains("truncated")
        // A container may be refused for its count where the corpus went on to the first item missing.
        case .lengthTooLarge: reason.contains("exceeds remaining") || reason.hasPrefix("truncated: missing")
        case .trailingBytes: reason.contains("trailing")
        case .reservedAdditionalInformation: reason.contains("additional information")
        case .unexpectedBreak: reason.hasPrefix("break outside")
        case .malformedSimpleValue: reason.contains("two-byte form")
        case .notUTF8: reason.contains("UTF-8")
        case .tooDeep: reason.contains("nesting deeper") || reason.contains("stop at depth 4")
        case .nonShortest: reason.contains("non-shortest")
        case .keyOrder: reason.contains("order")
        case .duplicateKey: reason.contains("duplicate")
        case .indefiniteLength: reason.contains("indefinite")
        case .tag: reason.contains("tag")
        case .float: reason.hasPrefix("float")
        case .simpleValue: reason.hasPrefix("undefined") || reason.hasPrefix("unassigned simple")
        case .badChunk: false
        }
    }
}

/// The annotations follow each other without gap from `start` to the walk's end, which is not past `limit`.
func expectContiguous(_ walk: CBORWalk, from start: Int, to limit: Int) {
    var position = start
    for annotation in walk.annotations {
        #expect(annotation.offset == position)
        #expect(annotation.length > 0 && (1...annotation.length).contains(annotation.headLength))
        position += annotation.length
    }
    #expect(position == walk.end && walk.end <= limit)
    if let error = walk.error { #expect((0...limit).contains(error.offset)) }
}
