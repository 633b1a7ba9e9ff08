public import COSE
public import Cryptography

/// Signs with credential and attestation keys.
public protocol Signer: Sendable {
    /// The signature over the message.
    func sign(
        _ message: [UInt8], with key: PrivateKey, algorithm: COSEAlgorithm, nonce: NonceGeneration
    ) throws(CryptographyError) -> [UInt8]
}

/// Signs as the algorithm says.
public struct StandardSigner: Signer {
    /// Has no settings.
    public init() {}

    /// The signature; an algorithm without a scheme is an error of the caller.
    public func sign(
        _ message: [UInt8], with key: PrivateKey, algorithm: COSEAlgorithm, nonce: NonceGeneration
    ) throws(CryptographyError) -> [UInt8] {
        guard let scheme = algorithm.scheme else { throw .unsupportedAlgorithm(algorithm.description) }
        return try key.signature(for: message, scheme: scheme, nonce: nonce)
    }
}
