internal import CBOR
internal import CTAP

/// The credBlob extension (CTAP 2.2 §12.2): some bytes within a discoverable credential.
enum CredBlob: AuthenticatorExtension {
    static let identifier = "credBlob"

    static func works(in profile: AuthenticatorProfile) -> Bool {
        profile.claims.maxCredBlobLength != nil && profile.discoverable != .unsupported
    }

    /// A blob that is too long, or for a server-side credential, is not stored, which is no error.
    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard let blob = input.bytesValue else {
            throw DeviceFailure(
                .cborUnexpectedType, .request(.unexpectedType(path: "6.credBlob", expected: "a byte string")))
        }
        let most = creation.device.profile.claims.maxCredBlobLength ?? 0
        let isStored = credential.isDiscoverable && blob.count <= most
        if isStored { credential.extensions.blob = blob }
        outputs.signed.append(CBORPair(key: "credBlob", value: .bool(isStored)))
    }

    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard input == true else { return }
        outputs.signed.append(
            CBORPair(key: "credBlob", value: .bytes(assertion.credential.extensions.blob ?? [])))
    }
}
