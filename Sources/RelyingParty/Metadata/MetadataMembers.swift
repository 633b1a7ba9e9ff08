internal import Bytes
internal import JSON
internal import WebAuthnModel

/// Members that only metadata has.
extension MemberReader {
    func date(_ name: String) throws(RelyingPartyError) -> MetadataDate? {
        try read(name, "a day such as 2026-11-30") { $0.string.flatMap(MetadataDate.init) }
    }

    /// A number that counts versions: an integer, and not negative.
    func version(_ name: String) throws(RelyingPartyError) -> Int? {
        try read(name, "a number that is not negative") { element in
            element.int.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    func aaguid(_ name: String) throws(RelyingPartyError) -> AAGUID? {
        try read(name, "an AAGUID in the form of a UUID") { $0.string.flatMap { AAGUID($0) } }
    }

    func object(_ name: String) throws(RelyingPartyError) -> MemberReader? {
        let path = path + name + "."
        return try read(name, "an object") {
            $0.kind == .object ? MemberReader(object: $0, path: path) : nil
        }
    }

    /// An array of objects; an absent one counts as empty.
    func objects<Value>(
        _ name: String, most: Int, _ make: (MemberReader) throws(RelyingPartyError) -> Value
    ) throws(RelyingPartyError) -> [Value] {
        try items(name, "an array of objects", most: most) { (item, path) throws(RelyingPartyError) in
            guard item.kind == .object else { return nil }
            return try make(MemberReader(object: item, path: path + "."))
        }
    }

    /// Hexadecimal, 20 bytes each.
    func keyIdentifiers(_ name: String) throws(RelyingPartyError) -> [[UInt8]] {
        try items(name, "an array of 40 hexadecimal digits each", most: MetadataEntry.mostIdentifiers) {
            (item, _) throws(RelyingPartyError) in
            guard let bytes = item.string.flatMap({ try? Hex.decode($0) }), bytes.count == 20 else {
                return nil
            }
            return bytes
        }
    }

    func certificate(_ name: String) throws(RelyingPartyError) -> [UInt8]? {
        try read(name, "a certificate in base64", Self.der)
    }

    func certificates(_ name: String, most: Int) throws(RelyingPartyError) -> [[UInt8]] {
        try items(name, "an array of certificates in base64", most: most) {
            (item, _) throws(RelyingPartyError) in Self.der(item)
        }
    }

    /// Base64, in which real entries have spaces and line ends.
    ///
    /// That the bytes are a certificate is seen by whoever uses them: no one entry spoils all others.
    private static func der(_ element: JSONElement) -> [UInt8]? {
        guard let text = element.stringBytes else { return nil }
        let isSpace = { (byte: UInt8) in byte == 0x20 || (9...13).contains(byte) }
        let body = text.contains(where: isSpace) ? text.filter { !isSpace($0) }[...] : text
        guard let bytes = try? Base64Decoder.decodeLeniently(body).bytes, !bytes.isEmpty else { return nil }
        return bytes
    }

    private func read<Value>(
        _ name: String, _ expected: String, _ take: (JSONElement) -> Value?
    ) throws(RelyingPartyError) -> Value? {
        guard let element = object[name], !element.isNull else { return nil }
        guard let value = take(element) else { throw wrong(name, expected, element) }
        return value
    }

    private func items<Value>(
        _ name: String, _ expected: String, most: Int,
        _ take: (_ item: JSONElement, _ path: String) throws(RelyingPartyError) -> Value?
    ) throws(RelyingPartyError) -> [Value] {
        guard let list = object[name], !list.isNull else { return [] }
        guard list.kind == .array else { throw wrong(name, expected, list) }
        guard list.count <= most else { throw wrong(name, "at most \(most) elements", list) }
        var values: [Value] = []
        values.reserveCapacity(list.count)
        for item in list.elements {
            let place = "\(name)[\(values.count)]"
            guard let value = try take(item, path + place) else { throw wrong(place, expected, item) }
            values.append(value)
        }
        return values
    }
}
