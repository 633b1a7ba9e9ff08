internal import CBOR

/// Turns the walk through one item into rows, with the names that its shape gives.
struct CBORRows {
    private let bytes: [UInt8]
    private let base: Int
    private let name: String
    private let root: CBORShape
    private let walk: CBORWalk
    /// The shape of the item that is open at each depth.
    private var open: [CBORShape] = []

    var end: Int { walk.end }
    var error: CBORError? { walk.error }
    var faults: [CBORError] { walk.annotations.flatMap(\.faults) }

    init(_ bytes: [UInt8], base: Int, name: String, shape: CBORShape) {
        (self.bytes, self.base, self.name) = (bytes, base, name)
        root = shape
        walk = CBORAnnotator.annotate(bytes)
    }

    mutating func write(to dissection: inout Dissection) {
        for (index, annotation) in walk.annotations.enumerated() {
            if dissection.isFull { return }
            var (name, shape) = place(annotation)
            if let resolve = shape.resolve { shape = resolve(CBORPeek(bytes, walk.annotations, at: index)) }
            open.removeLast(max(0, open.count - annotation.depth))
            open.append(shape)
            if name.isEmpty { name = annotation.text }
            dissection.deeper(by: annotation.depth) { write(annotation, name, shape, to: &$0) }
        }
    }

    private func place(_ annotation: CBORAnnotation) -> (name: String, shape: CBORShape) {
        let around =
            annotation.depth > 0 && annotation.depth <= open.count ? open[annotation.depth - 1] : .any
        switch annotation.role {
        case .item: return (name, root)
        case .element(let index): return ("[\(index)]", around.element)
        case .key:
            let key = CBORPeek.value(in: bytes, at: annotation.offset)
            let known = key.flatMap(around.member)
            // A text key says its name itself.
            let note = known.flatMap { key == .text($0.name) ? nil : $0.name }
            return ("key", CBORShape(meaning: { _, _ in note }))
        case .value(let key):
            if let member = around.member(key) { return (member.name, member.shape) }
            return (short(key), .any)
        case .tagContent: return ("tagged", around)
        case .chunk(let index): return ("chunk \(index)", .any)
        case .end: return ("end", .any)
        }
    }

    private func write(
        _ annotation: CBORAnnotation, _ name: String, _ shape: CBORShape, to dissection: inout Dissection
    ) {
        let stop = base + annotation.offset + annotation.length
        let content = stop - annotation.length + annotation.headLength..<stop
        let initial = bytes[annotation.offset]
        let isDefinite = initial & 31 != 31
        if let kind = shape.content, initial >> 5 == 2, isDefinite {
            dissection.leaf(upTo: content.lowerBound, name, "byte string of \(content.count)")
            dissection.deeper { $0.content(kind, content) }
            return
        }
        var meaning = annotation.text
        if initial >> 5 == 2, isDefinite { meaning = byteCount(content.count) }
        if let describe = shape.meaning, let value = CBORPeek.value(in: bytes, at: annotation.offset),
            let more = describe(value, dissection.context)
        {
            meaning += ", " + more
        }
        dissection.leaf(upTo: stop, name, meaning)
    }

    /// A key that has no name, as the name of its value.
    private func short(_ key: CBORValue) -> String {
        switch key {
        case .text(let text): quoted(text, limit: 40)
        case .bytes(let bytes): "value of " + byteCount(bytes.count)
        default:
            key.arrayValue != nil || key.mapValue != nil
                ? "value" : String(CBORDiagnostic.text(of: key).prefix(40))
        }
    }

    /// What there is of a string that is longer than the bytes; nothing for any other error.
    func writeCutOff(upTo stop: Int, to dissection: inout Dissection) {
        let start = base + walk.end
        guard case .lengthTooLarge(let offset, let claimed, _)? = walk.error, offset == walk.end,
            !dissection.isFull, let (name, shape, depth) = next
        else { return }
        let initial = bytes[offset]
        let headLength = [24: 2, 25: 3, 26: 5, 27: 9][Int(initial & 31)] ?? 1
        guard initial >> 5 == 2 || initial >> 5 == 3, start + headLength <= stop else { return }
        let meaning = "cut off: \(claimed) bytes announced, \(stop - start - headLength) there"
        dissection.deeper(by: depth) { dissection in
            guard initial >> 5 == 2, let kind = shape.content else {
                return dissection.leaf(upTo: stop, name, meaning)
            }
            dissection.leaf(headLength, name, meaning)
            dissection.deeper { $0.content(kind, start + headLength..<stop) }
        }
    }

    /// What would have come next, where the last step of the walk tells.
    private var next: (name: String, shape: CBORShape, depth: Int)? {
        guard let last = walk.annotations.last else { return (name, root, 0) }
        if bytes[last.offset] >> 5 == 4 {
            return open.last.map { ("[0]", $0.element, last.depth + 1) }
        }
        guard last.depth > 0, last.depth <= open.count else { return nil }
        let around = open[last.depth - 1]
        switch last.role {
        case .key:
            guard let key = CBORPeek.value(in: bytes, at: last.offset) else { return nil }
            return (around.member(key)?.name ?? short(key), around.member(key)?.shape ?? .any, last.depth)
        case .element(let index): return ("[\(index + 1)]", around.element, last.depth)
        default: return nil
        }
    }
}
