internal import Bytes
internal import COSE
internal import Cryptography
public import WebAuthnModel

/// Attests as a TPM does, in the tpm format (§8.3): its attestation key certifies that the credential's key is in
/// the same TPM.
public struct TPMAttester: CertifiedAttester {
    let authority: AttestationAuthority
    private let clockInfo: TPMClockInfo

    /// Makes certificates as the template says.
    public init(template: TPMTemplate, aaguid: AAGUID, place: Int = 0) {
        authority = AttestationAuthority(
            template: template.certificate, aaguid: aaguid, place: place,
            leafExtensions: template.leafExtensions)
        clockInfo = template.clockInfo
    }

    /// The statement, signed by the device's attestation key on P-256.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        guard let key = Self.key(subject.key.publicKey) else {
            throw .cryptography(.unsupportedAlgorithm("a TPM has keys of RSA and on the curves of NIST"))
        }
        let area = TPMPublicArea(key: key)
        let pubArea = area.encoded
        let identity = try authority.identity(tools)
        do {
            let attestationKey = try PrivateKey(storedForm: identity.key.exposedBytes)
            let certInfo = TPMAttest(
                qualifiedSigner: [], extraData: Digest.sha256(subject.signedBytes), clockInfo: clockInfo,
                firmwareVersion: 0,
                attested: .certifyInfo(
                    name: area.nameAlgorithm.name(ofPublicArea: pubArea) ?? [], qualifiedName: [])
            ).encoded
            let signature = try tools.signer.sign(
                certInfo, with: attestationKey, algorithm: .es256, nonce: tools.nonce)
            let statement = TPMStatement(
                algorithm: .es256, certificates: [identity.certificate], signature: signature,
                certInfo: certInfo, pubArea: pubArea)
            return Attestation(format: TPMStatement.format, statement: statement.cbor)
        } catch { throw .cryptography(error) }
    }

    /// The key as a TPM describes it; nil for one that no TPM has.
    private static func key(_ key: PublicKey) -> TPMPublicArea.Key? {
        switch key {
        case .rsa(let key):
            guard let bits = UInt16(exactly: key.bitCount), key.exponent.count <= 4 else { return nil }
            let exponent = key.exponent.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // The usual one is written as 0 (TCG "TPM 2.0 Library", part 2, §12.2.3.5).
            return .rsa(keyBits: bits, exponent: exponent == 65_537 ? 0 : exponent, modulus: key.modulus)
        case .ec(let key):
            let curve: TPMCurve
            switch key.curve {
            case .p256: curve = .nistP256
            case .p384: curve = .nistP384
            case .p521: curve = .nistP521
            case .secp256k1: return nil
            }
            return .ecc(curve: curve, kdf: nil, x: key.x, y: key.y)
        case .edwards: return nil
        }
    }
}
