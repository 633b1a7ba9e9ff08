internal import Bytes
internal import JSON

extension Dissection {
    /// Cuts a JSON text: one row for each member and element, and one for each closing bracket.
    mutating func json(_ text: JSONText, _ name: String, _ shape: JSONShape) {
        if text.base > 0 {
            leaf(text.base, "byte order mark", "not part of the text")
            remark("a byte order mark in front of the JSON text", at: 0)
        }
        if let document = text.document {
            var marks = JSONMarks(base: text.base, dissection: self)
            marks.visit(document.root, name, shape, path: "", depth: 0, from: document.root.offset)
            self = marks.dissection
            cut(marks.marks, upTo: text.base + text.covered)
            for duplicate in document.duplicates {
                remark(
                    "the member \(quoted(duplicate.name)) comes a second time; the last one counts",
                    at: text.base + duplicate.offset)
            }
        }
        if let error = text.error {
            report(.json(error))
            leftover(upTo: bytes.count, "not read as JSON")
        }
    }

    /// Each mark's row reaches to the next mark, so that white space and commas belong to what they follow.
    private mutating func cut(_ marks: [JSONMarks.Mark], upTo stop: Int) {
        if let first = marks.first, first.offset > end { leaf(upTo: min(first.offset, stop), "white space") }
        for (index, mark) in marks.enumerated() where mark.offset < stop {
            let next = index + 1 < marks.count ? marks[index + 1].offset : stop
            deeper(by: mark.depth) { $0.leaf(upTo: min(next, stop), mark.name, mark.meaning) }
        }
    }
}

/// Collects where rows start, and decodes what is to be decoded.
private struct JSONMarks {
    struct Mark {
        let offset: Int
        let depth: Int
        let name: String
        let meaning: String
    }

    let base: Int
    var dissection: Dissection
    var marks: [Mark] = []

    /// The limits of JSON documents keep this recursion shallow.
    mutating func visit(
        _ element: JSONElement, _ name: String, _ shape: JSONShape, path: String, depth: Int, from start: Int
    ) {
        guard marks.count < Dissection.maximumRows else { return }
        var shape = shape
        if case .unknown = shape.inside, element.kind == .object, let kind = JSONRecogniser.kind(of: element)
        {
            let note = shape.meaning
            shape = JSONRecogniser.shape(of: kind)
            shape.meaning = shape.meaning ?? note ?? { _, _ in kind.title }
        }
        if shape.decoded != nil, element.kind == .object {
            // Reports write bytes as an object that names their notation.
            shape = JSONShape.object(["base64url": shape])
        }
        let meaning = describe(element, shape, path: path)
        marks.append(Mark(offset: base + start, depth: depth, name: name, meaning: meaning))
        if case .summary = shape.inside { return }
        switch element.kind {
        case .array:
            var index = 0
            for item in element.elements {
                if index == shape.mostElements {
                    marks.append(
                        Mark(
                            offset: base + item.offset, depth: depth + 1,
                            name: "[\(index)] to [\(element.count - 1)]",
                            meaning: "… and \(element.count - index) more"))
                    break
                }
                visit(
                    item, "[\(index)]", shape.element, path: "\(path)[\(index)]", depth: depth + 1,
                    from: item.offset)
                index += 1
            }
        case .object:
            for (key, value) in element.memberNames {
                let name = key.string ?? ""
                visit(
                    value, name, shape.member(name) ?? .any, path: path.isEmpty ? name : path + "." + name,
                    depth: depth + 1, from: key.offset)
            }
        default: return
        }
        guard element.count > 0 else { return }
        let close = element.offset + element.length - 1
        marks.append(Mark(offset: base + close, depth: depth, name: "end", meaning: ""))
    }

    private mutating func describe(_ element: JSONElement, _ shape: JSONShape, path: String) -> String {
        if case .summary(let tell) = shape.inside { return tell(element) }
        var parts: [String] = []
        if let use = shape.decoded, let text = element.stringBytes {
            parts.append(decode(text, element, use, path: path))
        } else {
            parts.append(Self.value(of: element))
        }
        if let more = shape.meaning?(element, dissection.context) { parts.append(more) }
        return parts.joined(separator: ", ")
    }

    private mutating func decode(
        _ text: ArraySlice<UInt8>, _ element: JSONElement, _ use: JSONShape.Decoded, path: String
    ) -> String {
        do {
            let (bytes, forgiven) = try Base64Decoder.decodeLeniently(text)
            if forgiven.contains(.padded) {
                dissection.remark(
                    "\(path) has padding, which base64url here has not", at: base + element.offset)
            }
            if forgiven.contains(.standardAlphabet) {
                dissection.remark("\(path) is base64 of the other alphabet", at: base + element.offset)
            }
            guard let kind = use.sectionKind(of: bytes), !bytes.isEmpty else { return byteCount(bytes.count) }
            let isIn = dissection.section(
                bytes, as: kind, in: forgiven.isEmpty ? .base64URL : .base64, member: path)
            return byteCount(bytes.count) + (isIn ? ", see below" : "")
        } catch {
            // Counted from the first character of the string, which an escape could shift: good enough to find.
            dissection.report(.bytes(error.moved(by: base + element.offset + 1)))
            return "not base64url"
        }
    }

    private static func value(of element: JSONElement) -> String {
        switch element.kind {
        case .object: element.count == 1 ? "object of 1 member" : "object of \(element.count) members"
        case .array: element.count == 1 ? "array of 1" : "array of \(element.count)"
        case .string: quoted(element.string ?? "")
        case .number: String(decoding: element.rawBytes.prefix(60), as: UTF8.self)
        case .bool: element.bool == true ? "true" : "false"
        case .null: "null"
        }
    }
}
