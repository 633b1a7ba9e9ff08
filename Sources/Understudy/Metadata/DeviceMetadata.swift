internal import Authenticator
internal import Bytes
public import CTAP
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// What the FIDO Metadata Service would publish about a device, if it were a product.
public struct DeviceMetadata: Hashable, Sendable {
    /// The metadata statement (FIDO Metadata Statement v3.0 §4), JSON.
    public let statement: [UInt8]
    /// A BLOB of the service with the statement as its one entry (FIDO Metadata Service v3.0 §3.1), a compact JWS.
    public let blob: [UInt8]
    /// The root that the BLOB's signature leads to, DER.
    public let root: [UInt8]
}

extension VirtualDevice {
    /// The roots that its attestation leads to, DER, made now if it has attested nothing yet.
    public func attestationRoots() throws(DeviceFailure) -> [[UInt8]] {
        try authenticator.attestationIdentities().map(\.root)
    }

    /// Its metadata as of now.
    ///
    /// The root of the BLOB is the same each time for a model with certificates, and for a seeded device.
    public func metadata() throws(DeviceFailure) -> DeviceMetadata {
        let identities = try authenticator.attestationIdentities()
        do {
            return try Self.metadata(
                of: authenticator.profile, identities,
                signedBy: try MetadataSigner(source(following: identities.first)),
                now: authenticator.environment.clock.now() / 1000)
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }

    /// Nothing of the signer is kept: it is made again from the key of the device's own authority.
    private func source(
        following identity: AuthenticatorState.AttestationIdentity?
    ) -> any RandomSource {
        guard let identity else { return authenticator.environment.randomness.forDevice }
        return SeededRandom(seed: identity.rootKey.exposedBytes, context: Array("metadata".utf8))
    }

    private static func metadata(
        of profile: AuthenticatorProfile, _ identities: [AuthenticatorState.AttestationIdentity],
        signedBy signer: MetadataSigner, now: Int64
    ) throws(CryptographyError) -> DeviceMetadata {
        var keyIdentifiers: [String] = []
        for identity in identities {
            let key = try X509Certificate(der: identity.certificate).publicKeyInfo
            keyIdentifiers.append(Hex.encode(key.keyIdentifier))
        }
        let statement = MetadataStatementText(
            profile: profile, roots: identities.map(\.root), keyIdentifiers: keyIdentifiers)
        return DeviceMetadata(
            statement: statement.json(pretty: true),
            blob: try signer.sign(MetadataPayload(statement: statement, now: now).json), root: signer.root)
    }
}
