internal import CTAP
internal import WebAuthnModel

/// The name of what a page's promise is rejected with: a DOMException's, or TypeError.
public enum ExceptionName: String, Hashable, Sendable, CaseIterable {
    /// The page's own AbortSignal.
    case abort = "AbortError"
    /// No available authenticator can do what is required (§5.1.3.1).
    case constraint = "ConstraintError"
    /// A credential of `excludeCredentials` lives on the device, and the user consented to tell.
    case invalidState = "InvalidStateError"
    /// Everything else that could tell a page about the user.
    case notAllowed = "NotAllowedError"
    /// No acceptable kind of key.
    case notSupported = "NotSupportedError"
    /// The origin may not ask for this RP ID.
    case security = "SecurityError"
    /// A key of a record that is not what it must be.
    case syntax = "SyntaxError"
    /// Wrong arguments: no DOMException.
    case type = "TypeError"
}

extension ClientError {
    /// What the page's promise is rejected with: the one place where truth becomes a name.
    ///
    /// Level 3 lets nearly all that a device answers end as NotAllowedError; the exceptions are those that it
    /// lists in §5.1.3.1 "Create Request Exceptions" and §5.1.4.4 "Get Request Exceptions".
    public var exception: ExceptionName {
        switch self {
        case .userHandleLength, .mediation(_, .unknownForCreate): .type
        case .insecureContext, .noDomain, .rpID, .appWithoutRPID, .appID: .security
        case .noPublicKeyParameters: .notSupported
        case .discoverableUnsupported, .verificationUnsupported(.create): .constraint
        case .user(.aborted): .abort
        case .extensionInput(let refusal): refusal.exception
        case .device(let failure, let ceremony): Self.exception(of: failure, in: ceremony)
        case .opaqueOrigin, .mediation, .attachment, .verificationUnsupported(.get), .noUsableDescriptor,
            .protectionUnsupported, .largeBlobUnsupported, .user,
            .notVerified, .pinNotRemembered, .wrongPIN, .pinTooLong, .accountOutOfRange, .noUserHandle,
            .malformedAnswer, .cryptography:
            .notAllowed
        }
    }

    private static func exception(of failure: DeviceFailure, in ceremony: ClientDataType) -> ExceptionName {
        if failure.cause == .aborted { return .abort }
        guard ceremony == .create else { return .notAllowed }
        return switch failure.status {
        case .credentialExcluded: .invalidState
        case .unsupportedAlgorithm: .notSupported
        case .unsupportedOption: .constraint
        default: failure.cause == .verificationUnavailable ? .constraint : .notAllowed
        }
    }

    /// What the page reads: for NotAllowedError on purpose the same, whatever happened (§14.5).
    public var message: String {
        if case .extensionInput(let refusal) = self { return refusal.description }
        return switch exception {
        case .abort: "The operation was aborted by the page."
        case .constraint: "No available authenticator can do what the options require."
        case .invalidState: "The authenticator already has one of the credentials in excludeCredentials."
        case .notAllowed:
            "The operation either timed out or was not allowed. See https://www.w3.org/TR/webauthn-3/#sctn-privacy-considerations-client"
        case .notSupported: "None of the kinds of key in pubKeyCredParams is supported."
        case .security: "The origin may not use WebAuthn with this RP ID."
        case .syntax: "A value of the options has a wrong form."
        case .type:
            if case .userHandleLength = self {
                "user.id must have 1 to 64 bytes."
            } else {
                "The mediation is not a valid CredentialMediationRequirement."
            }
        }
    }
}
