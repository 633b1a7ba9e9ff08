/// The order of map keys in CTAP2's canonical form: major type, then length, then bytes.
///
/// For keys in their shortest form that is plain bytewise order of the encodings (RFC 8949 section 4.2.1), which
/// is what is compared here. It is not the length-first order of RFC 7049: 100 sorts before -1.
enum CanonicalOrder {
    case ascending, equal, descending

    /// How the encoded key at `first` relates to the one at `second`; both ranges lie within `bytes`.
    static func compare(_ first: Range<Int>, _ second: Range<Int>, in bytes: [UInt8]) -> CanonicalOrder {
        var a = first.lowerBound
        var b = second.lowerBound
        while a < first.upperBound, b < second.upperBound {
            if bytes[a] != bytes[b] { return bytes[a] < bytes[b] ? .ascending : .descending }
            a += 1
            b += 1
        }
        if a < first.upperBound { return .descending }
        return b < second.upperBound ? .ascending : .equal
    }
}
