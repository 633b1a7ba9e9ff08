extension CBORParser {
    mutating func parseArray(
        _ information: UInt8, start: Int, depth: Int
    ) throws(CBORError) -> [CBORValue] {
        try enter(depth, start: start)
        var elements: [CBORValue] = []
        if information == 31 {
            try object(.indefiniteLength(offset: start), unless: .indefiniteLengths)
            while try !readBreak() { elements.append(try parseItem(depth: depth)) }
            return elements
        }
        let count = try readCount(information, start: start)
        elements.reserveCapacity(min(count, Self.reserve))
        for _ in 0..<count { elements.append(try parseItem(depth: depth)) }
        return elements
    }

    mutating func parseMap(
        _ information: UInt8, start: Int, depth: Int
    ) throws(CBORError) -> [CBORPair] {
        try enter(depth, start: start)
        var pairs: [CBORPair] = []
        if information == 31 {
            try object(.indefiniteLength(offset: start), unless: .indefiniteLengths)
            var keys = TolerantKeys()
            while try !readBreak() { pairs.append(try parsePair(depth: depth, keys: &keys)) }
            return pairs
        }
        let count = try readCount(information, start: start)
        pairs.reserveCapacity(min(count, Self.reserve))
        guard leniency.isEmpty else {
            var keys = TolerantKeys()
            for _ in 0..<count { pairs.append(try parsePair(depth: depth, keys: &keys)) }
            return pairs
        }
        // Every key is in its shortest form here, so the bytes as written tell the order.
        var last = 0..<0
        for _ in 0..<count {
            let keyStart = offset
            let key = try parseItem(depth: depth)
            switch CanonicalOrder.compare(last, keyStart..<offset, in: bytes) {
            case .ascending: break
            case .equal: throw .duplicateKey(offset: keyStart)
            case .descending:
                throw pairs.contains { $0.key == key }
                    ? .duplicateKey(offset: keyStart) : .keyOrder(offset: keyStart)
            }
            last = keyStart..<offset
            pairs.append(CBORPair(key, try parseItem(depth: depth)))
        }
        return pairs
    }

    mutating func parseTag(
        _ information: UInt8, start: Int, depth: Int
    ) throws(CBORError) -> CBORValue {
        let number = try readArgument(information, start: start)
        try object(.tag(offset: start, number: number), unless: .tags)
        try enter(depth, start: start)
        return .tagged(number, try parseItem(depth: depth))
    }

    /// Memory is set aside for so many items at most before any of them is seen.
    private static var reserve: Int { 64 }
}

// MARK: - Keys of maps that need not be canonical

/// What was seen of one map's keys: their canonical encodings, so that 1 and a 1 in two bytes count as one key.
private struct TolerantKeys {
    var seen: Set<[UInt8]> = []
    var last: [UInt8] = []
}

extension CBORParser {
    private mutating func parsePair(depth: Int, keys: inout TolerantKeys) throws(CBORError) -> CBORPair {
        let start = offset
        let key = try parseItem(depth: depth)
        let encoding = CBOREncoder.encode(key)
        if !keys.seen.insert(encoding).inserted {
            try object(.duplicateKey(offset: start), unless: .duplicateKeys)
        } else if encoding.lexicographicallyPrecedes(keys.last) {
            try object(.keyOrder(offset: start), unless: .keyOrder)
        }
        keys.last = encoding
        return CBORPair(key, try parseItem(depth: depth))
    }
}
