internal import Bytes
public import Cryptography
public import WebAuthnModel

/// The relying party's server: begins ceremonies, remembers each until its answer comes, and judges the answer.
///
/// Everything it needs is handed in. It speaks no HTTP: a route hands it the body of a request and the name of the
/// ceremony from the user's session, and sends back ``ServerVerdict/answer``.
public struct RelyingPartyServer: Sendable {
    /// A ceremony that was begun.
    public struct Begun<Options: CeremonyOptions>: Sendable {
        /// Belongs into the user's session, so that nobody else can answer.
        public let ceremony: String
        /// For the page: hand it ``options``' `json`.
        public let options: Options
    }

    /// What is asked, and how it is judged.
    public let settings: ServerSettings
    let challenges: any ChallengeStore
    let credentials: any CredentialDirectory
    let random: any RandomSource
    let decoys: DecoyCredentials
    let clock: @Sendable () -> Int64

    /// Puts a server together.
    ///
    /// - Parameters:
    ///   - secret: 16 bytes or more that only this relying party knows, the same in each of its processes; what names
    ///     of users lead to that are not there depends on it.
    ///   - clock: milliseconds since 1970.
    /// - Throws: ``RelyingPartyError/secretTooShort(_:)``.
    public init(
        settings: ServerSettings, challenges: any ChallengeStore, credentials: any CredentialDirectory,
        secret: [UInt8], random: any RandomSource = SystemRandom(), clock: @escaping @Sendable () -> Int64
    ) throws(RelyingPartyError) {
        guard secret.count >= 16 else { throw .secretTooShort(secret.count) }
        self.settings = settings
        self.challenges = challenges
        self.credentials = credentials
        self.random = random
        self.clock = clock
        decoys = DecoyCredentials(secret: secret)
    }

    /// Begins a registration for a user who has just signed in, or has just proved to own the new account: who may
    /// call this decides who may add a key to it.
    ///
    /// - Throws: ``RelyingPartyError``: `store`, `randomUnavailable`.
    public func beginRegistration(
        of user: UserAccount
    ) async throws(RelyingPartyError) -> Begun<CreationOptions> {
        let options = try settings.creationOptions(
            for: user, challenge: try challenge(),
            excluding: try await credentials.credentials(ofUser: user.id))
        return Begun(ceremony: try await keep(.registration(options)), options: options)
    }

    /// Begins a sign-in of whoever has a discoverable credential.
    ///
    /// - Throws: ``RelyingPartyError``: `store`, `randomUnavailable`.
    public func beginAuthentication() async throws(RelyingPartyError) -> Begun<RequestOptions> {
        let options = try settings.requestOptions(challenge: try challenge())
        return Begun(ceremony: try await keep(.authentication(options, .anybody)), options: options)
    }

    /// Begins a sign-in of a user who gave a name.
    ///
    /// - Parameters:
    ///   - username: in the one form in which the relying party compares names.
    ///   - handle: the user handle of that account; nil where there is none. Then, and where the account has no
    ///     credential, the options name some that nobody has: an empty list would mean any (YSA-2026-02).
    /// - Throws: ``RelyingPartyError``: `store`, `randomUnavailable`.
    public func beginAuthentication(
        of username: String, handle: [UInt8]?
    ) async throws(RelyingPartyError) -> Begun<RequestOptions> {
        let known =
            if let handle { try await credentials.credentials(ofUser: handle) } else { [CredentialRecord]() }
        let allowed = known.isEmpty ? decoys.descriptors(for: username) : known.map(\.descriptor)
        let options = try settings.requestOptions(challenge: try challenge(), allowing: allowed)
        let subject = handle.map { PendingCeremony.Subject.user($0) } ?? .nobody
        return Begun(ceremony: try await keep(.authentication(options, subject)), options: options)
    }

    private func challenge() throws(RelyingPartyError) -> [UInt8] { try random.draw(32, for: .challenge) }

    private func keep(_ purpose: PendingCeremony.Purpose) async throws(RelyingPartyError) -> String {
        let id = Base64URL.encode(try random.draw(16, for: .choice))
        let expires = clock() &+ Int64(settings.timeout)
        try await challenges.keep(PendingCeremony(id: id, purpose: purpose, expires: expires))
        return id
    }
}
