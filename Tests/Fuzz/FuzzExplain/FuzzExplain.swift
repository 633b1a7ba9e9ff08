import Bytes
import FuzzSupport
import JSON
import Understudy
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzExplain) }
}

/// Leaf rows tile what is explained, and both renderings come out.
///
/// The first byte chooses the kind, if any.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExplain(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(input(start, count))
    let choice = Int(choices.byte())
    let kinds = Explanation.Kind.allCases
    let kind = (1...kinds.count).contains(choice) ? kinds[choice - 1] : nil
    let bytes = choices.rest
    let explanation: Explanation
    do throws(ExplainError) {
        explanation = try Explainer.explain(input: bytes, expecting: kind, knownRPIDs: ["example.org"])
    } catch {
        hold(error == .empty, "only nothing at all is refused: \(error)")
        return 0
    }
    checkTiling(explanation)
    if explanation.notation == .binary { hold(content(explanation) == bytes, "the leaf rows are the input") }
    checkText(explanation.text())
    checkText(explanation.text(showingAllBytes: true))
    checkJSON(explanation)
    return 0
}

private func content(_ explanation: Explanation) -> [UInt8] { explanation.rows.flatMap { $0.bytes ?? [] } }

private func checkTiling(_ explanation: Explanation) {
    var end = 0
    // The groups that are open, by the depth of their rows and where they end.
    var groups: [(depth: Int, end: Int)] = []
    for row in explanation.rows {
        while let group = groups.last, row.depth <= group.depth {
            hold(group.end == end, "a group spans what is in it")
            groups.removeLast()
        }
        switch row.part {
        case .bytes(let part):
            hold(row.offset == end, "leaf rows follow each other without gap or overlap")
            hold(row.length == part.count, "a leaf row is as long as its bytes")
            end += row.length
        case .group:
            hold(row.offset == end, "a group starts with its first row")
            groups.append((row.depth, row.offset + row.length))
        case .bit(let number, let isSet):
            hold(row.offset == end - 1 && row.length == 1, "a bit lies in the byte above it")
            hold((0..<8).contains(number), "a byte has eight bits")
            _ = isSet
        }
        if let group = groups.last { hold(end <= group.end, "a row lies within its group") }
    }
    hold(groups.allSatisfy { $0.end == end }, "groups end with the last row")
    hold(end == explanation.length, "the leaf rows add up to the length")
    for problem in explanation.problems {
        hold(!problem.message.isEmpty, "a problem has a message")
        if let offset = problem.offset {
            hold((0...explanation.length).contains(offset), "a problem lies within the bytes: \(problem)")
        }
    }
    explanation.sections.forEach(checkTiling)
}

private func checkText(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        hold(line.unicodeScalars.count <= 100, "a line fits a page: \(line)")
        hold(
            line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
            "a terminal obeys nothing in a dump")
    }
}

private func checkJSON(_ explanation: Explanation) {
    let document: JSONDocument
    do throws(JSONError) {
        document = try JSONDocument(parsing: explanation.json(), limits: JSONLimits(maximumBytes: .max))
    } catch { return hold(false, "the JSON form is JSON: \(error)") }
    hold(document.duplicates.isEmpty, "the JSON form names nothing twice")
    hold(document.root["rows"]?.count == explanation.rows.count, "the JSON form has every row")
    hold((document.root["kind"]?.string ?? "") == explanation.kind.rawValue, "the JSON form has the kind")
}
