internal import CBOR

extension Dissection {
    /// Cuts the CBOR item that starts at the start of a range, which is the first byte not yet cut.
    ///
    /// - Parameters:
    ///   - isStrict: whether an item that is not in canonical form is an error.
    ///   - failure: how the enclosing structure says that the item is malformed.
    /// - Returns: the offset of the first byte after the item; nil when it is malformed, which is reported.
    @discardableResult
    mutating func cbor(
        _ range: Range<Int>, _ name: String, _ shape: CBORShape = .any, isStrict: Bool = false,
        failure: (CBORError) -> ExplainError = { .cbor($0) }
    ) -> Int? {
        let base = range.lowerBound
        var walk = CBORRows(Array(bytes[range]), base: base, name: name, shape: shape)
        for fault in walk.faults {
            report(Explanation.Problem(isStrict ? .error : .remark, failure(fault.moved(by: base))))
        }
        walk.write(to: &self)
        walk.writeCutOff(upTo: range.upperBound, to: &self)
        if let error = walk.error {
            report(failure(error.moved(by: base)))
            return nil
        }
        return base + walk.end
    }

    /// Cuts the CBOR item that a range must be, and what follows it.
    mutating func wholeCBOR(
        _ range: Range<Int>, _ name: String, _ shape: CBORShape = .any, isStrict: Bool = false,
        failure: (CBORError) -> ExplainError = { .cbor($0) }
    ) {
        let stop = cbor(range, name, shape, isStrict: isStrict, failure: failure)
        if let stop, stop < range.upperBound {
            report(failure(.trailingBytes(offset: stop, count: range.upperBound - stop)))
            leftover(upTo: range.upperBound, "bytes after the end of the CBOR item")
        } else {
            leftover(upTo: range.upperBound)
        }
    }
}
