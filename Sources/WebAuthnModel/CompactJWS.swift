public import Bytes
public import COSE
internal import Cryptography
public import JSON

/// A JSON Web Signature in its compact form (RFC 7515 §7.1), taken apart: nothing is checked.
public struct CompactJWS: Sendable {
    /// The signature algorithms that are read (RFC 7518 §3.1).
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256; the signature is r and s one after the other.
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"

        /// The same in COSE's numbers.
        public var cose: COSEAlgorithm {
            switch self {
            case .es256: .es256
            case .rs256: .rs256
            }
        }
    }

    /// The header, an object.
    public let header: JSONElement
    /// The payload.
    public let payload: [UInt8]
    /// The signature.
    public let signature: [UInt8]
    /// What is signed: the first two parts as they were sent, with their dot.
    public let signingInput: [UInt8]

    /// Why bytes are no such signature.
    public enum ReadingError: Error, Hashable, Sendable {
        /// There are not three parts with dots between them.
        case parts(count: Int)
        /// A part is not unpadded base64url.
        case base64(part: Int, BytesError)
        /// The header is not JSON.
        case headerNotJSON(JSONError)
        /// The header is no object.
        case headerNotObject
        /// A member of the header is there twice, so that readers may disagree about it.
        case duplicateMember(String)
    }

    /// Takes the text apart.
    public init(_ text: [UInt8]) throws(ReadingError) {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .parts(count: parts.count) }
        let bytes = try Self.decode(parts[0], part: 0)
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .headerNotJSON(error) }
        guard document.root.kind == .object else { throw .headerNotObject }
        if let duplicate = document.duplicates.first { throw .duplicateMember(duplicate.name) }
        header = document.root
        payload = try Self.decode(parts[1], part: 1)
        signature = try Self.decode(parts[2], part: 2)
        signingInput = Array(text[..<parts[1].endIndex])
    }

    private static func decode(_ text: ArraySlice<UInt8>, part: Int) throws(ReadingError) -> [UInt8] {
        do { return try Base64URL.decode(text) } catch { throw .base64(part: part, error) }
    }

    /// The algorithm as the header names it.
    public var algorithmName: String? { header["alg"]?.string }

    /// The algorithm; nil for none, and for any that is not read.
    public var algorithm: Algorithm? { algorithmName.flatMap(Algorithm.init(rawValue:)) }

    /// The members that send a reader elsewhere for keys, or ask for understanding that nobody here has.
    public var forbiddenMembers: [String] { ["x5u", "jku", "crit"].filter { header[$0] != nil } }

    /// Why the header has no list of certificates.
    public enum CertificatesError: Error, Hashable, Sendable {
        /// There is no `x5c`.
        case missing
        /// It is no array of strings.
        case notArray
        /// It has no element.
        case empty
        /// An element is not base64.
        case base64(index: Int, BytesError)
    }

    /// The certificates of `x5c` (RFC 7515 §4.1.6), DER, the signing one first.
    public func certificates() throws(CertificatesError) -> [[UInt8]] {
        guard let list = header["x5c"] else { throw .missing }
        guard list.kind == .array else { throw .notArray }
        guard list.count > 0 else { throw .empty }
        var certificates: [[UInt8]] = []
        for element in list.elements {
            guard let text = element.stringBytes else { throw .notArray }
            do { certificates.append(try Base64Decoder.decodeLeniently(text).bytes) } catch {
                throw .base64(index: certificates.count, error)
            }
        }
        return certificates
    }
}

extension CompactJWS.Algorithm {
    /// A signature of COSE's algorithm in the form of JOSE: of ECDSA, r and s one after the other (RFC 7518 §3.4).
    ///
    /// What is no signature at all stays as it is.
    public func signature(_ made: [UInt8]) -> [UInt8] {
        guard self == .es256, case .strict(let r, let s) = ECDSASignatureShape(of: made, curve: .p256) else {
            return made
        }
        return r + s
    }
}

extension CompactJWS {
    /// A header with the certificates that lead from the signing key to a root, DER.
    ///
    /// - Parameter type: what kind of thing the whole is, `JWT` for example.
    public static func header(
        _ algorithm: Algorithm, type: String? = nil, certificates: [[UInt8]]
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("alg", algorithm.rawValue)
        if let type { writer.member("typ", type) }
        writer.beginArray("x5c")
        for certificate in certificates { writer.value(Base64.encode(certificate)) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// What has to be signed for a header, as JSON, and a payload.
    public static func signingInput(header: [UInt8], payload: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        Base64URL.append(header, to: &text)
        text.append(UInt8(ascii: "."))
        Base64URL.append(payload, to: &text)
        return text
    }

    /// The whole: what was signed, and the signature in the form of JOSE.
    public static func text(signingInput: [UInt8], signature: [UInt8]) -> [UInt8] {
        var text = signingInput
        text.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &text)
        return text
    }
}

extension CompactJWS.ReadingError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .parts(let count): "a compact JWS has three parts, not \(count < 4 ? "\(count)" : "more")"
        case .base64(let part, let error): "part \(part) is not base64url: \(error)"
        case .headerNotJSON(let error): "the header is not JSON: \(error)"
        case .headerNotObject: "the header is not an object"
        case .duplicateMember(let name): "the header has two members \(name)"
        }
    }
}

extension CompactJWS.CertificatesError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .missing: "the header has no x5c"
        case .notArray: "x5c is not an array of strings"
        case .empty: "x5c is empty"
        case .base64(let index, let error): "certificate \(index) is not base64: \(error)"
        }
    }
}
