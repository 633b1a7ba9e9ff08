public import Authenticator

/// The profiles of the folder `Profiles`, built into the program; none is read before it is asked for.
public enum BuiltInProfiles {
    /// The names, in alphabetical order.
    public static var names: [String] { EmbeddedProfiles.names }

    /// The document with this name.
    ///
    /// - Throws: ``ProfileError/unknownName(_:known:)``.
    public static func document(named name: String) throws(ProfileError) -> ProfileDocument {
        guard let text = EmbeddedProfiles.text(name) else { throw .unknownName(name, known: names) }
        return try ProfileDocument(parsing: Array(text.utf8))
    }

    /// The model with this name.
    ///
    /// - Throws: ``ProfileError/unknownName(_:known:)``.
    public static func profile(named name: String) throws(ProfileError) -> AuthenticatorProfile {
        try document(named: name).profile
    }
}
