internal import Bytes

/// What may stand behind a fault's ID: `authData.counter.lower=3`.
public struct FaultParameter: Hashable, Sendable {
    /// What a value looks like.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A number, decimal or after `0x` hexadecimal.
        case number(ClosedRange<Int>)
        /// A byte, decimal or after `0x` hexadecimal, of these bits and not zero.
        case bits(UInt8)
        /// Bytes in base64url; how many there may be.
        case bytes(ClosedRange<Int>)
    }

    /// What the value says, as a noun: "the origin".
    public let meaning: String
    /// What it looks like.
    public let kind: Kind
    /// What is taken where none is given; nil where one must be.
    public let standard: FaultValue?

    /// What would be right, as a phrase.
    public var form: String {
        switch kind {
        case .text: "a text"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .bits(let mask): "a byte, not zero, of the bits 0x\(Hex.encode([mask])), such as 0x02"
        case .bytes(let range) where range.lowerBound == range.upperBound:
            "\(range.lowerBound) bytes in base64url"
        case .bytes(let range): "\(range.lowerBound) to \(range.upperBound) bytes in base64url"
        }
    }

    /// The value that a text stands for; nil when it stands for none.
    func value(_ text: String) -> FaultValue? {
        switch kind {
        case .text: return .text(text)
        case .number(let range):
            return Self.number(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .bits(let mask):
            guard let byte = Self.number(text).flatMap(UInt8.init(exactly:)), byte != 0, byte & ~mask == 0
            else { return nil }
            return .number(Int(byte))
        case .bytes(let range):
            guard let bytes = try? Base64URL.decode(Array(text.utf8)), range.contains(bytes.count) else {
                return nil
            }
            return .bytes(bytes)
        }
    }

    private static func number(_ text: String) -> Int? {
        text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    }
}

/// What was given behind a fault's ID.
public enum FaultValue: Hashable, Sendable {
    /// The fault has no parameter.
    case nothing
    /// A text.
    case text(String)
    /// A number.
    case number(Int)
    /// Some bytes.
    case bytes([UInt8])

    /// The text; empty for anything else.
    var text: String { if case .text(let text) = self { text } else { "" } }
    /// The number; zero for anything else.
    var number: Int { if case .number(let number) = self { number } else { 0 } }
    /// The bytes; none for anything else.
    var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}

extension FaultValue: CustomStringConvertible {
    /// As it is written behind an ID.
    public var description: String {
        switch self {
        case .nothing: ""
        case .text(let text): text
        case .number(let number): String(number)
        case .bytes(let bytes): Base64URL.encode(bytes)
        }
    }
}
