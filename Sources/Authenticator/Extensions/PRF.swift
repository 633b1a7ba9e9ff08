internal import Bytes
internal import CBOR
internal import CTAP
internal import Cryptography

/// The pseudo-random function of an authenticator that does not have hmac-secret (WebAuthn Level 3 §10.1.4,
/// authenticator extension processing).
///
/// How inputs and outputs travel is left open there. Here they do as browsers have it for phones: the hashed inputs as
/// `{"prf": {"eval": {"first": …, "second": …}}}`, and the answer beside authenticator data, in
/// unsignedExtensionOutputs, so that nothing of it shows in what is signed.
enum PRF: AuthenticatorExtension {
    static let identifier = "prf"

    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        let randoms = try CredentialExtensions.Randoms(drawnFrom: creation.random)
        credential.extensions.randoms = randoms
        var output = [CBORPair(key: "enabled", value: true)]
        if let results = try results(input, randoms) { output.append(results) }
        outputs.unsigned.append(CBORPair(key: "prf", value: .map(output)))
    }

    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard let randoms = assertion.credential.extensions.randoms,
            let results = try results(input, randoms)
        else { return }
        outputs.unsigned.append(CBORPair(key: "prf", value: .map([results])))
    }

    /// The function does not depend on the user's verification, so that it is the one of verified users.
    private static func results(
        _ input: CBORValue, _ randoms: CredentialExtensions.Randoms
    ) throws(DeviceFailure) -> CBORPair? {
        guard let eval = input[text: "eval"] else { return nil }
        var results: [CBORPair] = []
        for name in ["first", "second"] {
            guard let salt = eval[text: name] else { continue }
            guard let bytes = salt.bytesValue, bytes.count == 32 else {
                throw DeviceFailure(.invalidLength, .option("an input of prf must have 32 bytes"))
            }
            results.append(
                CBORPair(
                    key: .text(name),
                    value: .bytes(
                        HMAC.authenticationCode(for: bytes, key: randoms.withUV.exposedBytes))))
        }
        return results.isEmpty ? nil : CBORPair(key: "results", value: .map(results))
    }
}
