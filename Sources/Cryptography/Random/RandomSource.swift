/// What random bytes are drawn for.
///
/// The purpose is part of a seeded draw, so that one more draw of one purpose moves no other.
public struct RandomPurpose: RawRepresentable, Hashable, Sendable {
    /// The word that stands for the purpose, also in derivations: changing it changes seeded runs.
    public let rawValue: String

    /// A purpose of one's own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A credential's private key.
    public static let credentialKey = RandomPurpose(rawValue: "credentialKey")
    /// A credential's ID.
    public static let credentialID = RandomPurpose(rawValue: "credentialID")
    /// A credential's two secrets of the hmac-secret extension.
    public static let credentialRandom = RandomPurpose(rawValue: "credentialRandom")
    /// A credential's largeBlobKey.
    public static let largeBlobKey = RandomPurpose(rawValue: "largeBlobKey")
    /// An attestation certificate's serial number.
    public static let certificateSerial = RandomPurpose(rawValue: "certificateSerial")
    /// An attestation certificate's or authority's private key.
    public static let certificateKey = RandomPurpose(rawValue: "certificateKey")
    /// The key pair of a PIN/UV protocol's key agreement.
    public static let keyAgreement = RandomPurpose(rawValue: "keyAgreement")
    /// A pinUvAuthToken.
    public static let pinUvAuthToken = RandomPurpose(rawValue: "pinUvAuthToken")
    /// The initialization vector of an encryption.
    public static let initializationVector = RandomPurpose(rawValue: "initializationVector")
    /// A relying party's challenge.
    public static let challenge = RandomPurpose(rawValue: "challenge")
    /// Whether and what a client adds to its client data.
    public static let clientData = RandomPurpose(rawValue: "clientData")
    /// Anything an authenticator or a client decides by chance, without a secret in it.
    public static let choice = RandomPurpose(rawValue: "choice")
}

/// Where random bytes come from: part of the environment that is handed in.
public protocol RandomSource: Sendable {
    /// Exactly `count` bytes.
    ///
    /// - Throws: ``CryptographyError/randomUnavailable``.
    func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8]
}

extension RandomSource {
    /// A draw whose length is checked, since a source may come from outside this room.
    func checkedBytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] {
        let drawn = try bytes(count, for: purpose)
        guard drawn.count == count else {
            throw .wrongLength(of: .randomBytes, expected: count, actual: drawn.count)
        }
        return drawn
    }
}
