internal import Bytes
internal import CBOR
internal import Cryptography
internal import JSON

/// Members that only cases have.
extension MemberReader {
    /// Certificates: one or an array, each DER in base64url or a PEM text.
    func certificates(_ name: String) throws(RelyingPartyError) -> [X509Certificate] {
        guard let element = object[name], !element.isNull else { return [] }
        var certificates: [X509Certificate] = []
        for item in element.kind == .array ? Array(element.elements) : [element] {
            guard let text = item.string, let der = Self.der(text),
                let certificate = try? X509Certificate(der: der)
            else { throw wrong(name, "a certificate in base64url or PEM", item) }
            certificates.append(certificate)
        }
        return certificates
    }

    private static func der(_ text: String) -> [UInt8]? {
        let lines = text.split { $0.isNewline }.filter { !$0.hasPrefix("-----") }
        return try? Base64Decoder.decodeLeniently(Array(lines.joined().utf8)).bytes
    }

    func hex(_ name: String) throws(RelyingPartyError) -> [UInt8] {
        let text = try requiredString(name)
        do { return try Hex.decode(text) } catch {
            throw wrong(name, "hexadecimal: \(error)", object[name] ?? object)
        }
    }

    /// An attestation statement as JSON: `alg` a number, byte strings in base64url.
    func statement(_ name: String) throws(RelyingPartyError) -> CBORValue {
        .map(try pairs(of: try requiredObject(name), name))
    }

    private func pairs(of element: JSONElement, _ name: String) throws(RelyingPartyError) -> [CBORPair] {
        var pairs: [CBORPair] = []
        for (member, value) in element.members {
            pairs.append(CBORPair(.text(member), try item(value, "\(name).\(member)")))
        }
        return pairs
    }

    private func item(_ element: JSONElement, _ name: String) throws(RelyingPartyError) -> CBORValue {
        switch element.kind {
        case .number:
            guard let number = element.int else { throw wrong(name, "an integer", element) }
            return CBORValue(integer: number)
        case .array:
            var items: [CBORValue] = []
            for inner in element.elements { items.append(try item(inner, name)) }
            return .array(items)
        case .object: return .map(try pairs(of: element, name))
        case .string:
            guard let text = element.stringBytes, let bytes = try? Base64Decoder.decodeLeniently(text).bytes
            else { throw wrong(name, "base64url", element) }
            return .bytes(bytes)
        case .bool, .null: throw wrong(name, "a number, bytes, an array or an object", element)
        }
    }

    /// A time such as `2018-09-10T05:42:00Z`, in Unix seconds.
    func time(_ name: String) throws(RelyingPartyError) -> Int64? {
        guard let text = try string(name) else { return nil }
        guard let time = Self.unixSeconds(text) else {
            throw wrong(name, "a time such as 2018-09-10T05:42:00Z", object[name] ?? object)
        }
        return time
    }

    /// Without its marks it is the GeneralizedTime of a certificate, for which there is a reader.
    private static func unixSeconds(_ text: String) -> Int64? {
        let marks: [(offset: Int, mark: UInt8)] = [
            (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")), (13, UInt8(ascii: ":")),
            (16, UInt8(ascii: ":")),
        ]
        let bytes = Array(text.utf8)
        guard bytes.count == 20, marks.allSatisfy({ bytes[$0.offset] == $0.mark }) else { return nil }
        let digits = bytes.enumerated().filter { place in !marks.contains { $0.offset == place.offset } }
        let time = DER.element(.generalizedTime, digits.map(\.element))
        return try? DERReader.readWhole(.generalizedTime, of: time).time()
    }
}
