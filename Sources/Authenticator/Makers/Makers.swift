/// How a device makes bytes: the seams at which a decorator can change what leaves it.
public struct Makers: Sendable {
    /// Makes the key pairs of new credentials.
    public var keyMaker: any CredentialKeyMaker
    /// Turns the parts of authenticator data into the bytes that are signed and sent.
    public var authenticatorData: any AuthenticatorDataMaker
    /// Turns a public key into the bytes that stand in attested credential data.
    public var keyEncoder: any CredentialKeyEncoder
    /// Signs with credential and attestation keys.
    public var signer: any Signer
    /// Makes attestation statements.
    public var attester: any Attester
    /// Has the last word on getInfo.
    public var info: any InfoMaker

    /// The makers of an honest device of this model.
    public init(profile: AuthenticatorProfile) {
        keyMaker = StandardKeyMaker()
        authenticatorData = StandardAuthenticatorData()
        keyEncoder = StandardKeyEncoder()
        signer = StandardSigner()
        attester =
            switch profile.attestation {
            case .none: NoneAttester()
            case .packedSelf: PackedSelfAttester()
            case .packedCertificate(let template):
                PackedCertificateAttester(template: template, aaguid: profile.aaguid)
            case .tpm(let template): TPMAttester(template: template, aaguid: profile.aaguid)
            case .androidKey(let template, let description):
                AndroidKeyAttester(template: template, description: description, aaguid: profile.aaguid)
            case .apple(let template): AppleAttester(template: template, aaguid: profile.aaguid)
            case .fidoU2F(let template): FIDOU2FAttester(template: template, aaguid: profile.aaguid)
            }
        info = StandardInfo()
    }
}
