public import Authenticator
public import COSE
internal import Cryptography
public import WebAuthnModel

/// A ceremony that is about to run, as far as it is known before.
public struct FaultSituation: Sendable {
    /// Which.
    public var ceremony: ClientDataType
    /// The model of the device.
    public var profile: AuthenticatorProfile
    /// Whether a page will see the device's own attestation statement.
    public var conveysAttestation: Bool
    /// What the new credential's key will sign with; nil in an authentication, whose credential is not known yet.
    public var algorithm: COSEAlgorithm?
    /// Whether the device has an algorithm besides those that the options offer.
    public var hasUnofferedAlgorithm: Bool

    /// A registration.
    public init(creating options: CreationOptions, on profile: AuthenticatorProfile) {
        ceremony = .create
        self.profile = profile
        conveysAttestation = options.attestation != .none
        let offered =
            options.pubKeyCredParams.isEmpty ? [.es256, .rs256] : options.pubKeyCredParams.map(\.algorithm)
        algorithm = offered.first(where: profile.algorithms.contains)
        hasUnofferedAlgorithm = profile.algorithms.contains { !offered.contains($0) }
    }

    /// An authentication.
    public init(gettingOn profile: AuthenticatorProfile) {
        ceremony = .get
        self.profile = profile
        conveysAttestation = false
        algorithm = nil
        hasUnofferedAlgorithm = false
    }
}

/// Where a fault makes sense.
public enum FaultCondition: Hashable, Sendable {
    /// In one of the two ceremonies.
    case ceremony(ClientDataType)
    /// Where the device attests in this format and a page sees it.
    case format(String)
    /// Where the device attests in another format than this one.
    case otherFormat(String)
    /// Where the statement that a page sees has certificates in its `x5c`.
    case certificates
    /// Where the statement that a page sees has none.
    case selfAttestation
    /// Where a page sees no statement.
    case noAttestation
    /// Where the device's counters move.
    case counter
    /// Where credentials can be backed up, or cannot.
    case backupEligible(Bool)
    /// Where the device has an algorithm besides those that are offered.
    case unofferedAlgorithm
    /// Where the credential's key is of this kind.
    case keys(FaultKeyFamily)

    func objection(to situation: FaultSituation) -> String? {
        holds(in: situation) ? nil : "\(phrase), which is not so here\(remedy(in: situation))"
    }

    private func holds(in situation: FaultSituation) -> Bool {
        let manner = situation.profile.attestation
        let isShown = situation.conveysAttestation
        switch self {
        case .ceremony(let ceremony): return situation.ceremony == ceremony
        case .format(let format): return isShown && manner.format == format
        case .otherFormat(let format): return manner.format != format
        case .certificates: return isShown && manner.hasOwnCertificates
        case .selfAttestation: return isShown && manner == .packedSelf
        case .noAttestation: return situation.ceremony == .create && (!isShown || manner == .none)
        case .counter: return situation.profile.counter != .constantZero
        case .backupEligible(let isEligible):
            return (situation.profile.backup != .notEligible) == isEligible
        case .unofferedAlgorithm: return situation.hasUnofferedAlgorithm
        case .keys(let family):
            // An authentication's key is known when it signs; a fault that finds another kind then says so.
            guard let algorithm = situation.algorithm else { return situation.ceremony == .get }
            return family.contains(algorithm)
        }
    }

    /// The condition, as the rest of a sentence that begins with the fault.
    public var phrase: String {
        switch self {
        case .ceremony(.create): "belongs to registrations"
        case .ceremony(.get): "belongs to authentications"
        case .format(let format): "needs an attestation in the format \(format)"
        case .otherFormat(let format): "needs an attestation in another format than \(format)"
        case .certificates: "needs an attestation with certificates in x5c"
        case .selfAttestation: "needs self attestation in the format packed"
        case .noAttestation: "needs a registration without attestation"
        case .counter: "needs a device that counts its signatures"
        case .backupEligible(true): "needs credentials that can be backed up"
        case .backupEligible(false): "needs credentials that cannot be backed up"
        case .unofferedAlgorithm: "needs a device that has an algorithm besides those that are offered"
        case .keys(let family): "needs \(family.rawValue)"
        }
    }

    private func remedy(in situation: FaultSituation) -> String {
        switch self {
        case .format, .otherFormat, .certificates, .selfAttestation:
            guard situation.ceremony == .create else { return ": this is an authentication" }
            return situation.conveysAttestation
                ? ": \(situation.profile.name) attests in the format \(situation.profile.attestation.format)"
                : ": the options ask for no attestation"
        case .counter, .backupEligible: return ": the model is \(situation.profile.name)"
        case .keys: return situation.algorithm.map { ": the key will be one for \($0)" } ?? ""
        case .ceremony, .noAttestation, .unofferedAlgorithm: return ""
        }
    }
}

/// The kinds of keys that faults tell apart.
public enum FaultKeyFamily: String, Hashable, Sendable {
    /// Two coordinates on a Weierstrass curve.
    case ellipticCurve = "a key on an elliptic curve with two coordinates"
    /// Edwards curves.
    case edwards = "an Edwards key"
    /// RSA.
    case rsa = "an RSA key"

    func contains(_ algorithm: COSEAlgorithm) -> Bool {
        switch (self, algorithm.keyKind) {
        case (.ellipticCurve, .ec2?), (.edwards, .okp?), (.rsa, .rsa?): true
        default: false
        }
    }
}

extension AttestationManner {
    /// Whether the certificates stand in the statement itself.
    fileprivate var hasOwnCertificates: Bool {
        switch self {
        case .safetyNet, .compound: false
        default: hasCertificates
        }
    }
}
