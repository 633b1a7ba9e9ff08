/// Bytes on the table: rows as they are cut off, from the first byte to the last.
///
/// Each leaf starts where the last one ended, so rows tile the bytes whatever those who cut believe the bytes
/// to be; ``finish()`` makes a row of what nobody cut.
struct Dissection {
    /// All the bytes; every offset counts from their start.
    let bytes: [UInt8]
    /// What is known beyond them.
    var context: ExplainContext
    /// What was decoded out of members on the way.
    var sections: [Explanation] = []
    private(set) var rows: [Explanation.Row] = []
    private(set) var problems: [Explanation.Problem] = []
    /// The first byte that is not yet cut off.
    private(set) var end = 0
    private(set) var depth = 0

    /// A whole registration has some 200 rows; this is a page limit, not a format's.
    static let maximumRows = 10_000
    /// Enough for every response and for each certificate of a large PEM bundle.
    static let maximumSections = 64

    init(_ bytes: [UInt8], _ context: ExplainContext) {
        self.bytes = bytes
        self.context = context
    }

    /// Whether no more rows are taken; what remains becomes one.
    var isFull: Bool { rows.count >= Self.maximumRows }

    /// Cuts off the bytes up to an offset, which is cut to the bytes there are.
    mutating func leaf(upTo offset: Int, _ name: String, _ meaning: String = "") {
        guard !isFull else { return }
        cut(upTo: offset, name, meaning)
    }

    /// Cuts off so many bytes.
    mutating func leaf(_ count: Int, _ name: String, _ meaning: String = "") {
        leaf(upTo: end + max(0, min(count, bytes.count - end)), name, meaning)
    }

    /// Cuts off what an enclosing length still covers, if that is anything.
    mutating func leftover(upTo offset: Int, _ meaning: String = "not read") {
        if end < min(offset, bytes.count) { leaf(upTo: offset, "unparsed", meaning) }
    }

    private mutating func cut(upTo offset: Int, _ name: String, _ meaning: String) {
        let stop = min(max(offset, end), bytes.count)
        rows.append(
            Explanation.Row(
                offset: end, length: stop - end, depth: depth, name: name, meaning: meaning,
                part: .bytes(Array(bytes[end..<stop]))))
        end = stop
    }

    /// A heading over the rows that `body` cuts.
    mutating func group(_ name: String, _ meaning: String = "", _ body: (inout Dissection) -> Void) {
        guard !isFull else { return }
        let (index, start) = (rows.count, end)
        rows.append(row(name, meaning, length: 0))
        deeper(body)
        rows[index] = Explanation.Row(
            offset: start, length: end - start, depth: depth, name: name, meaning: meaning, part: .group)
    }

    /// Lets `body` cut rows that belong under the one before them.
    mutating func deeper(by levels: Int = 1, _ body: (inout Dissection) -> Void) {
        depth += levels
        body(&self)
        depth -= levels
    }

    /// One bit of the byte that was cut off last.
    mutating func bit(_ number: Int, isSet: Bool, _ name: String, _ meaning: String) {
        guard !isFull else { return }
        rows.append(
            Explanation.Row(
                offset: max(end - 1, 0), length: 1, depth: depth + 1, name: name, meaning: meaning,
                part: .bit(number: number, isSet: isSet)))
    }

    private func row(_ name: String, _ meaning: String, length: Int) -> Explanation.Row {
        Explanation.Row(
            offset: end, length: length, depth: depth, name: name, meaning: meaning, part: .group)
    }

    /// Notes a problem; one that was noted before is not noted again.
    mutating func report(_ problem: Explanation.Problem) {
        // Each may stand for a row; what has ten thousand faults needs no list of them.
        guard problems.count < Self.maximumRows, problems.last != problem else { return }
        problems.append(problem)
    }

    /// Notes an error.
    mutating func report(_ error: ExplainError, at offset: Int? = nil) {
        report(Explanation.Problem(.error, at: offset, error))
    }

    /// Notes something unusual.
    mutating func remark(_ message: String, at offset: Int? = nil) {
        report(Explanation.Problem(remarkAt: offset, message))
    }

    /// Whether an error was found in a range, its end included.
    func hasErrors(in range: Range<Int>) -> Bool {
        problems.contains {
            $0.severity == .error && range.lowerBound...range.upperBound ~= ($0.offset ?? range.lowerBound)
        }
    }

    /// Makes a row of what is left, and an explanation of everything.
    mutating func finish(_ kind: Explanation.Kind, _ title: String? = nil) -> Explanation {
        if end < bytes.count {
            if isFull {
                remark("the rows end here: there are more than \(Self.maximumRows)", at: end)
                cut(upTo: bytes.count, "the rest", "not listed, because the dump would be too long")
            } else {
                cut(upTo: bytes.count, "unparsed", "not read")
            }
        }
        // Stable: of two problems at one byte, the one found first stays first.
        let sorted = problems.enumerated().sorted {
            ($0.element.offset ?? .max, $0.offset) < ($1.element.offset ?? .max, $1.offset)
        }
        return Explanation(
            kind: kind, title: title ?? kind.title, length: bytes.count, rows: rows, sections: sections,
            problems: sorted.map(\.element))
    }
}
