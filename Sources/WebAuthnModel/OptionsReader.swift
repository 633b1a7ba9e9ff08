internal import Bytes
internal import COSE
internal import JSON

/// Reads the members of an options dictionary as WebIDL would convert them, and collects what it forgave.
public struct OptionsReader: Sendable {
    /// What was forgiven so far.
    private(set) var quirks: [OptionsQuirk] = []

    init() {}

    private static func join(_ parent: String, _ name: String) -> String {
        parent.isEmpty ? name : parent + "." + name
    }

    /// Present and not undefined; `null` counts as absent, as most servers mean it.
    private func optional(_ name: String, in object: JSONElement) -> JSONElement? {
        guard let element = object[name], !element.isNull else { return nil }
        return element
    }

    private func required(
        _ name: String, in object: JSONElement, under parent: String
    ) throws(OptionsError) -> JSONElement {
        guard let element = optional(name, in: object) else {
            throw .missing(path: Self.join(parent, name))
        }
        return element
    }

    func object(_ name: String, in parent: JSONElement) throws(OptionsError) -> JSONElement {
        let element = try required(name, in: parent, under: "")
        guard element.kind == .object else { throw .notObject(path: name, offset: element.offset) }
        return element
    }

    mutating func bytes(
        _ name: String, in object: JSONElement, under parent: String = ""
    ) throws(OptionsError) -> [UInt8] {
        try bytes(of: required(name, in: object, under: parent)) { Self.join(parent, name) }
    }

    private mutating func bytes(
        of element: JSONElement, path: () -> String
    ) throws(OptionsError) -> [UInt8] {
        guard let text = element.stringBytes else {
            throw .wrongType(path: path(), expected: "a base64url string", offset: element.offset)
        }
        do { return try Base64URL.decode(text) } catch {}
        do {
            let (bytes, forgiven) = try Base64Decoder.decodeLeniently(text)
            quirks.append(OptionsQuirk(path: path(), offset: element.offset, kind: .base64(forgiven)))
            return bytes
        } catch { throw .notBase64URL(path: path(), offset: element.offset, error) }
    }

    func optionalString(
        _ name: String, in object: JSONElement, under parent: String = ""
    ) throws(OptionsError) -> String? {
        guard let element = optional(name, in: object) else { return nil }
        guard let text = element.string else {
            throw .wrongType(
                path: Self.join(parent, name), expected: "a string", offset: element.offset)
        }
        return text
    }

    /// Text that is only shown to people: a browser converts anything to a string, `[]` to the empty one.
    mutating func looseString(
        _ name: String, in object: JSONElement, under parent: String
    ) throws(OptionsError) -> String {
        guard let element = object[name] else { throw .missing(path: Self.join(parent, name)) }
        if let text = element.string { return text }
        quirks.append(
            OptionsQuirk(path: Self.join(parent, name), offset: element.offset, kind: .notText))
        switch element.kind {
        case .array where element.count == 0: return ""
        case .object: return "[object Object]"
        default: return String(decoding: element.rawBytes, as: UTF8.self)
        }
    }

    mutating func word<Word: RawRepresentable<String>>(
        _ name: String, in object: JSONElement, under parent: String = ""
    ) throws(OptionsError) -> Word? {
        guard let text = try optionalString(name, in: object, under: parent) else { return nil }
        if let word = Word(rawValue: text) { return word }
        quirks.append(
            OptionsQuirk(
                path: Self.join(parent, name), offset: object[name]?.offset ?? object.offset,
                kind: .unknownWord(text)))
        return nil
    }

    private func array(
        _ name: String, in object: JSONElement, under parent: String = ""
    ) throws(OptionsError) -> JSONElement? {
        guard let element = optional(name, in: object) else { return nil }
        guard element.kind == .array else {
            throw .wrongType(
                path: Self.join(parent, name), expected: "an array", offset: element.offset)
        }
        return element
    }

    func strings(
        _ name: String, in object: JSONElement, under parent: String = ""
    ) throws(OptionsError) -> [String] {
        guard let array = try array(name, in: object, under: parent) else { return [] }
        var texts: [String] = []
        for element in array.elements {
            guard let text = element.string else {
                throw .wrongType(
                    path: "\(Self.join(parent, name))[\(texts.count)]", expected: "a string",
                    offset: element.offset)
            }
            texts.append(text)
        }
        return texts
    }

