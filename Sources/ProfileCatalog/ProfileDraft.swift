internal import Authenticator
internal import COSE
internal import CTAP
internal import JSON
internal import WebAuthnModel

/// A profile as far as it could be read: a part that is wrong is nil, and the reader knows why.
struct ProfileDraft {
    var name: String?
    var title: String?
    var summary: String?
    var kind: ProfileKind?
    var attachment: AuthenticatorAttachment?
    var aaguid: AAGUID?
    var transports: [AuthenticatorTransport]?
    var algorithms: [COSEAlgorithm]?
    /// Of a model without getInfo; nil also when the document has none.
    var extensions: [String]?
    /// Nil also when the document leaves it to the specification's default.
    var protection: CredentialProtectionPolicy?
    /// Nil also when the document has none.
    var getInfo: GetInfoClaims?
    var verification: VerificationManner?
    /// Nil also when the document leaves it to getInfo or to the specification's default.
    var minimumPINLength: Int?
    var discoverable: DiscoverableSupport?
    var credentialIDLength: Int?
    var backup: CredentialBackup?
    var counter: CounterManner?
    var attestation: AttestationManner?
    var sources: [ProfileSource]?

    /// The word for how a user is verified.
    enum VerificationManner: String, CaseIterable {
        case none
        case clientPIN = "client-pin"
        case builtIn = "built-in"
    }

    /// The members of a document.
    static let members = [
        "$schema", "format", "name", "title", "description", "kind", "attachment", "aaguid", "transports",
        "algorithms", "extensions", "credentialProtection", "getInfo", "userVerification", "discoverable",
        "credentialId", "backup", "counter", "attestation", "sources",
    ]

    /// The members that state facts about the model; each needs a source.
    static let claims = [
        "aaguid", "transports", "algorithms", "extensions", "credentialProtection", "getInfo",
        "userVerification", "discoverable", "credentialId", "backup", "counter", "attestation",
    ]

    /// The shortest PIN where nothing says otherwise, in code points (CTAP 2.2 §6.5.1).
    static let defaultMinimumPINLength = 4

    /// How the user is verified, with the PIN's least length from wherever it is stated.
    var userVerification: UserVerificationMethod? {
        switch verification {
        case .some(.none): .some(.none)
        case .clientPIN:
            .clientPIN(
                minimumLength: minimumPINLength ?? getInfo?.response.minPINLength
                    ?? Self.defaultMinimumPINLength)
        case .builtIn: .builtIn
        case nil: nil
        }
    }

    /// What the document was read into, when every part could be.
    var finished: (ProfileKind, String, [ProfileSource], AuthenticatorProfile)? {
        guard let name, let title, let summary, let kind, let attachment, let aaguid, let transports,
            let algorithms, let userVerification, let discoverable, let credentialIDLength, let backup,
            let counter, let attestation, let sources
        else { return nil }
        let profile = AuthenticatorProfile(
            name: name, title: title, attachment: attachment, transports: transports,
            modelAlgorithms: algorithms,
            claims: getInfo?.response
                ?? .following(
                    aaguid: aaguid, attachment: attachment, transports: transports, algorithms: algorithms,
                    extensions: extensions ?? [], userVerification: userVerification,
                    discoverable: discoverable, hasEnterpriseAttestation: attestation.enterprise != nil),
            unmodelledClaims: getInfo?.unmodelled ?? [], userVerification: userVerification,
            discoverable: discoverable, credentialIDLength: credentialIDLength, backup: backup,
            counter: counter, attestation: attestation,
            credentialProtection: protection ?? .userVerificationOptional)
        return (kind, summary, sources, profile)
    }
}

extension GetInfoResponse {
    /// The getInfo of a model that has none, or none that is published: what follows from its other claims.
    fileprivate static func following(
        aaguid: AAGUID, attachment: AuthenticatorAttachment, transports: [AuthenticatorTransport],
        algorithms: [COSEAlgorithm], extensions: [String], userVerification: UserVerificationMethod,
        discoverable: DiscoverableSupport, hasEnterpriseAttestation: Bool
    ) -> GetInfoResponse {
        var info = GetInfoResponse(versions: ["FIDO_2_0"], aaguid: aaguid)
        info.options = ["plat": attachment == .platform, "rk": discoverable != .unsupported, "up": true]
        switch userVerification {
        case .none: break
        case .clientPIN(let minimumLength):
            info.options["clientPin"] = false
            info.pinUvAuthProtocols = PINUVAuthProtocol.allCases.map(\.rawValue).reversed()
            info.minPINLength = minimumLength
        case .builtIn: info.options["uv"] = true
        }
        info.extensions = extensions
        if hasEnterpriseAttestation { info.options["ep"] = true }
        info.transports = transports
        info.algorithms = algorithms
        return info
    }
}
