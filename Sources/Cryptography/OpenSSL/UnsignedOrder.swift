/// Whether `a < b` as big-endian numbers of one length, in a time that depends on the length alone.
func isBelow(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return a.count < b.count }
    var borrow: Int16 = 0
    for index in a.indices.reversed() {
        borrow = (Int16(a[index]) &- Int16(b[index]) &+ borrow) >> 15
    }
    return borrow != 0
}

/// Whether every byte is zero, in constant time.
func isZero(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.reduce(0, |) == 0
}
