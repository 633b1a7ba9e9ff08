public import Authenticator
public import Cryptography
public import WebAuthnModel

/// Why credentials of another virtual authenticator were not taken: nothing at all is kept then.
///
/// Paths are JSON Pointers (RFC 6901).
public enum ExchangeError: Error, Hashable, Sendable {
    /// The text is no JSON; why not.
    case notJSON(String)
    /// There is no object, or array of objects, with the members of a credential.
    case noCredentials(path: String)
    /// A member is not what it must be.
    case member(path: String, MemberProblem)
    /// Two credentials have the same ID.
    case duplicateID(path: String, first: String)
    /// Two discoverable credentials are for the same RP and user handle, of which a device keeps one.
    case duplicateAccount(path: String, first: String)
    /// The store has a credential with this ID.
    case alreadyKept(path: String, CredentialID)
    /// The store has a discoverable credential for the same RP and user handle, which would be lost.
    case accountTaken(path: String)
    /// The model has no discoverable credentials, or not as much room.
    case noRoom(profile: String, capacity: Int)
    /// The model's counter stays at zero, so that it cannot go on above the last one that was used.
    case noCounter(path: String, profile: String, signCount: UInt32)
    /// The store did not do what it was asked.
    case store(StoreError)

    /// What is wrong with a member.
    public enum MemberProblem: Hashable, Sendable {
        /// It is not there.
        case missing
        /// It is no such thing.
        case notA(String)
        /// It is not in the notation of bytes that the form has; why not.
        case notBase64(notation: String, why: String)
        /// The bytes are too few or too many.
        case length(Int, allowed: ClosedRange<Int>)
        /// The private key cannot be read.
        case key(CryptographyError)
        /// It is no RP ID.
        case rpID(OriginError)
        /// Backed up, yet not eligible for it.
        case backedUpButNotEligible
        /// The public key is that of another private key.
        case otherKey
        /// Understudy does not take this member from elsewhere.
        case notTaken
    }
}

extension ExchangeError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notJSON(let why): "it is no JSON: \(why)"
        case .noCredentials(let path):
            "\(path.isEmpty ? "the document" : "the member \(path)") is no credential, nor an array of them: an object with the member credentialId or id is"
        case .member(let path, let problem): "the member \(path) \(problem.description)"
        case .duplicateID(let path, let first): "\(Self.place(path)) has the ID of \(first)"
        case .duplicateAccount(let path, let first):
            "\(Self.place(path)) is discoverable for the RP and the user handle of \(first), and a device keeps one"
        case .alreadyKept(let path, let id):
            "the store has \(Self.place(path)) already: \(id); delete that first"
        case .accountTaken(let path):
            "\(Self.place(path)) would take the place of a discoverable one of the same RP and user handle;"
                + " delete that first, or name another authenticator"
        case .noRoom(let profile, 0):
            "the member isResidentCredential: \(profile) keeps no discoverable credentials"
        case .noRoom(let profile, let capacity):
            "the member isResidentCredential: \(profile) keeps \(capacity) discoverable credentials, not as many as these"
        case .noCounter(let path, let profile, let signCount):
            "the member \(path) is \(signCount), and the counter of \(profile) stays at zero, at which a server would"
                + " suspect a copy; name a model with a counter (--profile chromium-virtual-internal) and"
                + " another authenticator"
        case .store(let error): error.description
        }
    }

    private static func place(_ path: String) -> String {
        path.isEmpty ? "the credential" : "the credential \(path)"
    }
}

extension ExchangeError.MemberProblem: CustomStringConvertible {
    /// A clause that goes on after the member's name.
    public var description: String {
        switch self {
        case .missing: "is missing"
        case .notA(let what): "must be \(what)"
        case .notBase64(let notation, let why): "must be \(notation): \(why)"
        case .length(let count, let allowed):
            "has \(count) bytes, \(allowed.lowerBound) to \(allowed.upperBound) expected"
        case .key(let error): "is no PKCS #8 private key that signs here: \(error)"
        case .rpID(let error): "is no RP ID: \(error)"
        case .backedUpButNotEligible: "is true, and backupEligibility is not"
        case .otherKey: "belongs to another private key"
        case .notTaken: "cannot be taken over"
        }
    }
}
