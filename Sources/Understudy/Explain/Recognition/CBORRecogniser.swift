internal import CBOR
internal import COSE

/// Tells what bytes are that may be CBOR.
enum CBORRecogniser {
    static func candidates(_ bytes: [UInt8]) -> [Candidate] {
        guard let first = bytes.first else { return [] }
        let item = try? CBORDecoder.decodePrefixLeniently(bytes, from: 0, forgiving: .wellFormed)
        let isWhole = item?.end == bytes.count
        if first >> 5 == 5 { return map(bytes, item?.value, isWhole: isWhole) }
        guard isWhole, let value = item?.value else { return [] }
        switch value {
        case .array(let elements) where !elements.isEmpty: return [Candidate(.cbor, .likely)]
        // Any byte below 0x18 is an integer, and a fifth of all bytes are short strings.
        default: return [Candidate(.cbor, .guess)]
        }
    }

    /// An array or a string of indefinite length that is not whole; a map is known by its keys even so.
    static func broken(_ bytes: [UInt8]) -> [Candidate] {
        guard let first = bytes.first, first >> 5 == 4 || first == 0x5F || first == 0x7F else { return [] }
        guard let item = try? CBORDecoder.decodePrefixLeniently(bytes, from: 0, forgiving: .wellFormed) else {
            return [Candidate(.cbor, .guess)]
        }
        return item.end < bytes.count ? [Candidate(.cbor, .guess)] : []
    }

    /// A map, as far as it can be read, by its keys.
    private static func map(_ bytes: [UInt8], _ value: CBORValue?, isWhole: Bool) -> [Candidate] {
        let keys = value?.mapValue.map { $0.map(\.key) } ?? partialKeys(bytes)
        let has = Set(keys)
        let attestation: Set<CBORValue> = ["fmt", "attStmt", "authData"]
        if has.isSuperset(of: attestation) {
            return [Candidate(.attestationObject, isWhole ? .certain : .likely)]
        }
        if !has.isDisjoint(with: attestation) { return [Candidate(.attestationObject, .likely)] }
        if let value, isWhole, let key = try? COSEKey(value), key.unknownLabels.isEmpty {
            return [Candidate(.coseKey, .certain)]
        }
        let isKey = value?[integer: 1]?.integer != nil && (has.contains(3) || has.contains(-1))
        if isKey { return [Candidate(.coseKey, .likely)] }
        if value == nil, has.contains(1), has.contains(3) {
            return [Candidate(.coseKey, .guess), Candidate(.cbor, .guess)]
        }
        return [Candidate(.cbor, isWhole ? .likely : .guess)]
    }

    /// The keys of a broken map, up to where it breaks.
    private static func partialKeys(_ bytes: [UInt8]) -> [CBORValue] {
        CBORAnnotator.annotate(bytes).annotations.compactMap { annotation in
            guard annotation.depth == 1, case .value(let key) = annotation.role else { return nil }
            return key
        }
    }
}
