internal import JSON
public import WebAuthnModel

/// What a vendor states of a model, as far as a verifier uses it (FIDO Metadata Statement 3.0 §4).
///
/// Words that list abilities are held as they were written: the registry grows.
public struct MetadataStatement: Hashable, Sendable {
    /// A version of a protocol.
    public struct Version: Hashable, Sendable {
        /// The number before the point.
        public let major: Int
        /// The number after it.
        public let minor: Int
    }

    /// The model's name, in English.
    public let description: String?
    /// The model, where it has an AAGUID.
    public let aaguid: AAGUID?
    /// The earliest firmware that is as the statement says.
    public let authenticatorVersion: Int?
    /// `fido2`, `u2f` or `uaf`.
    public let protocolFamily: String?
    /// The versions of that protocol.
    public let protocolVersions: [Version]
    /// How credentials sign: `secp256r1_ecdsa_sha256_raw` and so on (FIDO Registry of Predefined Values).
    public let authenticationAlgorithms: [String]
    /// How their public keys are written.
    public let publicKeyFormats: [String]
    /// What kinds of attestation the model has, `basic_full` for example.
    public let attestationTypes: [String]
    /// How keys are kept.
    public let keyProtection: [String]
    /// The certificates, DER, that vouch for the model: roots, intermediates or attestation certificates.
    public let attestationRoots: [[UInt8]]

    static let mostRoots = 1024

    init(_ reader: MemberReader) throws(RelyingPartyError) {
        description = try reader.string("description")
        aaguid = try reader.aaguid("aaguid")
        authenticatorVersion = try reader.version("authenticatorVersion")
        protocolFamily = try reader.string("protocolFamily")
        protocolVersions = try reader.objects("upv", most: Self.mostRoots) {
            (item) throws(RelyingPartyError) in
            Version(
                major: try item.version("major") ?? 0, minor: try item.version("minor") ?? 0)
        }
        authenticationAlgorithms = try reader.strings("authenticationAlgorithms") ?? []
        publicKeyFormats = try reader.strings("publicKeyAlgAndEncodings") ?? []
        attestationTypes = try reader.strings("attestationTypes") ?? []
        keyProtection = try reader.strings("keyProtection") ?? []
        attestationRoots = try reader.certificates("attestationRootCertificates", most: Self.mostRoots)
    }
}
