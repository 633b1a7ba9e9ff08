import Bytes
import Testing
import Understudy

/// Checks what holds for every explanation of anything: leaf rows tile the bytes, groups span what is in them,
/// problems lie within.
func expectSound(_ explanation: Explanation, of bytes: [UInt8]? = nil, _ note: Comment? = nil) {
    var end = 0
    var content: [UInt8] = []
    // One expectation at the end, not one a row: there are thousands.
    var isSound = true
    for row in explanation.rows {
        switch row.part {
        case .bytes(let part):
            isSound = isSound && row.offset == end && row.length == part.count
            end += row.length
            content += part
        case .group: isSound = isSound && row.offset == end && row.offset + row.length <= explanation.length
        case .bit(let number, _): isSound = isSound && row.offset == end - 1 && (0..<8).contains(number)
        }
    }
    for problem in explanation.problems {
        if let offset = problem.offset { isSound = isSound && (0...explanation.length).contains(offset) }
    }
    #expect(isSound && end == explanation.length, note)
    if let bytes { #expect(content == bytes, note) }
    for section in explanation.sections { expectSound(section, of: nil, note) }
}

/// Checks the rendering for people: narrow, nothing that a terminal obeys.
func expectReadable(_ explanation: Explanation, _ note: Comment? = nil) {
    let lines = explanation.text().split(separator: "\n", omittingEmptySubsequences: false)
    let areGood = lines.allSatisfy { line in
        line.unicodeScalars.count <= 100
            && line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    #expect(areGood, note)
}

extension Explanation {
    /// The rows of a name, in all sections too.
    func rows(named name: String) -> [Row] {
        rows.filter { $0.name == name } + sections.flatMap { $0.rows(named: name) }
    }

    /// The meaning of the one row of a name.
    func meaning(_ name: String) -> String? {
        let found = rows(named: name)
        return found.count == 1 ? found.first?.meaning : nil
    }

    func section(_ member: String) -> Explanation? { sections.first { $0.member == member } }
}

/// Bytes of a hexadecimal literal.
func hex(_ text: String) -> [UInt8] { (try? Hex.decode(text.filter { $0 != " " })) ?? [] }
