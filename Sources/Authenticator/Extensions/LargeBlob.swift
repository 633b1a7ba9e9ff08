internal import Bytes
internal import CBOR
internal import CTAP
internal import Cryptography

/// Large blobs of an authenticator that keeps them by itself, without largeBlobKey (WebAuthn Level 3 §10.1.5).
///
/// How they travel is left open there. Here they do as browsers have it for phones: `{"largeBlob": {"read": true}}` or
/// `{"largeBlob": {"write": …}}`, and the answer in unsignedExtensionOutputs.
enum LargeBlob: AuthenticatorExtension {
    static let identifier = "largeBlob"
    private static let keyLength = 32
    /// What all blobs of the device may come to.
    private static let capacity = 16384

    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        do {
            credential.extensions.largeBlobKey = Secret(
                try creation.random.bytes(keyLength, for: .largeBlobKey))
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
        tell("supported", true, &outputs)
    }

    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        let device = assertion.device
        let key = assertion.credential.extensions.largeBlobKey
        var array = LargeBlobArray(serialized: try device.keptLargeBlobs()) ?? LargeBlobArray()
        if input[text: "read"] == true, let blob = key.flatMap({ array.blob($0) }) {
            tell("blob", .bytes(blob), &outputs)
        }
        guard let blob = input[text: "write"]?.bytesValue else { return }
        guard let key, assertion.isPresent else { return tell("written", false, &outputs) }
        do { try array.set(blob, for: key, assertion.random) } catch {
            throw DeviceFailure(.other, .cryptography(error.description))
        }
        let serialized = array.serialized
        guard serialized.count <= capacity else { return tell("written", false, &outputs) }
        try device.storing { () throws(StoreError) in
            try device.environment.store.setLargeBlobs(serialized)
        }
        tell("written", true, &outputs)
    }

    private static func tell(_ name: String, _ value: CBORValue, _ outputs: inout ExtensionOutputs) {
        outputs.unsigned.append(
            CBORPair(key: "largeBlob", value: .map([CBORPair(key: .text(name), value: value)])))
    }
}
