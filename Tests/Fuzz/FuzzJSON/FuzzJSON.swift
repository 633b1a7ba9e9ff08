import FuzzSupport
import JSON

@main enum Fuzz {
    static func main() { run(fuzzJSON) }
}

/// A document's views agree with each other and with its bytes, and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
        hold((0...count).contains(error.offset), "an error lies within the text: \(error)")
        hold(!error.description.isEmpty, "an error has a description")
        return 0
    }
    hold(document.bytes == bytes, "a document keeps its bytes")
    let root = document.root
    var census = Census()
    census.visit(root, within: 0..<count)
    hold(document.duplicates.count == census.duplicates, "duplicates are the names less the distinct ones")
    if census.values <= 100 { checkPointers(document) }
    checkCuts(root, bytes)
    checkRewriting(root)
    return 0
}

/// Walks every value by every way there is.
private struct Census {
    var values = 0
    var duplicates = 0

    mutating func visit(_ element: JSONElement, within range: Range<Int>) {
        values += 1
        let mine = element.offset..<element.offset + element.length
        hold(
            !mine.isEmpty && range.lowerBound <= mine.lowerBound && mine.upperBound <= range.upperBound,
            "a value lies within the one around it")
        hold(element.rawBytes.indices == mine, "raw bytes are where the value says")
        hold((element.string == nil) == (element.kind != .string), "strings are strings")
        hold((element.bool == nil) == (element.kind != .bool), "truth values are truth values")
        hold((element.double == nil) == (element.kind != .number), "numbers are numbers")
        hold(element.isNull == (element.kind == .null), "null is null")
        if let string = element.string { hold(element.equals(string), "a string equals itself") }
        if let integer = element.int {
            hold(element.double == Double(integer), "an integer is its double")
        }
        visitInner(element, mine)
    }

    private mutating func visitInner(_ element: JSONElement, _ mine: Range<Int>) {
        var end = mine.lowerBound
        var count = 0
        for inner in element.elements {
            hold(inner.offset > end, "elements follow each other")
            if count < 20 { hold(element[count]?.offset == inner.offset, "an element is found at its place") }
            visit(inner, within: mine)
            end = inner.offset + inner.length
            count += 1
        }
        var names: [[UInt8]: Int] = [:]
        for (name, inner) in element.memberNames {
            hold(name.offset > end && inner.offset > name.offset + name.length, "members follow each other")
            hold(name.kind == .string, "a name is a string")
            names[Array(name.stringBytes ?? [])] = inner.offset
            visit(inner, within: mine)
            end = inner.offset + inner.length
            count += 1
        }
        hold(count == element.count, "a count is the number of what is there")
        guard element.kind == .object else { return }
        duplicates += element.count - names.count
        for (name, offset) in names {
            let found = element[String(decoding: name, as: UTF8.self)]
            hold(found?.offset == offset, "the last of a name is found")
        }
    }
}

/// Two values never have the same pointer unless a name is there twice.
private func checkPointers(_ document: JSONDocument) {
    guard document.duplicates.isEmpty else {
        for duplicate in document.duplicates {
            // By bytes: a name may begin with a mark that joins the slash to one character.
            hold(duplicate.path.utf8.first == UInt8(ascii: "/"), "a member has a path")
            hold((0..<document.bytes.count).contains(duplicate.offset), "a duplicate lies within the text")
        }
        return
    }
    var seen: Set<[UInt8]> = []
    func visit(_ element: JSONElement) {
        hold(seen.insert(Array(element.pointer.utf8)).inserted, "pointers are distinct: \(element.pointer)")
        for inner in element.elements { visit(inner) }
        for (_, inner) in element.members { visit(inner) }
    }
    visit(document.root)
}

/// Whatever has a closing character is no document without it, and none with another after it.
private func checkCuts(_ root: JSONElement, _ bytes: [UInt8]) {
    guard [.object, .array, .string].contains(root.kind) else { return }
    let end = root.offset + root.length
    hold(!isDocument(Array(bytes[..<(end - 1)])), "a document without its last character is refused")
    hold(!isDocument(Array(bytes[..<end]) + [bytes[end - 1]]), "a second closing character is refused")
    hold(isDocument(Array(root.rawBytes)), "a value by itself is a document")
}

private func isDocument(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(parsing: bytes)) != nil }

private func checkRewriting(_ root: JSONElement) {
    let value = JSONValue(root)
    let compact = value.serialised()
    let pretty = value.pretty()
    let again = try? JSONValue(parsing: compact, limits: JSONLimits(maximumBytes: .max))
    hold(again == value, "read(serialised(v)) == v")
    hold(again?.serialised() == compact, "serialising is stable")
    hold(
        (try? JSONValue(parsing: pretty, limits: JSONLimits(maximumBytes: .max))) == value,
        "read(pretty(v)) == v")
    hold(again?.pretty() == pretty, "pretty printing is stable")
}
