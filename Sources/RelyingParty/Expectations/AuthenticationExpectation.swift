public import WebAuthnModel

/// What a relying party expects of an authentication (WebAuthn Level 3 §7.2).
public struct AuthenticationExpectation: Sendable {
    /// How the relying party knows whose account it is.
    public enum Account: Hashable, Sendable {
        /// It was not said: the user handle is compared with the credential record, if that has one.
        case unstated
        /// The user was identified before the ceremony, by a name or a cookie.
        case identified(userHandle: [UInt8])
        /// The user was not identified: the user handle of the response must do it.
        case discovered
    }

    /// The challenge that was issued.
    public var challenge: [UInt8]
    /// Where the ceremony may have been run.
    public var origin: OriginExpectation
    /// The RP ID.
    public var rpID: String
    /// Only `required` is checked.
    public var userVerification: UserVerificationRequirement
    /// The IDs of the credentials that were asked for; empty means any.
    public var allowCredentials: [[UInt8]]
    /// Whose account it is.
    public var account: Account
    /// What is stored of the credential that answered.
    public var credential: CredentialRecord
    /// Whether another factor has authorised UV to count from now on (step 24): without that, a record whose
    /// `uvInitialized` is false stays so.
    public var authorizesUserVerification: Bool
    /// What is stored of other credentials, of the account or of anybody; a diagnosis looks among them for the one
    /// that signed, and nothing else does.
    public var otherCredentials: [CredentialRecord] = []
    /// Challenges that were issued before; a diagnosis tells by them that a response is an old one.
    public var earlierChallenges: [[UInt8]] = []

    /// The extensions that were asked for; nil where nobody says.
    public var requestedExtensions: ExtensionInputs?
    /// The payment that was to be confirmed; nil where a user is to sign in.
    public var payment: PaymentExpectation?

    /// Takes the expectations one by one.
    public init(
        challenge: [UInt8], origin: OriginExpectation, rpID: String,
        userVerification: UserVerificationRequirement = .preferred, allowCredentials: [[UInt8]] = [],
        account: Account = .unstated, credential: CredentialRecord, authorizesUserVerification: Bool = false
    ) {
        self.challenge = challenge
        self.origin = origin
        self.rpID = rpID
        self.userVerification = userVerification
        self.allowCredentials = allowCredentials
        self.account = account
        self.credential = credential
        self.authorizesUserVerification = authorizesUserVerification
    }

    /// Takes them from the options that the ceremony was started with.
    ///
    /// - Parameter userHandle: of the user who was identified beforehand. Without one, options with an empty
    ///   `allowCredentials` are taken to mean that the response must identify the user.
    /// - Throws: ``RelyingPartyError/noRPID``.
    public init(
        options: RequestOptions, origin: OriginExpectation, userHandle: [UInt8]? = nil,
        credential: CredentialRecord
    ) throws(RelyingPartyError) {
        let rpID = if let id = options.rpID { id } else { try origin.defaultRPID() }
        let account: Account =
            if let userHandle {
                .identified(userHandle: userHandle)
            } else {
                options.allowCredentials.isEmpty ? .discovered : .unstated
            }
        self.init(
            challenge: options.challenge, origin: origin, rpID: rpID,
            userVerification: options.userVerification, allowCredentials: options.allowCredentials.map(\.id),
            account: account, credential: credential)
        requestedExtensions = options.extensions
    }
}