    /// `unsigned long`: Web IDL cuts fractions, wraps modulo 2^32 and converts text (ConvertToInt).
    mutating func timeout(in object: JSONElement) throws(OptionsError) -> Int? {
        guard let element = optional("timeout", in: object) else { return nil }
        if let milliseconds = element.int, (0...Int(UInt32.max)).contains(milliseconds) {
            return milliseconds
        }
        quirks.append(OptionsQuirk(path: "timeout", offset: element.offset, kind: .notUnsignedLong))
        let number = element.double ?? element.string.flatMap(Double.init) ?? (element.bool == true ? 1 : 0)
        guard number.isFinite else { return 0 }
        let wrapped = number.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
        return Int(wrapped < 0 ? wrapped + 4_294_967_296 : wrapped)
    }

    func parameters(in object: JSONElement) throws(OptionsError) -> [CreationOptions.Parameters] {
        guard let array = try array("pubKeyCredParams", in: object) else {
            throw .missing(path: "pubKeyCredParams")
        }
        var parameters: [CreationOptions.Parameters] = []
        for element in array.elements {
            var path: String { "pubKeyCredParams[\(parameters.count)]" }
            guard element.kind == .object else { throw .notObject(path: path, offset: element.offset) }
            guard let type = optional("type", in: element) else { throw .missing(path: path + ".type") }
            guard let typeName = type.string else {
                throw .wrongType(path: path + ".type", expected: "a string", offset: type.offset)
            }
            guard let number = optional("alg", in: element) else { throw .missing(path: path + ".alg") }
            guard let algorithm = number.int else {
                throw .wrongType(
                    path: path + ".alg", expected: "a COSE algorithm number", offset: number.offset)
            }
            parameters.append(
                CreationOptions.Parameters(type: typeName, algorithm: COSEAlgorithm(rawValue: algorithm)))
        }
        return parameters
    }

    mutating func descriptors(
        _ name: String, in object: JSONElement
    ) throws(OptionsError) -> [PublicKeyCredentialDescriptor] {
        guard let array = try array(name, in: object) else { return [] }
        var descriptors: [PublicKeyCredentialDescriptor] = []
        for element in array.elements {
            let index = descriptors.count
            guard element.kind == .object else {
                throw .notObject(path: "\(name)[\(index)]", offset: element.offset)
            }
            guard let id = optional("id", in: element) else { throw .missing(path: "\(name)[\(index)].id") }
            guard let type = optional("type", in: element) else {
                throw .missing(path: "\(name)[\(index)].type")
            }
            guard let typeName = type.string else {
                throw .wrongType(
                    path: "\(name)[\(index)].type", expected: "a string", offset: type.offset)
            }
            descriptors.append(
                PublicKeyCredentialDescriptor(
                    type: typeName, id: try bytes(of: id) { "\(name)[\(index)].id" },
                    transports: try strings("transports", in: element, under: name)
                        .map(AuthenticatorTransport.init(rawValue:))))
        }
        return descriptors
    }

    mutating func selection(
        in object: JSONElement
    ) throws(OptionsError) -> AuthenticatorSelectionCriteria? {
        guard let element = optional("authenticatorSelection", in: object) else { return nil }
        let path = "authenticatorSelection"
        guard element.kind == .object else { throw .notObject(path: path, offset: element.offset) }
        let resident: ResidentKeyRequirement? = try word("residentKey", in: element, under: path)
        let required = optional("requireResidentKey", in: element)?.bool == true
        return AuthenticatorSelectionCriteria(
            authenticatorAttachment: try word("authenticatorAttachment", in: element, under: path),
            residentKey: resident ?? (required ? .required : .discouraged),
            userVerification: try word("userVerification", in: element, under: path) ?? .preferred)
    }

    func extensions(in object: JSONElement) throws(OptionsError) -> ExtensionInputs {
        guard let element = optional("extensions", in: object) else { return .none }
        guard element.kind == .object else {
            throw .notObject(path: "extensions", offset: element.offset)
        }
        return ExtensionInputs(reading: element)
    }
}
