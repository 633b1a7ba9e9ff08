internal import Bytes
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// How a form of exchange writes bytes.
enum ByteNotation: String, Sendable {
    /// The usual alphabet, padded (RFC 4648 §4).
    case base64 = "base64 with padding"
    /// The alphabet for URLs (§5), unpadded; padding is forgiven, since Selenium sends it.
    case base64URL = "base64url"

    func write(_ bytes: [UInt8]) -> String {
        switch self {
        case .base64: Base64.encode(bytes)
        case .base64URL: Base64URL.encode(bytes)
        }
    }

    func read(_ text: String) throws(BytesError) -> [UInt8] {
        let (bytes, forgiven) = try Base64Decoder.decodeLeniently(text.utf8)
        let strangers: [UInt8] = self == .base64 ? Array("-_".utf8) : Array("+/".utf8)
        for (offset, character) in text.utf8.enumerated() where strangers.contains(character) {
            throw .notBase64(offset: offset, character: character)
        }
        guard self == .base64URL || forgiven.contains(.padded) || text.utf8.count % 4 == 0 else {
            throw .badPadding(offset: text.utf8.count)
        }
        return bytes
    }
}

/// The members of a credential that is read; an error names the one that is wrong.
struct ExchangedMembers {
    let object: JSONElement
    let notation: ByteNotation

    /// The path of a member, there or not.
    func path(_ name: String) -> String { object.pointer + "/" + name }

    /// Why a member is wrong.
    func problem(_ name: String, _ problem: ExchangeError.MemberProblem) -> ExchangeError {
        .member(path: path(name), problem)
    }

    /// Nil for a member that is absent or null.
    private func value(_ name: String) -> JSONElement? {
        object[name].flatMap { $0.isNull ? nil : $0 }
    }

    func required<Value>(_ name: String, _ value: Value?) throws(ExchangeError) -> Value {
        guard let value else { throw problem(name, .missing) }
        return value
    }

    func text(_ name: String) throws(ExchangeError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw problem(name, .notA("a string")) }
        return text
    }

    func flag(_ name: String) throws(ExchangeError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.bool else { throw problem(name, .notA("true or false")) }
        return flag
    }

    func bytes(_ name: String, _ lengths: ClosedRange<Int>) throws(ExchangeError) -> [UInt8]? {
        guard let text = try text(name) else { return nil }
        let bytes: [UInt8]
        do { bytes = try notation.read(text) } catch {
            throw problem(name, .notBase64(notation: notation.rawValue, why: error.description))
        }
        guard lengths.contains(bytes.count) else {
            throw problem(name, .length(bytes.count, allowed: lengths))
        }
        return bytes
    }

    func credentialID(_ name: String) throws(ExchangeError) -> CredentialID {
        let lengths = 1...CredentialID.maximumLength
        let bytes = try required(name, bytes(name, lengths))
        guard let id = CredentialID(bytes) else {
            throw problem(name, .length(bytes.count, allowed: lengths))
        }
        return id
    }

    func rpID(_ name: String) throws(ExchangeError) -> String {
        let text = try required(name, text(name))
        do { return try RPID(text).text } catch { throw problem(name, .rpID(error)) }
    }

    func userHandle(_ name: String) throws(ExchangeError) -> [UInt8]? {
        try bytes(name, 0...UserHandle.maximumLength)
    }

    func signCount(_ name: String) throws(ExchangeError) -> UInt32 {
        guard let value = value(name) else { throw problem(name, .missing) }
        guard let count = value.int.flatMap({ UInt32(exactly: $0) }) else {
            throw problem(name, .notA("a whole number from 0 to \(UInt32.max)"))
        }
        return count
    }

    func key(_ name: String) throws(ExchangeError) -> PrivateKey {
        let bytes = try required(name, bytes(name, 1...16384))
        do { return try PrivateKey(privateKeyInfo: bytes) } catch { throw problem(name, .key(error)) }
    }
}
