internal import Bytes
internal import JSON

/// Reads the members of an object that a caller handed in; null counts as absent.
struct MemberReader {
    let object: JSONElement
    var path = ""

    private func element(_ name: String) -> JSONElement? {
        guard let element = object[name], !element.isNull else { return nil }
        return element
    }

    func wrong(_ name: String, _ expected: String, _ element: JSONElement) -> RelyingPartyError {
        .member(path: path + name, expected: expected, offset: element.offset)
    }

    func missing(_ name: String, _ expected: String) -> RelyingPartyError {
        .member(path: path + name, expected: "there: \(expected)", offset: object.offset)
    }

    func string(_ name: String) throws(RelyingPartyError) -> String? {
        guard let element = element(name) else { return nil }
        guard let text = element.string else { throw wrong(name, "a string", element) }
        return text
    }

    func integer(_ name: String) throws(RelyingPartyError) -> Int? {
        guard let element = element(name) else { return nil }
        guard let number = element.int else { throw wrong(name, "an integer", element) }
        return number
    }

    func flag(_ name: String) throws(RelyingPartyError) -> Bool? {
        guard let element = element(name) else { return nil }
        guard let flag = element.bool else { throw wrong(name, "true or false", element) }
        return flag
    }

    func strings(_ name: String) throws(RelyingPartyError) -> [String]? {
        guard let element = element(name) else { return nil }
        let texts = element.elements.compactMap(\.string)
        guard element.kind == .array, texts.count == element.count else {
            throw wrong(name, "an array of strings", element)
        }
        return texts
    }

    func integers(_ name: String) throws(RelyingPartyError) -> [Int]? {
        guard let element = element(name) else { return nil }
        let numbers = element.elements.compactMap(\.int)
        guard element.kind == .array, numbers.count == element.count else {
            throw wrong(name, "an array of integers", element)
        }
        return numbers
    }

    /// Base64url as text, or as `{"base64url": text}`; padding and the other alphabet are forgiven.
    func bytes(_ name: String) throws(RelyingPartyError) -> [UInt8]? {
        guard let element = element(name) else { return nil }
        let text = element.kind == .object ? element["base64url"] : element
        guard let bytes = text?.stringBytes, let decoded = try? Base64Decoder.decodeLeniently(bytes).bytes
        else { throw wrong(name, "base64url", element) }
        return decoded
    }

    func required(_ name: String) throws(RelyingPartyError) -> [UInt8] {
        guard let bytes = try bytes(name) else { throw missing(name, "base64url") }
        return bytes
    }

    func requiredString(_ name: String) throws(RelyingPartyError) -> String {
        guard let text = try string(name) else { throw missing(name, "a string") }
        return text
    }

    func requiredObject(_ name: String) throws(RelyingPartyError) -> JSONElement {
        guard let element = element(name) else { throw missing(name, "an object") }
        guard element.kind == .object else { throw wrong(name, "an object", element) }
        return element
    }
}
