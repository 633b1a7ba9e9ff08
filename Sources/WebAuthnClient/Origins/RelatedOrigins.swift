public import WebAuthnModel

/// What a client makes of the document: it follows the list only so far (§5.11.1).
extension RelatedOrigins {
    /// The most labels that this client counts.
    ///
    /// Level 3 asks for five at least and for an upper limit; browsers have taken the five.
    public static let maximumLabels = 5

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
