public import WebAuthnModel

/// The two ceremonies that a relying party judges.
public enum Ceremony: String, Hashable, Sendable {
    /// Registering a new credential (WebAuthn Level 3 §7.1).
    case registration
    /// Verifying an authentication assertion (§7.2).
    case authentication
}

/// How binding a rule is.
public enum RuleLevel: String, Hashable, Sendable {
    /// A numbered step, or a definition that steps rest on.
    case must
    /// A recommendation, or a duty of client or authenticator that no numbered step of the server tests.
    case should
    /// The relying party's own choice.
    case policy
    /// Something that a known implementation does and that harms nobody.
    case quirk
}

/// Who most likely did it, when a rule is broken.
public enum Suspect: String, Hashable, Sendable {
    /// The browser, the app, or the script of the page.
    case client
    /// The device that holds the key.
    case authenticator
    /// Whatever carried the response: serialiser, proxy, form.
    case transport
    /// The relying party's own store.
    case server
    /// What the relying party was told to expect.
    case configuration
}

/// What a rule says, and where that is written.
public struct Rule: Hashable, Sendable {
    /// The rule's name.
    public let code: RuleCode
    /// What it says, in our own words.
    public let text: String
    /// Where it is specified for a registration; nil when none checks it.
    public let registration: RulePlace?
    /// Where it is specified for an authentication; nil when none checks it.
    public let authentication: RulePlace?
    /// How binding it is, and what each policy makes of a breach.
    public let mark: Mark
    /// Variants that are marked otherwise than the rule itself.
    public let exceptions: [String: Mark]
    /// Who most likely breaks it.
    public let suspect: Suspect

    init(
        _ code: RuleCode, _ text: String, registration: RulePlace? = nil, authentication: RulePlace? = nil,
        _ mark: Mark = .must, exceptions: [String: Mark] = [:], suspect: Suspect
    ) {
        self.code = code
        self.text = text
        self.registration = registration
        self.authentication = authentication
        self.mark = mark
        self.exceptions = exceptions
        self.suspect = suspect
    }

    /// Where the rule is specified for a ceremony.
    public func place(in ceremony: Ceremony) -> RulePlace? {
        switch ceremony {
        case .registration: registration ?? authentication
        case .authentication: authentication ?? registration
        }
    }

    /// The mark of one way of breaking it.
    public func mark(of variant: String) -> Mark { exceptions[variant] ?? mark }
}

extension Rule {
    /// Every rule, once, in the order of the procedures.
    public static let all: [Rule] =
        envelopeRules + clientDataRules + authenticatorDataRules + keyRules + attestationRules
        + tpmRules
        + u2fRules
        + appleRules
        + androidKeyRules
        + safetyNetRules
        + compoundRules
        + metadataRules
        + trustRules
        + extensionRules
        + paymentRules

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

    /// The rule of a code.
    ///
    /// A test holds the table to every code; the fallback is for the compiler.
    public static func of(_ code: RuleCode) -> Rule {
        byCode[code] ?? Rule(code, "", suspect: .configuration)
    }
}

/// A place in a specification.
public struct RulePlace: Hashable, Sendable {
    /// The specifications that rules come from.
    public enum Specification: String, Hashable, Sendable {
        /// Web Authentication: An API for accessing Public Key Credentials, Level 3.
        case webAuthn3 = "webauthn-3"
        /// Web Authentication, Level 2, for what Level 3 left out.
        case webAuthn2 = "webauthn-2"
        /// Client to Authenticator Protocol.
        case ctap
        /// Secure Payment Confirmation.
        case securePayment = "secure-payment-confirmation"
        /// Internet X.509 Public Key Infrastructure Certificate and CRL Profile.
        case rfc5280
        /// FIDO Metadata Service.
        case metadata3 = "mds3"
        /// A bound that this project sets itself.
        case understudy

        /// Which edition the anchors and step numbers belong to.
        public var edition: String {
            switch self {
            case .webAuthn3: "2026-07-30"
            case .webAuthn2: "2021-04-08"
            case .ctap: "2.1"
            case .securePayment: "2026-07-02"
            case .rfc5280: "2008-05"
            case .metadata3: "3.0"
            case .understudy: "1"
            }
        }
    }

    /// Which specification.
    public let specification: Specification
    /// The fragment of its address.
    public let anchor: String
    /// The number of the step below the anchor, where the section counts steps.
    public let step: String?

    /// Where to read it; nil where there is no page.
    public var link: String? {
        switch specification {
        case .webAuthn3: "https://www.w3.org/TR/webauthn-3/#\(anchor)"
        case .ctap:
            "https://fidoalliance.org/specs/fido-v2.1-ps-20210615/"
                + "fido-client-to-authenticator-protocol-v2.1-ps-errata-20220621.html#\(anchor)"
        case .webAuthn2: "https://www.w3.org/TR/webauthn-2/#\(anchor)"
        case .securePayment: "https://www.w3.org/TR/secure-payment-confirmation/#\(anchor)"
        case .rfc5280: "https://www.rfc-editor.org/rfc/rfc5280#\(anchor)"
        case .metadata3:
            "https://fidoalliance.org/specs/mds/fido-metadata-service-v3.0-ps-20210518.html#\(anchor)"
        case .understudy: nil
        }
    }

    static func webAuthn(_ anchor: String, _ step: String? = nil) -> RulePlace {
        RulePlace(specification: .webAuthn3, anchor: anchor, step: step)
    }

    /// A numbered step of "Registering a New Credential".
    static func registering(_ step: Int, anchor: String = "sctn-registering-a-new-credential") -> RulePlace {
        .webAuthn(anchor, "\(step)")
    }

    /// A numbered step of "Verifying an Authentication Assertion".
    static func asserting(_ step: Int, anchor: String = "sctn-verifying-assertion") -> RulePlace {
        .webAuthn(anchor, "\(step)")
    }

    static func metadata(_ anchor: String) -> RulePlace {
        RulePlace(specification: .metadata3, anchor: anchor, step: nil)
    }

    static let authenticatorData = RulePlace.webAuthn("sctn-authenticator-data")
    static let attestedCredentialData = RulePlace.webAuthn("sctn-attested-credential-data")
    static let algorithmIdentifier = RulePlace.webAuthn("sctn-alg-identifier")
    static let clientDataDictionary = RulePlace.webAuthn("dictionary-client-data")
    static let packed = RulePlace.webAuthn("sctn-packed-attestation")
    static let packedCertificate = RulePlace.webAuthn("sctn-packed-attestation-cert-requirements")
    static let u2f = RulePlace.webAuthn("sctn-fido-u2f-attestation")
    static let apple = RulePlace.webAuthn("sctn-apple-anonymous-attestation")
    static let androidKey = RulePlace.webAuthn("sctn-android-key-attestation")
    static let safetyNet = RulePlace.webAuthn("sctn-android-safetynet-attestation")
    static let compound = RulePlace.webAuthn("sctn-compound-attestation")
    static let pathValidation = RulePlace(specification: .rfc5280, anchor: "section-6.1", step: nil)
    static let keyBounds = RulePlace(specification: .understudy, anchor: "rsa-bounds", step: nil)
}
