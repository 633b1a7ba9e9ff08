public import JSON
public import WebAuthnModel

/// The document at `https://RP-ID/.well-known/webauthn` that lets other origins use an RP ID
/// (<https://www.w3.org/TR/webauthn-3/#sctn-related-origins>).
///
/// It is supplied; nothing is fetched here.
public struct RelatedOrigins: Hashable, Sendable {
    /// The most labels that this client counts.
    ///
    /// Level 3 asks for five at least and for an upper limit; browsers have taken the five.
    public static let maximumLabels = 5

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

    /// Where a browser would fetch the document of an RP ID.
    public static func documentURL(for rpID: RPID) -> String { "https://\(rpID.domain)/.well-known/webauthn" }

    /// The related origins validation procedure
    /// (<https://www.w3.org/TR/webauthn-3/#sctn-validating-relation-origin>), from the document on.
    public func validate(
        _ caller: Origin, maximumLabels: Int = RelatedOrigins.maximumLabels,
        in list: PublicSuffixList = .snapshot
    ) -> RelatedOriginVerdict {
        var labelsSeen: Set<String> = []
        var passed: [RelatedOriginPassedOver] = []
        for (index, item) in origins.enumerated() {
            func pass(_ reason: RelatedOriginPassedOver.Reason) {
                passed.append(RelatedOriginPassedOver(index: index, text: item, reason: reason))
            }
            let origin: Origin
            do {
                origin = try Origin(ofURL: item)
            } catch {
                pass(.notAURL(error))
                continue
            }
            guard let domain = origin.effectiveDomain else {
                pass(.noEffectiveDomain)
                continue
            }
            guard let label = list.registrableOriginLabel(of: domain) else {
                pass(.noRegistrableDomain)
                continue
            }
            guard labelsSeen.count < maximumLabels || labelsSeen.contains(label) else {
                pass(.labelBeyondLimit(label))
                continue
            }
            if caller.isSameOrigin(as: origin) { return .related(index: index) }
            labelsSeen.insert(label)
            pass(.otherOrigin)
        }
        return .unrelated(passed)
    }
}

extension PublicSuffixList {
    /// The registrable origin label of a host (<https://www.w3.org/TR/webauthn-3/#registrable-origin-label>):
    /// the first label of its registrable domain, `example` for `www.example.co.uk`.
    public func registrableOriginLabel(of host: Host) -> String? {
        guard let domain = match(host)?.registrableDomain else { return nil }
        return domain.firstIndex(of: ".").map { String(domain[..<$0]) } ?? domain
    }
}

/// Whether a document lists an origin.
public enum RelatedOriginVerdict: Hashable, Sendable {
    /// The item of that index is the caller's origin.
    case related(index: Int)
    /// None is; why each of them was passed over.
    case unrelated([RelatedOriginPassedOver])

    /// Whether the origin is listed.
    public var isRelated: Bool {
        if case .related = self { true } else { false }
    }
}

/// An item of a document that did not help.
public struct RelatedOriginPassedOver: Hashable, Sendable {
    /// Why.
    public enum Reason: Hashable, Sendable {
        /// It does not parse as a URL.
        case notAURL(OriginError)
        /// Its origin is opaque: a scheme that is not of the web.
        case noEffectiveDomain
        /// Its host is an IP address or itself a public suffix.
        case noRegistrableDomain
        /// Its label would be one too many.
        case labelBeyondLimit(String)
        /// It is another origin than the caller's.
        case otherOrigin
    }

    /// Its place in the document, from 0.
    public let index: Int
    /// The item as it is written.
    public let text: String
    /// Why it did not help.
    public let reason: Reason

    /// Puts the three together.
    public init(index: Int, text: String, reason: Reason) {
        self.index = index
        self.text = text
        self.reason = reason
    }
}

extension RelatedOriginPassedOver: CustomStringConvertible {
    /// A sentence for people: which item, and why it did not help.
    public var description: String {
        let why =
            switch reason {
            case .notAURL(let error): "is no URL: \(error)"
            case .noEffectiveDomain: "is no origin of the web"
            case .noRegistrableDomain: "has no registrable domain"
            case .labelBeyondLimit(let label): "brings the label '\(label)', which is one too many"
            case .otherOrigin: "is another origin"
            }
        return "origins[\(index)] \(text) \(why)"
    }
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
