internal import CBOR
internal import COSE
internal import WebAuthnModel

/// An Ed25519 key whose map says that it has three members and has four: everything after it is out of step.
struct ShortKeyMapNearMiss: NearMiss {
    let codes: Set<RuleCode> = [
        .authenticatorData, .key, .keyMissing, .authenticatorExtensions, .flagED,
    ]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard let data = evidence.authenticatorData, Self.repaired(data) != nil else { return nil }
        return Diagnosis(
            "key.shortMap", of: finding.code,
            "The credential's key begins with a3, a map of three members, and has the four of an Ed25519 key: some "
                + "security keys do so through some browsers. It is malformed all the same.", .authenticator)
    }

    /// The authenticator data with the count put right; nil where that is not what is wrong.
    static func repaired(_ data: [UInt8]) -> [UInt8]? {
        guard let start = keyStart(in: data), data[start...].starts(with: [0xA3, 0x01, 0x01, 0x03]) else {
            return nil
        }
        var repaired = data
        repaired[start] = 0xA4
        guard let (value, _) = try? CBORDecoder.decodePrefix(repaired, from: start),
            (try? COSEKey(value)) != nil
        else { return nil }
        return repaired
    }

    /// Where the key begins in authenticator data that has one.
    static func keyStart(in data: [UInt8]) -> Int? {
        guard data.count > 55, data[AuthenticatorDataLayout.flags] & 0x40 != 0 else { return nil }
        let start = 55 + (Int(data[53]) << 8 | Int(data[54]))
        return start < data.count ? start : nil
    }
}
