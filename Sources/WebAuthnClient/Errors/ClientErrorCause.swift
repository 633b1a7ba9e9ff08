internal import CTAP
internal import Cryptography
internal import WebAuthnModel

extension ClientError: CustomStringConvertible {
    /// What really happened, in a sentence: what a page is never told.
    public var cause: String {
        switch self {
        case .insecureContext(let origin):
            "\(origin) is no secure context, so the page has no PublicKeyCredential: only https, localhost and loopback are"
        case .opaqueOrigin: "the caller's origin is opaque, as in a sandboxed frame"
        case .noDomain(let origin): "\(origin) has no domain, and an RP ID is one: an IP address has none"
        case .rpID(let rpID, let origin, let refusal, let related):
            "the RP ID \"\(rpID)\" \(refusal); \(Self.explain(related, origin: origin, rpID: rpID))"
        case .appWithoutRPID(let origin):
            "an app must name its RP ID: \(origin) has no domain to take it from"
        case .mediation(_, let refusal): refusal.description
        case .userHandleLength(let count): "user.id has \(count) bytes; 1 to 64 are allowed"
        case .noPublicKeyParameters(let types):
            "no entry of pubKeyCredParams has the type \"public-key\": \(types.joined(separator: ", "))"
        case .attachment(let wanted, let actual):
            "the options ask for a \(wanted.rawValue) authenticator, and this one is \(actual.rawValue)"
        case .discoverableUnsupported:
            "a discoverable credential is required and this authenticator makes none"
        case .verificationUnsupported:
            "user verification is required and this authenticator has no way to do it"
        case .noUsableDescriptor(let listed):
            "none of the \(listed) entries of allowCredentials can be a credential of this authenticator"
        case .appID(let appID, let origin): "the AppID \"\(appID)\" is not for \(origin) to use"
        case .extensionInput(let refusal): refusal.description
        case .protectionUnsupported(let policy):
            "the protection policy \(policy.word) is enforced, and this authenticator does not have credProtect"
        case .largeBlobUnsupported:
            "a large blob is required, and this authenticator has none for such a credential"
        case .user(.denied): "the user refused"
        case .user(.cancelled): "the user closed the dialog"
        case .user(.aborted): "the page aborted the ceremony"
        case .user(.timedOut): "nobody answered in time"
        case .notVerified:
            "user verification is needed here, and the user only touched instead of typing the PIN"
        case .pinNotRemembered:
            "the authenticator's PIN was set elsewhere: type it with the gesture pin:… (no retry was lost)"
        case .wrongPIN(let left): "wrong PIN\(left.map { ", \($0) tries left" } ?? "")"
        case .pinTooLong(let bytes): "the PIN has \(bytes) bytes; \(PIN.maximumBytes) are the most"
        case .accountOutOfRange(let chosen, let offered):
            "account \(chosen) was chosen, and \(offered) are offered"
        case .device(let failure, _):
            failure.cause.map { "\($0)" } ?? "the authenticator answered \(failure.status)"
        case .noUserHandle:
            "the authenticator gave no user handle, which a request without allowCredentials needs"
        case .malformedAnswer(let what): what.description
        case .cryptography(let error): "\(error)"
        }
    }

    private static func explain(
        _ verdict: RelatedOriginVerdict?, origin: String, rpID: String
    ) -> String {
        switch verdict {
        case nil: "and no document of related origins was supplied that would list \(origin)"
        case .related: "\(origin) is a related origin"
        case .unrelated(let passed):
            "and its document of related origins does not list \(origin)"
                + (passed.isEmpty ? "" : ": " + passed.prefix(5).map(\.description).joined(separator: "; "))
                + (passed.count > 5 ? "; …" : "")
        }
    }

    /// Name and cause.
    public var description: String { "\(exception.rawValue): \(cause)" }
}

extension MalformedAnswer: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .noCredentialID(let length):
            "the authenticator data of \(length) bytes ends before its credential ID does"
        case .noKeyAgreement: "the authenticator gave no key-agreement key"
        case .noToken: "the authenticator gave no PIN/UV auth token"
        case .tokenLength: "the authenticator's PIN/UV auth token does not decrypt to a token"
        }
    }
}
