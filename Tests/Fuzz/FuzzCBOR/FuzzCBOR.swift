import CBOR
import FuzzSupport

@main enum Fuzz {
    static func main() { run(fuzzCBOR) }
}

/// Whoever reads more never contradicts who reads less, and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCBOR(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let walk = CBORAnnotator.annotate(bytes)
    checkTiling(walk, of: bytes)
    let strict = attempt { () throws(CBORError) in try CBORDecoder.decodePrefix(bytes, from: 0) }
    let canonical = attempt { () throws(CBORError) in
        try CBORDecoder.decodePrefixLeniently(bytes, from: 0)
    }
    let anything = attempt { () throws(CBORError) in
        try CBORDecoder.decodePrefixLeniently(bytes, from: 0, forgiving: .wellFormed)
    }
    checkWhole(bytes, prefix: strict)
    switch anything {
    case .failure(let error):
        hold(
            walk.error == error,
            "the walk ends with the reader's error, not \(String(describing: walk.error))")
        hold((0...count).contains(error.offset), "an error lies within the input: \(error)")
        hold(!error.description.isEmpty, "an error has a description")
        hold((try? canonical.get()) == nil, "what is not well-formed is not read leniently")
        hold((try? strict.get()) == nil, "what is not well-formed is not read strictly")
    case .success(let item):
        hold(walk.error == nil && walk.end == item.end, "walk and reader end at the same byte")
        hold(item.forgiven.allSatisfy { (0..<item.end).contains($0.offset) }, "faults lie within the item")
        hold(item.forgiven.isEmpty == ((try? strict.get()) != nil), "strict is what needs no forgiving")
        if let lenient = try? canonical.get() {
            hold(lenient.value == item.value && lenient.end == item.end, "both lenient readings agree")
            hold(lenient.forgiven == item.forgiven, "both lenient readings forgive the same")
        }
        if let strict = try? strict.get() {
            hold(strict.value == item.value && strict.end == item.end, "strict and lenient agree")
            hold(CBOREncoder.encode(strict.value) == Array(bytes[..<strict.end]), "encode(decode(x)) == x")
            hold(CBOREncoder.encodeAsWritten(strict.value) == Array(bytes[..<strict.end]), "as written, too")
        }
        checkRewriting(item)
        checkText(item.value.description)
    }
    return 0
}

private func attempt<T>(_ read: () throws(CBORError) -> T) -> Result<T, CBORError> {
    do { return .success(try read()) } catch { return .failure(error) }
}

private func checkTiling(_ walk: CBORWalk, of bytes: [UInt8]) {
    var end = 0
    for step in walk.annotations {
        hold(step.offset == end, "steps follow each other without gap or overlap")
        hold(
            step.length > 0 && (1...step.length).contains(step.headLength), "a step has a head and covers it")
        hold(step.depth >= 0, "a depth is not negative")
        checkText(step.text)
        end += step.length
    }
    hold(walk.end == end && end <= bytes.count, "the steps add up to the walk")
}

private func checkWhole(_ bytes: [UInt8], prefix: Result<(value: CBORValue, end: Int), CBORError>) {
    let whole = attempt { () throws(CBORError) in try CBORDecoder.decode(bytes) }
    switch (whole, prefix) {
    case (.success(let value), .success(let item)):
        hold(value == item.value && item.end == bytes.count, "the whole is the prefix that ends with it")
    case (.failure(let error), .success(let item)):
        hold(
            error == .trailingBytes(offset: item.end, count: bytes.count - item.end),
            "beside a prefix only trailing bytes are wrong, not \(error)")
    case (.failure(let whole), .failure(let prefix)): hold(whole == prefix, "whole and prefix fail alike")
    case (.success, .failure): hold(false, "the whole is read only if the prefix is")
    }
}

/// An item that was read can be written in both ways, and is the same when it is read again.
private func checkRewriting(_ item: LenientCBOR) {
    let asWritten = CBOREncoder.encodeAsWritten(item.value)
    // A head that counts can be longer than one that does not, with its break code.
    let isIndefinite = item.forgiven.contains { if case .indefiniteLength = $0 { true } else { false } }
    hold(isIndefinite || asWritten.count <= item.end, "shortest forms are not longer")
    let again = attempt { () throws(CBORError) in
        try CBORDecoder.decodeLeniently(asWritten, forgiving: .wellFormed)
    }
    hold((try? again.get())?.value == item.value, "decode(encodeAsWritten(v)) == v")
    let sorted = CBOREncoder.encode(item.value)
    hold(sorted.count == asWritten.count, "sorting keeps the length")
    let reread = attempt { () throws(CBORError) in
        try CBORDecoder.decodeLeniently(sorted, forgiving: [.duplicateKeys, .tags, .unusedTypes])
    }
    guard let value = (try? reread.get())?.value else { return hold(false, "the canonical form is read") }
    hold(CBOREncoder.encode(value) == sorted, "the canonical form is its own")
    hold(CBOREncoder.encodeAsWritten(value) == sorted, "the canonical form is sorted")
}

private func checkText(_ text: String) {
    hold(!text.isEmpty, "an item has a text")
    hold(
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
        "a terminal obeys nothing in a text")
}
