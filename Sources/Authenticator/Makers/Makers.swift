internal import WebAuthnModel

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
        attester = profile.attestation.attester(aaguid: profile.aaguid, place: 0)
        info = StandardInfo()
    }
}

extension AttestationManner {
    /// Makes statements in this manner.
    ///
    /// - Parameter place: how many authorities come before its own in a compound manner.
    fileprivate func attester(aaguid: AAGUID, place: Int) -> any Attester {
        switch self {
        case .none: NoneAttester()
        case .packedSelf: PackedSelfAttester()
        case .packedCertificate(let template):
            PackedCertificateAttester(template: template, aaguid: aaguid, place: place)
        case .tpm(let template): TPMAttester(template: template, aaguid: aaguid, place: place)
        case .androidKey(let template, let description):
            AndroidKeyAttester(template: template, description: description, aaguid: aaguid, place: place)
        case .apple(let template): AppleAttester(template: template, aaguid: aaguid, place: place)
        case .fidoU2F(let template): FIDOU2FAttester(template: template, aaguid: aaguid, place: place)
        case .safetyNet(let template): SafetyNetAttester(template: template, aaguid: aaguid, place: place)
        case .compound(let manners):
            CompoundAttester(
                manners.indices.map { index in
                    let before = manners[..<index].filter(\.hasCertificates).count
                    return manners[index].attester(aaguid: aaguid, place: place + before)
                })
        }
    }
}
