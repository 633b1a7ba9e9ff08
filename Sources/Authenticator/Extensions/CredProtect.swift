internal import CBOR
internal import CTAP
internal import WebAuthnModel

/// The credProtect extension (CTAP 2.2 §12.1): who is told of a credential without being verified.
enum CredProtect: AuthenticatorExtension {
    static let identifier = "credProtect"

    static func works(in profile: AuthenticatorProfile) -> Bool { profile.userVerification != .none }

    /// Keeps the level that was asked for; only who asks is told the level.
    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard let number = input.integer else {
            throw DeviceFailure(
                .cborUnexpectedType,
                .request(.unexpectedType(path: "6.credProtect", expected: "an integer")))
        }
        guard let policy = CredentialProtectionPolicy(rawValue: number) else {
            throw DeviceFailure(.invalidOption, .option("credProtect has no level \(number)"))
        }
        credential.extensions.protection = policy
        outputs.signed.append(CBORPair(key: "credProtect", value: CBORValue(integer: policy.rawValue)))
    }
}

extension Credential {
    /// Whether the device may use it, or tell that it is there (§12.1): `isListed` where the request names its ID.
    func isDisclosed(isListed: Bool, isVerified: Bool) -> Bool {
        switch extensions.protection {
        case .userVerificationOptional: true
        case .userVerificationOptionalWithCredentialIDList: isListed || isVerified
        case .userVerificationRequired: isVerified
        }
    }
}
