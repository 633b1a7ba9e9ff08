/// How well a credential is protected (CTAP 2.1 §12.1): the number in authenticator data, the word in options.
public enum CredentialProtectionPolicy: Int, Hashable, Sendable, CaseIterable {
    /// A credential answers without user verification.
    case userVerificationOptional = 1
    /// It does so only where its ID is given.
    case userVerificationOptionalWithCredentialIDList = 2
    /// It never does so.
    case userVerificationRequired = 3

    /// The word that options have for it.
    public var word: String {
        switch self {
        case .userVerificationOptional: "userVerificationOptional"
        case .userVerificationOptionalWithCredentialIDList: "userVerificationOptionalWithCredentialIDList"
        case .userVerificationRequired: "userVerificationRequired"
        }
    }

    /// Nil for a word that there is not.
    public init?(word: String) {
        guard let policy = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = policy
    }
}
