public import COSE
public import Cryptography

/// Makes the key pair of a new credential.
public protocol CredentialKeyMaker: Sendable {
    /// A key for an algorithm that the profile supports.
    func makeKey(
        _ algorithm: COSEAlgorithm, _ random: any RandomSource
    ) throws(CryptographyError) -> PrivateKey
}

/// Draws a new key each time.
public struct StandardKeyMaker: CredentialKeyMaker {
    /// Bits of an RSA modulus, as TPMs and most servers have it.
    private static let rsaBits = 2048

    /// Has no settings.
    public init() {}

    /// The key; an algorithm that no authenticator here can have is an error of the caller.
    public func makeKey(
        _ algorithm: COSEAlgorithm, _ random: any RandomSource
    ) throws(CryptographyError) -> PrivateKey {
        switch algorithm.keyKind {
        case .ec2(let curve): .ec(try ECPrivateKey.generate(curve, random: random))
        case .okp(let curve): .edwards(try EdwardsPrivateKey.generate(curve, random: random))
        case .rsa: .rsa(try RSAPrivateKey.generate(bits: Self.rsaBits, random: random))
        case .akp, nil: throw .unsupportedAlgorithm(algorithm.description)
        }
    }
}
