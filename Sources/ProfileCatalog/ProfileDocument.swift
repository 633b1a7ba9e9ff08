public import Authenticator
internal import JSON

/// A profile as its author wrote it, and the model that it describes.
///
/// `Profiles/schema/profile-1.schema.json` is the format. A value of this type kept to it and does not
/// contradict itself.
public struct ProfileDocument: Hashable, Sendable {
    /// The whole document, unchanged.
    public let text: String
    /// What kind of thing the model is.
    public let kind: ProfileKind
    /// What there is to know about the model and about this description of it.
    public let summary: String
    /// Where the claims come from.
    public let sources: [ProfileSource]
    /// The model.
    public let profile: AuthenticatorProfile

    /// The format that is read here.
    public static let format = 1

    /// Reads and checks a document.
    ///
    /// - Throws: ``ProfileError/notJSON(_:)``, or ``ProfileError/invalid(_:)`` with everything that is wrong.
    public init(parsing bytes: [UInt8]) throws(ProfileError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        var reader = ProfileReader(document)
        let draft = ProfileDraft(reading: document.root, with: &reader)
        draft.check(with: &reader)
        guard reader.violations.isEmpty, let finished = draft.finished else {
            throw .invalid(reader.violations)
        }
        text = String(decoding: bytes, as: UTF8.self)
        (kind, summary, sources, profile) = finished
    }

    /// What a store keeps beside an authenticator of this model.
    public func kept(isBuiltIn: Bool) -> KeptProfile {
        KeptProfile(name: profile.name, document: text, isBuiltIn: isBuiltIn)
    }
}

/// What kind of thing a model is.
public enum ProfileKind: String, Hashable, Sendable, CaseIterable {
    /// Part of an operating system.
    case platform
    /// A device of its own.
    case securityKey = "security-key"
    /// An app or a browser extension that keeps passkeys.
    case passwordManager = "password-manager"
    /// Another project's stand-in for an authenticator.
    case testDouble = "test-double"
}

/// Where some of a profile's claims come from.
public struct ProfileSource: Hashable, Sendable {
    /// The claims, as JSON Pointers into the document.
    public let claims: [String]
    /// The source, in words.
    public let source: String
    /// Where it can be read.
    public let url: String?
}
