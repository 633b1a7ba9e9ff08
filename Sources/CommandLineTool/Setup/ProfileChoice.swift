import Authenticator
import ProfileCatalog
import Understudy

/// Which model an authenticator has: the one it was made with, else `--profile`, else the generic platform.
enum ProfileChoice {
    static let option = Option(
        name: "--profile", value: .file("NAME|FILE"), help: Words.profileHelp)
    private static let standard = "platform"

    /// A document by the name of a built-in profile or by its path: what has a slash or a dot is a path.
    static func document(
        _ name: String
    ) throws(CommandFailure) -> (document: ProfileDocument, isBuiltIn: Bool) {
        let isPath = name.contains("/") || name.contains(".")
        if !isPath, BuiltInProfiles.names.contains(name) || !Files.exists(name) {
            do { return (try BuiltInProfiles.document(named: name), true) } catch {
                throw .badInput(error.description)
            }
        }
        let bytes = try Files.read(name, maximum: 1 << 20)
        do { return (try ProfileDocument(parsing: bytes), false) } catch {
            throw .badInput(Words.inFile(name, error.description))
        }
    }

    /// The authenticator of that name, if there is one, and its model or the one that is asked for; nothing is made.
    static func model(
        named name: String, profile: String?, in directory: any AuthenticatorDirectory
    ) throws(CommandFailure) -> (known: KeptAuthenticator?, profile: AuthenticatorProfile) {
        let known: KeptAuthenticator?
        do { known = try directory.authenticator(named: name) } catch { throw CommandFailure(error) }
        if profile == nil, let known { return (known, try keptProfile(of: known)) }
        return (known, try document(profile ?? standard).document.profile)
    }

    private static func keptProfile(
        of kept: KeptAuthenticator
    ) throws(CommandFailure) -> AuthenticatorProfile {
        do { return try ProfileDocument(parsing: Array(kept.record.profile.document.utf8)).profile } catch {
            throw .store(Words.keptProfileBroken(kept.record.name, error.description))
        }
    }

    /// The authenticator of that name and its model; it is made when there is none.
    static func authenticator(
        named name: String, profile: String?, in directory: any AuthenticatorDirectory
    ) throws(CommandFailure) -> (kept: KeptAuthenticator, profile: AuthenticatorProfile) {
        if profile == nil {
            let known: KeptAuthenticator?
            do { known = try directory.authenticator(named: name) } catch { throw CommandFailure(error) }
            if let known { return (known, try keptProfile(of: known)) }
        }
        let (document, isBuiltIn) = try document(profile ?? standard)
        do {
            let kept = try directory.authenticator(named: name, profile: document.kept(isBuiltIn: isBuiltIn))
            return (kept, document.profile)
        } catch { throw CommandFailure(error) }
    }
}
