internal import JSON

/// Reads values of a document and keeps a list of everything that is wrong with it, instead of stopping at the first.
struct ProfileReader {
    private let document: JSONDocument
    private var found: [ProfileViolation] = []

    init(_ document: JSONDocument) {
        self.document = document
        for duplicate in document.duplicates {
            found.append(
                ProfileViolation(
                    path: duplicate.path, offset: duplicate.offset, problem: "the member stands here twice",
                    remedy: "keep one of them"))
        }
    }

    /// In the order of the text; what is wrong at one place in the order it was found.
    var violations: [ProfileViolation] { found.sorted { $0.offset < $1.offset } }

    // MARK: Complaints

    mutating func complain(_ element: JSONElement, _ problem: String, _ remedy: String) {
        found.append(
            ProfileViolation(
                path: element.pointer, offset: element.offset, problem: problem, remedy: remedy))
    }

    /// About a place that need not exist.
    mutating func complain(at path: String, _ problem: String, _ remedy: String) {
        found.append(
            ProfileViolation(path: path, offset: nearest(path).offset, problem: problem, remedy: remedy))
    }

    /// The value at a path, or the innermost one on the way to it that exists.
    private func nearest(_ path: String) -> JSONElement {
        var element = document.root
        for step in Self.steps(path) {
            guard let next = Self.child(of: element, step) else { break }
            element = next
        }
        return element
    }

    /// The value at a path.
    func element(at path: String) -> JSONElement? {
        guard path.isEmpty || path.hasPrefix("/") else { return nil }
        var element: JSONElement? = document.root
        for step in Self.steps(path) { element = element.flatMap { Self.child(of: $0, step) } }
        return element
    }

    private static func steps(_ path: String) -> ArraySlice<Substring> {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    }

    /// No member of the format has a `/` or `~` in its name, so that nothing in a path is escaped.
    private static func child(of element: JSONElement, _ step: Substring) -> JSONElement? {
        element.kind == .array ? Int(step).flatMap { element[$0] } : element[String(step)]
    }

    // MARK: Values

    mutating func object(_ element: JSONElement, members: [String]) -> JSONElement? {
        guard element.kind == .object else {
            complain(element, "not an object", "an object with the members \(Self.list(members))")
            return nil
        }
        for (name, _) in element.memberNames where !members.contains(where: { name.equals($0) }) {
            complain(name, "the format has no such member", "one of \(Self.list(members))")
        }
        return element
    }

    /// A member that must be there, and what it must be.
    mutating func required(_ name: String, in object: JSONElement, _ remedy: String) -> JSONElement? {
        if let member = object[name] { return member }
        found.append(
            ProfileViolation(
                path: object.pointer + "/" + name, offset: object.offset, problem: "missing", remedy: remedy))
        return nil
    }

    mutating func text(_ element: JSONElement) -> String? {
        guard let text = element.string, !text.isEmpty else {
            complain(element, "not a text, or an empty one", "a text")
            return nil
        }
        return text
    }

    mutating func bool(_ element: JSONElement) -> Bool? {
        if let bool = element.bool { return bool }
        complain(element, "neither true nor false", "one of the two")
        return nil
    }

    mutating func integer(_ element: JSONElement, in range: ClosedRange<Int>) -> Int? {
        guard let integer = element.int, range.contains(integer) else {
            let limits =
                range.upperBound == .max
                ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            complain(element, "\(Self.raw(element)) is out of range or not a whole number", limits)
            return nil
        }
        return integer
    }

    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ element: JSONElement, of type: Word.Type
    ) -> Word? where Word.RawValue == String {
        if let word = element.string.flatMap({ Word(rawValue: $0) }) { return word }
        complain(
            element, "\(Self.raw(element)) is not a word of the format",
            Self.list(Word.allCases.map(\.rawValue)))
        return nil
    }

    /// The elements of an array, each read and none of them twice.
    mutating func list<Item: Hashable>(
        _ element: JSONElement, notEmpty: Bool = false,
        _ read: (inout ProfileReader, JSONElement) -> Item?
    ) -> [Item]? {
        guard element.kind == .array, !notEmpty || element.count > 0 else {
            complain(element, "not an array, or an empty one where there must be an entry", "an array")
            return nil
        }
        var items: [Item] = []
        var seen: Set<Item> = []
        var isWhole = true
        for entry in element.elements {
            guard let item = read(&self, entry) else {
                isWhole = false
                continue
            }
            if seen.insert(item).inserted {
                items.append(item)
            } else {
                complain(entry, "the entry stands in the list twice", "keep one of them")
                isWhole = false
            }
        }
        return isWhole ? items : nil
    }

    mutating func texts(_ element: JSONElement, notEmpty: Bool = false) -> [String]? {
        list(element, notEmpty: notEmpty) { $0.text($1) }
    }

    static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

    /// As it is written, cut where it gets long.
    static func raw(_ element: JSONElement) -> String {
        let bytes = element.rawBytes
        let text = String(decoding: bytes.prefix(40), as: UTF8.self)
        return bytes.count > 40 ? text + "…" : text
    }
}
