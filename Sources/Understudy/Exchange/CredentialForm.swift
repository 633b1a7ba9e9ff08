public import Authenticator
internal import COSE
internal import CTAP
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// A form in which virtual authenticators give their credentials away and take them in: a reader and a writer.
public struct CredentialForm: Sendable {
    /// Its name, as the command line has it.
    public let name: String
    /// What of a credential has a place in it, besides ID, RP ID, key, user handle and counter.
    let carries: Set<CredentialContent>
    /// Reads one credential.
    let read: @Sendable (JSONElement) throws(ExchangeError) -> ExchangedCredential
    /// Writes one credential as an object.
    let write: @Sendable (ExchangedCredential, inout JSONWriter) -> Void

    /// All of them.
    public static let all: [CredentialForm] = [devTools, webDriver, playwright]

    /// The credentials as an array, one a line.
    public func json(_ credentials: [ExchangedCredential]) -> [UInt8] {
        var text = Array("[".utf8)
        for (index, credential) in credentials.enumerated() {
            text += index == 0 ? Array("\n".utf8) : Array(",\n".utf8)
            var writer = JSONWriter()
            write(credential, &writer)
            text += writer.bytes
        }
        return text + (credentials.isEmpty ? "]" : "\n]").utf8
    }

    /// What the credential has and the form has no place for, in a settled order.
    public func losses(of credential: Credential) -> [CredentialContent] {
        CredentialContent.allCases.filter { !carries.contains($0) && $0.isPresent(in: credential) }
    }
}

/// A part of a credential that not every form has a place for.
public enum CredentialContent: Hashable, Sendable, CaseIterable {
    /// An algorithm that is not the usual one of its kind of key.
    case algorithm
    /// Name and display name of the account.
    case names
    /// Backup eligibility and state.
    case backup
    /// That it cannot be found by RP ID alone.
    case notDiscoverable
    /// What prf and hmac-secret derive from.
    case prf
    /// credBlob.
    case credBlob
    /// What opens its large blob.
    case largeBlob
    /// credProtect beyond the lowest level.
    case protection
    /// That the key came from a seed.
    case seed

    func isPresent(in credential: Credential) -> Bool {
        switch self {
        case .algorithm: credential.algorithm != COSEAlgorithm.usual(for: credential.key)
        case .names: credential.user.name != nil || credential.user.displayName != nil
        case .backup: credential.backup != .notEligible
        case .notDiscoverable: !credential.isDiscoverable
        case .prf: credential.extensions.randoms != nil
        case .credBlob: credential.extensions.blob != nil
        case .largeBlob: credential.extensions.largeBlobKey != nil
        case .protection: credential.extensions.protection != .userVerificationOptional
        case .seed: credential.isSeeded
        }
    }
}

extension CredentialContent: CustomStringConvertible {
    /// Words for people, to stand in a list.
    public var description: String {
        switch self {
        case .algorithm: "an algorithm other than the usual one of its key"
        case .names: "the account's names"
        case .backup: "backup eligibility and state"
        case .notDiscoverable: "that it is not discoverable"
        case .prf: "the secrets of prf and hmac-secret"
        case .credBlob: "credBlob"
        case .largeBlob: "the large blob and its key"
        case .protection: "the level of credProtect"
        case .seed: "that the key came from a seed"
        }
    }
}

extension COSEAlgorithm {
    /// What a key signs with where nobody says.
    static func usual(for key: PrivateKey) -> COSEAlgorithm {
        switch key {
        case .ec(let key):
            switch key.curve {
            case .p256: .es256
            case .p384: .es384
            case .p521: .es512
            case .secp256k1: .es256k
            }
        case .edwards(let key):
            switch key.curve {
            case .ed25519: .edDSA
            case .ed448: .ed448
            }
        case .rsa: .rs256
        }
    }
}
