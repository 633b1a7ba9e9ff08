/// Names of ASCII, a line each: the shorter ones first, those of one length in the order of their bytes.
///
/// Names of one length are so records of one width, and a binary search reads nothing but what it compares.
struct NameTable: Sendable {
    private enum Text {
        case literal(StaticString)
        case bytes([UInt8])
    }

    private let text: Text
    /// Where the names of each length start, by the length, and behind the longest ones where more would.
    private let starts: [Int]

    /// A table inside the binary: the lines and where those of each length start.
    init(_ lines: StaticString, starts: [Int]) {
        text = .literal(lines)
        self.starts = starts
    }

    /// A table of these names, in any order.
    init(_ names: Set<String>) {
        var bytes: [UInt8] = []
        var starts = [0]
        // Strings of ASCII compare as their bytes do.
        let sorted = names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        for name in sorted {
            while starts.count <= name.utf8.count { starts.append(bytes.count) }
            bytes.append(contentsOf: name.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        starts.append(bytes.count)
        text = .bytes(bytes)
        self.starts = starts
    }

    /// Whether the table has the name.
    func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !name.isEmpty, name.count < starts.count - 1 else { return false }
        let start = starts[name.count]
        let count = (starts[name.count + 1] - start) / (name.count + 1)
        return switch text {
        case .literal(let text):
            text.withUTF8Buffer { Self.isRecord(name, in: $0, from: start, count: count) }
        case .bytes(let text):
            text.withUnsafeBufferPointer { Self.isRecord(name, in: $0, from: start, count: count) }
        }
    }

    private static func isRecord(
        _ name: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int, count: Int
    ) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let record = start + middle * (name.count + 1)
            var index = 0
            while index < name.count, text[record + index] == name[index] { index += 1 }
            if index == name.count { return true }
            if text[record + index] < name[index] { low = middle + 1 } else { high = middle }
        }
        return false
    }
}
