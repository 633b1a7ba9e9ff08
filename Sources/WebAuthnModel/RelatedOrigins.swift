public import JSON

/// The document at `https://RP-ID/.well-known/webauthn` that lets other origins use an RP ID
/// (<https://www.w3.org/TR/webauthn-3/#sctn-related-origins>).
///
/// It is supplied; nothing is fetched here. A client counts the labels of what is listed, a relying party need only
/// know the origins (§13.4.9).
public struct RelatedOrigins: Hashable, Sendable {
    /// The listed origins, as they are written.
    public let origins: [String]

    /// A list made by hand.
    public init(origins: [String]) { self.origins = origins }

    /// Reads the document: a JSON object with an array of strings named `origins`.
    ///
    /// A byte order mark is taken off, as a fetch would.
    ///
    /// - Throws: ``RelatedOriginsError``; a browser rejects with a SecurityError for each of them.
    public init(parsing bytes: [UInt8]) throws(RelatedOriginsError) {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: hasMark ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw .notJSON(error)
        }
        guard document.root.kind == .object else { throw .notAnObject }
        guard let list = document.root["origins"] else { throw .originsMissing }
        guard list.kind == .array else { throw .originsNotAnArray(offset: list.offset) }
        var origins: [String] = []
        for element in list.elements {
            guard let origin = element.string else {
                throw .originNotAString(index: origins.count, offset: element.offset)
            }
            origins.append(origin)
        }
        self.origins = origins
    }

    /// The listed origins in their serialised form, as client data names them; what is no address of the web is
    /// left out, as a client does.
    public var serialised: [String] {
        origins.compactMap { try? Origin(ofURL: $0) }.filter { $0.effectiveDomain != nil }.map(\.description)
    }

    /// Where a browser would fetch the document of an RP ID.
    public static func documentURL(for rpID: RPID) -> String { "https://\(rpID.domain)/.well-known/webauthn" }
}

/// Why a document is no list of related origins.
///
/// Offsets count bytes of the document without its byte order mark.
public enum RelatedOriginsError: Error, Hashable, Sendable {
    /// It is not JSON.
    case notJSON(JSONError)
    /// It is JSON, but no object.
    case notAnObject
    /// The object has no member `origins`.
    case originsMissing
    /// `origins` is no array.
    case originsNotAnArray(offset: Int)
    /// An element of `origins` is no string.
    case originNotAString(index: Int, offset: Int)
}

extension RelatedOriginsError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .notJSON(let error): "the related origins document is not JSON: \(error)"
        case .notAnObject: "the related origins document is no JSON object"
        case .originsMissing: "the related origins document has no member \"origins\""
        case .originsNotAnArray(let offset): "\"origins\" at offset \(offset) is no array"
        case .originNotAString(let index, let offset): "origins[\(index)] at offset \(offset) is no string"
        }
    }
}
