internal import Bytes
internal import CBOR
internal import CTAP
internal import Cryptography

/// The largeBlobKey extension (CTAP 2.2 §12.3): a key for one entry of the large-blob array.
enum LargeBlobKey: AuthenticatorExtension {
    static let identifier = "largeBlobKey"
    private static let length = 32

    static func works(in profile: AuthenticatorProfile) -> Bool {
        profile.claims.option("largeBlobs") && profile.discoverable != .unsupported
    }

    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        try check(input)
        guard credential.isDiscoverable else {
            throw DeviceFailure(.invalidOption, .option("largeBlobKey goes with discoverable credentials"))
        }
        do {
            let key = try creation.random.bytes(length, for: .largeBlobKey)
            credential.extensions.largeBlobKey = Secret(key)
            outputs.largeBlobKey = key
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }

    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        try check(input)
        outputs.largeBlobKey = assertion.credential.extensions.largeBlobKey?.exposedBytes
    }

    private static func check(_ input: CBORValue) throws(DeviceFailure) {
        guard input == true else {
            throw DeviceFailure(.invalidOption, .option("largeBlobKey must be true"))
        }
    }
}
