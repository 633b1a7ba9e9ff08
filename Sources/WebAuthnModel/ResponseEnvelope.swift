public import Bytes
public import JSON

/// The members of a response's JSON, named as in Level 3.
public enum EnvelopeMember: String, Hashable, Sendable {
    /// `PublicKeyCredential.id`.
    case id
    /// `PublicKeyCredential.rawId`.
    case rawID = "rawId"
    /// `PublicKeyCredential.type`.
    case type
    /// `PublicKeyCredential.response`.
    case response
    /// `response.clientDataJSON`.
    case clientDataJSON
    /// `response.attestationObject`.
    case attestationObject
    /// `response.authenticatorData`.
    case authenticatorData
    /// `response.signature`.
    case signature
    /// `response.userHandle`.
    case userHandle
    /// `response.transports`.
    case transports
    /// `response.publicKey`.
    case publicKey
    /// `response.publicKeyAlgorithm`.
    case publicKeyAlgorithm
    /// `PublicKeyCredential.authenticatorAttachment`.
    case authenticatorAttachment
    /// `PublicKeyCredential.clientExtensionResults`.
    case clientExtensionResults
}

/// One thing wrong with a response's JSON.
public struct EnvelopeProblem: Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// The member is absent or null.
        case missing
        /// The member has the wrong JSON type.
        case wrongType(expected: String)
        /// The member is the empty string.
        case empty
        /// The member holds no base64url, not even leniently read.
        case notBase64URL(BytesError)
        /// The member was read, but is padded or of the other alphabet.
        case forgiven(Base64Leniency)
        /// The member's text is another than it must be.
        case wrongValue(String)
    }
    /// Which member.
    public let member: EnvelopeMember
    /// Where its value starts in the JSON text; where the enclosing object starts when it is missing.
    public let offset: Int
    /// What is wrong.
    public let kind: Kind

    /// Whether the bytes could be read all the same.
    public var isForgivable: Bool { if case .forgiven = kind { true } else { false } }
}

extension EnvelopeProblem: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        let place = "\(member.rawValue) (byte \(offset))"
        return switch kind {
        case .missing: "\(member.rawValue) is missing"
        case .wrongType(let expected): "\(place) must be \(expected)"
        case .empty: "\(place) is empty"
        case .notBase64URL(let error): "\(place) must be base64url: \(error)"
        case .forgiven(let leniency):
            "\(place) is base64 "
                + (leniency.contains(.padded) ? "with padding" : "of the standard alphabet")
                + "; responses use base64url without padding"
        case .wrongValue(let value): "\(place) is \"\(value)\""
        }
    }
}

/// Why a response cannot be read.
public enum ResponseError: Error, Hashable, Sendable {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// The JSON is not an object.
    case notObject(offset: Int)
    /// A member is wrong.
    case member(EnvelopeProblem)
    /// A member that was not read before is absent; reported members come first.
    case incomplete
}

extension ResponseError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notJSON(let error): "the response is not JSON: \(error)"
        case .notObject(let offset): "the response (byte \(offset)) must be a JSON object"
        case .member(let problem): "the response's \(problem)"
        case .incomplete: "the response lacks a member"
        }
    }
}

/// A response's JSON as far as it can be read, with everything that is wrong about it.
///
/// The one reading behind the strict response types and the verifier's findings.
public struct ResponseEnvelope: Sendable {
    /// `id`, as text.
    public private(set) var id: String?
    /// `rawId`, decoded.
    public private(set) var rawID: [UInt8]?
    /// `type`.
    public private(set) var type: String?
    /// `authenticatorAttachment`, any word.
    public private(set) var authenticatorAttachment: String?
    /// Decoded.
    public private(set) var clientDataJSON: [UInt8]?
    /// Decoded; registration only.
    public private(set) var attestationObject: [UInt8]?
    /// Decoded.
    public private(set) var authenticatorData: [UInt8]?
    /// Decoded; authentication only.
    public private(set) var signature: [UInt8]?
    /// Decoded; nil where it is null, absent or empty.
    public private(set) var userHandle: [UInt8]?
    /// Any words; nil where absent.
    public private(set) var transports: [AuthenticatorTransport]?
    /// Decoded SubjectPublicKeyInfo.
    public private(set) var publicKey: [UInt8]?
    /// A COSE algorithm.
    public private(set) var publicKeyAlgorithm: Int?
    /// Nil where absent.
    public private(set) var clientExtensionResults: ClientExtensionOutputs?
    /// `clientExtensionResults` as it came.
    public private(set) var extensionResults: JSONElement?
    /// The outputs in it that have the wrong type.
    public private(set) var extensionProblems: [ClientExtensionProblem] = []
    /// Everything that is wrong, in the order of the members.
    public private(set) var problems: [EnvelopeProblem] = []
    /// The JSON text and its duplicate members.
    public let document: JSONDocument

