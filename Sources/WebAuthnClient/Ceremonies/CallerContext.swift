public import WebAuthnModel

/// Who calls the API, and how: what a browser knows of the page before it reads the options.
///
/// The origin is serialised once, here; a context can serve any number of ceremonies.
public struct CallerContext: Hashable, Sendable {
    /// Whether the page is same-origin with its ancestors (`sameOriginWithAncestors` of §5.1.3 and §5.1.4).
    public enum Ancestry: Hashable, Sendable {
        /// It is: the ordinary page.
        case sameOrigin
        /// A frame within a page of another origin, and the top-level origin where the client tells it.
        case crossOrigin(topOrigin: Origin?)
    }

    /// The caller's origin.
    public let origin: Origin
    /// How it stands to the pages that embed it.
    public let ancestry: Ancestry
    /// The `mediation` beside `publicKey`.
    public var mediation: Mediation

    /// The origin serialised, as client data names it.
    let serializedOrigin: String
    let serializedTopOrigin: String?

    /// A page of this origin; without more an ordinary one that asks modally.
    public init(origin: Origin, ancestry: Ancestry = .sameOrigin, mediation: Mediation = .optional) {
        self.origin = origin
        self.ancestry = ancestry
        self.mediation = mediation
        serializedOrigin = origin.description
        serializedTopOrigin =
            if case .crossOrigin(let topOrigin?) = ancestry { topOrigin.description } else { nil }
    }

    /// The inverse of `sameOriginWithAncestors`.
    var isCrossOrigin: Bool { ancestry != .sameOrigin }
}
