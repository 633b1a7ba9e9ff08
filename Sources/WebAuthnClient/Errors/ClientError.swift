public import CTAP
public import Cryptography
public import WebAuthnModel

/// Why a ceremony failed: the truth, which a page is never told.
///
/// What it is told follows from it, see ``exception`` and ``message``.
public enum ClientError: Error, Hashable, Sendable {
    /// The page is no secure context, so it has no `PublicKeyCredential` (§5.1).
    case insecureContext(origin: String)
    /// An opaque origin (§5.1.3 step 6).
    case opaqueOrigin
    /// The origin has no effective domain that is a domain: an IP address, or no page of the web (step 7).
    case noDomain(origin: String)
    /// The RP ID is not for this origin to use (step 8), and no related origin made it right; the verdict is nil
    /// where no related-origins document was supplied.
    case rpID(String, origin: String, RPIDRefusal, relatedOrigins: RelatedOriginVerdict?)
    /// An app asked without an RP ID, and has no domain to take one from.
    case appWithoutRPID(origin: String)
    /// The mediation rules the ceremony out.
    case mediation(Mediation, MediationRefusal)

    /// `user.id` has none or more than 64 bytes (§5.1.3 step 5).
    case userHandleLength(Int)
    /// No entry of `pubKeyCredParams` has the type `public-key` (step 10).
    case noPublicKeyParameters(types: [String])

    /// The only device has another attachment than the one asked for.
    case attachment(wanted: AuthenticatorAttachment, actual: AuthenticatorAttachment)
    /// A discoverable credential is required, and the device makes none.
    case discoverableUnsupported
    /// User verification is required, and the device has no way to do it.
    case verificationUnsupported(ClientDataType)
    /// None of the entries of `allowCredentials` can be a credential of the device.
    case noUsableDescriptor(listed: Int)
    /// An AppID that is not for this origin to use (§10.1.1).
    case appID(String, origin: String)
    /// The input of an extension is wrong.
    case extensionInput(ExtensionRefusal)
    /// A level of credProtect is enforced that the device cannot keep (CTAP 2.2 §12.1).
    case protectionUnsupported(CredentialProtectionPolicy)
    /// Large blobs are required, and the device has none for this credential.
    case largeBlobUnsupported

    /// The user did not go along in a dialog of the client.
    case user(UserRefusal)
    /// Verification is required, and the user only touched.
    case notVerified
    /// A PIN is set that the simulated user was never told.
    case pinNotRemembered
    /// The same wrong PIN again: it was not tried, so no retry is lost.
    case wrongPIN(retriesLeft: Int?)
    /// A PIN that cannot be sent, because its UTF-8 has more than 63 bytes.
    case pinTooLong(bytes: Int)
    /// The user chose an account that is not in the list; numbers count from 1.
    case accountOutOfRange(chosen: Int, offered: Int)

    /// The device refused a command.
    case device(DeviceFailure, ClientDataType)
    /// The device found a credential for a request without `allowCredentials` and gave no user handle
    /// (§5.1.4.1).
    case noUserHandle
    /// The device's answer lacks what the client itself needs.
    case malformedAnswer(MalformedAnswer)
    /// The client's own part of the PIN/UV auth protocol failed.
    case cryptography(CryptographyError)
}

/// How a user refuses.
public enum UserRefusal: Hashable, Sendable {
    /// Says no.
    case denied
    /// Closes the dialog.
    case cancelled
    /// The page's AbortSignal fired.
    case aborted
    /// Lets the time run out.
    case timedOut
}

/// What is missing in a device's answer.
public enum MalformedAnswer: Hashable, Sendable {
    /// Authenticator data that ends before the credential ID does; the number of its bytes.
    case noCredentialID(length: Int)
    /// No key where one was asked for.
    case noKeyAgreement
    /// No token where one was asked for.
    case noToken
    /// A token that does not decrypt to a length that its protocol has.
    case tokenLength
}

extension ClientError {
    /// What a device answered, where the error is that; in process it carries the cause.
    public var deviceFailure: DeviceFailure? {
        if case .device(let failure, _) = self { failure } else { nil }
    }

    /// Whether the ceremony ended because nobody did anything.
    var isTimeout: Bool {
        switch self {
        case .user(.timedOut): true
        case .device(let failure, _): failure.status == .userActionTimeout
        default: false
        }
    }

    /// Whether somebody or something called the ceremony off.
    var isCancellation: Bool {
        switch self {
        case .user(.cancelled): true
        case .device(let failure, _): failure.status == .keepaliveCancel
        default: false
        }
    }
}

extension Gesture {
    /// How the gesture refuses what was asked, if it does.
    var refusal: UserRefusal? {
        switch self {
        case .deny: .denied
        case .cancel: .cancelled
        case .abort: .aborted
        case .timeout: .timedOut
        case .approve, .verify, .failVerification, .pin, .select: nil
        }
    }
}