    /// Reads what there is.
    ///
    /// - Throws: ``ResponseError/notJSON(_:)`` or ``ResponseError/notObject(offset:)``; all else is in ``problems``.
    public init(json bytes: [UInt8], of ceremony: ClientDataType) throws(ResponseError) {
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        let root = document.root
        guard root.kind == .object else { throw .notObject(offset: root.offset) }
        id = text(.id, "id", in: root)
        rawID = requiredBytes(.rawID, "rawId", in: root)
        type = text(.type, "type", in: root)
        if let type, type != "public-key" { note(.type, root["type"] ?? root, .wrongValue(type)) }
        authenticatorAttachment = root["authenticatorAttachment"]?.string
        readExtensions(root)
        guard let response = root["response"], !response.isNull else {
            note(.response, root, .missing)
            return
        }
        guard response.kind == .object else {
            note(.response, response, .wrongType(expected: "an object"))
            return
        }
        clientDataJSON = requiredBytes(.clientDataJSON, "clientDataJSON", in: response)
        switch ceremony {
        case .create:
            attestationObject = requiredBytes(.attestationObject, "attestationObject", in: response)
            authenticatorData = optionalBytes(.authenticatorData, "authenticatorData", in: response)
            publicKey = optionalBytes(.publicKey, "publicKey", in: response)
            publicKeyAlgorithm = response["publicKeyAlgorithm"]?.int
            transports = readTransports(response)
        case .get:
            authenticatorData = requiredBytes(.authenticatorData, "authenticatorData", in: response)
            signature = requiredBytes(.signature, "signature", in: response)
            userHandle = optionalBytes(.userHandle, "userHandle", in: response)
        }
    }

    private mutating func note(_ member: EnvelopeMember, _ at: JSONElement, _ kind: EnvelopeProblem.Kind) {
        problems.append(EnvelopeProblem(member: member, offset: at.offset, kind: kind))
    }

    private mutating func text(
        _ member: EnvelopeMember, _ name: String, in object: JSONElement
    ) -> String? {
        guard let element = object[name], !element.isNull else {
            note(member, object, .missing)
            return nil
        }
        guard let text = element.string else {
            note(member, element, .wrongType(expected: "a string"))
            return nil
        }
        return text
    }

    private mutating func requiredBytes(
        _ member: EnvelopeMember, _ name: String, in object: JSONElement
    ) -> [UInt8]? {
        guard let element = object[name], !element.isNull else {
            note(member, object, .missing)
            return nil
        }
        return decode(member, element)
    }

    private mutating func optionalBytes(
        _ member: EnvelopeMember, _ name: String, in object: JSONElement
    ) -> [UInt8]? {
        guard let element = object[name], !element.isNull else { return nil }
        return decode(member, element)
    }

    private mutating func decode(_ member: EnvelopeMember, _ element: JSONElement) -> [UInt8]? {
        guard let text = element.stringBytes else {
            note(member, element, .wrongType(expected: "a base64url string"))
            return nil
        }
        guard !text.isEmpty else {
            note(member, element, .empty)
            return nil
        }
        do { return try Base64URL.decode(text) } catch {}
        do {
            let (bytes, forgiven) = try Base64Decoder.decodeLeniently(text)
            note(member, element, .forgiven(forgiven))
            return bytes
        } catch {
            note(member, element, .notBase64URL(error))
            return nil
        }
    }

    private mutating func readTransports(_ response: JSONElement) -> [AuthenticatorTransport]? {
        guard let element = response["transports"], !element.isNull else { return nil }
        let words = element.elements.map(\.string)
        guard element.kind == .array, words.allSatisfy({ $0 != nil }) else {
            note(.transports, element, .wrongType(expected: "an array of strings"))
            return nil
        }
        return words.compactMap { $0 }.map(AuthenticatorTransport.init(rawValue:))
    }

    private mutating func readExtensions(_ root: JSONElement) {
        guard let element = root["clientExtensionResults"], !element.isNull else { return }
        guard element.kind == .object else {
            note(.clientExtensionResults, element, .wrongType(expected: "an object"))
            return
        }
        extensionResults = element
        (clientExtensionResults, extensionProblems) = ClientExtensionOutputs.read(element)
    }
}
