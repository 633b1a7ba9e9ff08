import Bytes
import Cryptography
import Foundation
import Testing

/// A data file of this folder: a source, and rows of one shape.
struct KnownAnswers<Row: Decodable>: Decodable {
    let rows: [Row]

    /// The rows; none when the file cannot be read, which the tests count.
    static func rows(of file: String) -> [Row] {
        let url = Bundle.module.bundleURL.appending(path: "Data/\(file).json")
        return (try? JSONDecoder().decode(Self.self, from: Data(contentsOf: url)))?.rows ?? []
    }
}

/// Bytes that a data file or a table writes in hexadecimal.
struct HexBytes: Decodable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        bytes = try Hex.decode(decoder.singleValueContainer().decode(String.self))
    }

    /// Blanks are for the reader; what is no hexadecimal text becomes a byte string that no table expects.
    init(stringLiteral text: String) {
        bytes = (try? Hex.decode(text.filter { $0 != " " })) ?? Array("not hexadecimal".utf8)
    }

    var description: String { Hex.encode(bytes) }
}

// Data files name curves and hash functions by their raw values.
extension EllipticCurve: Decodable {}
extension EdwardsCurve: Decodable {}
extension HashAlgorithm: Decodable {}
