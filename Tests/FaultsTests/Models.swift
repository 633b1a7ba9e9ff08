import Bytes
import Understudy

/// A model to plant faults in: one for each way of attesting, and for each kind of key.
struct Model: Sendable, CustomStringConvertible {
    let profile: AuthenticatorProfile
    /// Whether it only has another kind of key than a model before it.
    let isKeyVariant: Bool
    var description: String { profile.name }

    static let all: [Model] = [
        model("none", .none, backup: .eligible(backedUp: true), counter: .constantZero),
        model("self", .packedSelf, transports: [.usb]),
        model("self-ed25519", .packedSelf, [.edDSA]),
        model("self-rsa", .packedSelf, [.rs256]),
        model("self-p384", .packedSelf, [.es384, .es256]),
        model("packed", .packedCertificate(template(namesAAGUID: true))),
        model("tpm", .tpm(tpm)),
        model("tpm-rsa", .tpm(tpm), [.rs256]),
        model("android-key", .androidKey(template(), description)),
        model("apple", .apple(template())),
        model("safetynet", .safetyNet(safetyNet)),
        model("compound", .compound([.packedCertificate(template(namesAAGUID: true)), .tpm(tpm)])),
        model("fido-u2f", .fidoU2F(template()), aaguid: .zero),
    ]

    private static func model(
        _ name: String, _ attestation: AttestationManner, _ algorithms: [COSEAlgorithm] = [.es256],
        aaguid: AAGUID? = AAGUID(Array("a model of a test".utf8.prefix(16))),
        transports: [AuthenticatorTransport] = [.internal], backup: CredentialBackup = .notEligible,
        counter: CounterManner = .perCredential()
    ) -> Model {
        var claims = GetInfoResponse(versions: ["FIDO_2_0"], aaguid: aaguid ?? .zero)
        claims.options = ["rk": true, "uv": true, "up": true]
        claims.algorithms = algorithms
        claims.transports = transports
        return Model(
            profile: AuthenticatorProfile(
                name: name, title: name, attachment: .platform, claims: claims, userVerification: .builtIn,
                discoverable: .always, credentialIDLength: 20, backup: backup, counter: counter,
                attestation: attestation),
            isKeyVariant: algorithms != [.es256])
    }

    /// Whether a fault of this layer can show something in this model that others do not show.
    func isTelling(_ layer: FaultLayer, in ceremony: ClientDataType) -> Bool {
        if isKeyVariant { return [.key, .signature, .statement].contains(layer) }
        // In an authentication nobody sees how the device attests.
        return ceremony == .create || ["none", "self"].contains(profile.name)
    }

    private static func template(namesAAGUID: Bool = false) -> AttestationTemplate {
        AttestationTemplate(
            issuer: DistinguishedName(.country("AA"), .organization("Understudy"), .commonName("Root")),
            subject: DistinguishedName(
                .country("AA"), .organization("Understudy"), .organizationalUnit("Authenticator Attestation"),
                .commonName("Device")),
            notBefore: 1_704_067_200, notAfter: 2_524_608_000, namesAAGUID: namesAAGUID)
    }

    private static let tpm = TPMTemplate(
        issuer: DistinguishedName(.commonName("Root")), notBefore: 1_704_067_200, notAfter: 2_524_608_000,
        namesAAGUID: false, manufacturer: "id:494E5443", model: "Model", version: "id:00010002")

    private static let safetyNet = SafetyNetTemplate(
        certificate: template(), algorithm: .es256, version: "1",
        answer: SafetyNetPayload(nonce: nil, timestampMs: nil, ctsProfileMatch: true, basicIntegrity: true))

    private static let description = KeyDescription(
        attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
        keyMintSecurityLevel: .trustedEnvironment,
        hardwareEnforced: AuthorizationList(
            purposes: [AuthorizationList.signing], origin: AuthorizationList.generated))

    /// An RSA key is drawn once for all tests: it takes longer than everything else together.
    static let rsaKey = Result {
        try StandardKeyMaker().makeKey(.rs256, SeededRandom(seed: [1], context: []))
    }

    var makers: Makers {
        var makers = Makers(profile: profile)
        if profile.algorithms == [.rs256] { makers.keyMaker = KnownKey() }
        return makers
    }

    private struct KnownKey: CredentialKeyMaker {
        func makeKey(
            _ algorithm: COSEAlgorithm, _ random: any RandomSource
        ) throws(CryptographyError) -> PrivateKey {
            guard case .success(let key) = Model.rsaKey else { throw .randomUnavailable }
            return key
        }
    }
}
