internal import Cryptography

/// Turns DER elements into rows, with the names that their shapes give.
struct DERRows {
    let base: Int
    private var level = 0

    init(base: Int) { self.base = base }

    /// The element, all of it: a reading that ends early leaves its remainder as one row.
    mutating func write(
        _ element: DERElement, _ name: String, _ shape: DERShape, to dissection: inout Dissection
    ) {
        guard !dissection.isFull else { return }
        let resolved = shape.resolve.map { $0(element) } ?? shape
        let stop = base + element.contentRange.upperBound
        let more = (resolved.meaning ?? shape.meaning).flatMap { $0(element, dissection.context) }
        let shape = resolved
        let isOpened = level < Dissection.maximumDERDepth && !element.contentRange.isEmpty
        if element.tag.isConstructed, isOpened {
            let meaning = [element.tag.description, more].compactMap { $0 }.joined(separator: ", ")
            dissection.leaf(upTo: base + element.contentRange.lowerBound, name, meaning)
            inside(element.reader, shape.inside, upTo: stop, to: &dissection)
        } else if case .wrapped(let inner, let innerShape) = shape.inside, isOpened {
            wrapped(element, name, more, inner, innerShape, to: &dissection)
        } else {
            let value = DERValue.describe(element)
            let meaning = [value.text, more].compactMap { $0 }.joined(separator: ", ")
            dissection.leaf(upTo: stop, name, meaning)
            if let error = value.error { dissection.reportDER(error, movedBy: base) }
        }
    }

    private mutating func inside(
        _ reader: DERReader, _ inside: DERShape.Inside, upTo stop: Int, to dissection: inout Dissection
    ) {
        level += 1
        dissection.deeper { dissection in
            var reader = reader
            var fields: ArraySlice<DERField> = []
            if case .fields(let all) = inside { fields = all[...] }
            var index = 0
            while !reader.isAtEnd, !dissection.isFull {
                do throws(CryptographyError) {
                    let element = try reader.readAny()
                    let (name, shape) = Self.place(element.tag, inside, &fields, index)
                    write(element, name, shape, to: &dissection)
                    index += 1
                } catch {
                    let tag = try? reader.peekTag()
                    let (name, shape) = tag.map { Self.place($0, inside, &fields, index) } ?? ("", .any)
                    writeCutOff(upTo: stop, name, shape, to: &dissection)
                    dissection.reportDER(error, movedBy: base)
                    break
                }
            }
            dissection.leftover(upTo: stop)
        }
        level -= 1
    }

    private static func place(
        _ tag: DERTag, _ inside: DERShape.Inside, _ fields: inout ArraySlice<DERField>, _ index: Int
    ) -> (String, DERShape) {
        switch inside {
        case .each(let name, let shape), .wrapped(let name, let shape): return (name, shape)
        case .fields:
            guard let found = fields.firstIndex(where: { $0.fits(tag) }) else {
                return ("[\(index)]", .any)
            }
            defer { fields = fields[(found + 1)...] }
            return (fields[found].name, fields[found].shape)
        case .unknown: return ("[\(index)]", .any)
        }
    }

    /// What there is of a constructed element that is longer than what encloses it; nothing for any other.
    mutating func writeCutOff(
        upTo stop: Int, _ name: String, _ shape: DERShape, to dissection: inout Dissection
    ) {
        let start = dissection.end
        guard level < Dissection.maximumDERDepth,
            let head = DERHead(dissection.bytes[start..<max(start, stop)]),
            head.isConstructed, head.claimed > stop - start - head.length
        else { return }
        let there = stop - start - head.length
        dissection.leaf(head.length, name, "cut off: \(byteCount(head.claimed)) announced, \(there) there")
        var rows = DERRows(base: start + head.length)
        rows.level = level
        let content = DERReader(Array(dissection.bytes[(start + head.length)..<stop]))
        rows.inside(content, shape.inside, upTo: stop, to: &dissection)
    }

    /// A string that holds DER: its head, for a BIT STRING with the count of unused bits, and what it holds.
    private mutating func wrapped(
        _ element: DERElement, _ name: String, _ more: String?, _ inner: String, _ shape: DERShape,
        to dissection: inout Dissection
    ) {
        let isBits = element.tag == .bitString
        let start = element.contentRange.lowerBound + (isBits ? 1 : 0)
        let size = byteCount(element.contentRange.upperBound - start)
        let meaning = ["\(element.tag) of \(size)", more].compactMap { $0 }.joined(separator: ", ")
        dissection.leaf(upTo: base + start, name, meaning)
        guard start < element.contentRange.upperBound else { return }
        // A reader that starts within the element keeps the element's own offsets.
        var rows = DERRows(base: base + start)
        rows.level = level
        let content = DERReader(Array(element.contents.dropFirst(isBits ? 1 : 0)))
        rows.inside(
            content, .each(inner, shape), upTo: base + element.contentRange.upperBound, to: &dissection)
    }
}

/// The head of an element whose contents are not all there, which no reader returns.
private struct DERHead {
    let isConstructed: Bool
    /// Bytes of identifier and length.
    let length: Int
    /// How many contents bytes it announces.
    let claimed: Int

    /// Nil for what is no head in itself: tag numbers of several bytes, indefinite or cut off lengths.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2, let identifier = bytes.first, identifier & 0x1F != 0x1F else { return nil }
        isConstructed = identifier & 0x20 != 0
        let first = bytes[bytes.startIndex + 1]
        let count = first < 0x80 ? 0 : Int(first & 0x7F)
        guard first != 0x80, count <= 4, bytes.count >= 2 + count else { return nil }
        length = 2 + count
        claimed = count == 0 ? Int(first) : bytes.dropFirst(2).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
