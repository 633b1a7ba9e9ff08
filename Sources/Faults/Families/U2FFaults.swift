internal import Authenticator
internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Statements of format `fido-u2f` (WebAuthn Level 3 §8.6).
extension Fault {
    private static let stated = FaultFamily(
        .statement, signs: .notCovered, where: .ceremony(.create), .format("fido-u2f"))

    static let u2fFaults: [Fault] = [
        stated(
            .u2fCertificates, "count", "The statement has its certificate twice.",
            .attestation { (attestation, _) throws(AttestationError) in
                attestation.certificates += attestation.certificates
            }),
        stated(
            .u2fCertificates, "empty", "x5c is an empty array.", .statementMember("x5c", .array([]))),
        FaultFamily(.certificate, signs: .overTheLie, where: .ceremony(.create), .format("fido-u2f"))(
            .u2fCertificateKey, "notP256", "The certificate's key is on P-384.",
            .certificate { draft in
                if let key = try? ECPrivateKey.generate(.p384, random: OtherKey.random("notP256")) {
                    draft.publicKeyInfo = PublicKey.ec(key.publicKey).subjectPublicKeyInfo
                }
            }),
        FaultFamily(.key, signs: .overTheLie, where: .ceremony(.create), .format("fido-u2f"))(
            .u2fCredentialKey, "notP256", "The credential's key is on P-384; the server offers that, too.",
            .credentialKey { bytes in
                if let key = try? ECPrivateKey.generate(.p384, random: OtherKey.random("notP256")) {
                    bytes = COSEKey(.ec(key.publicKey), algorithm: .es384).encoded
                }
            }),
        FaultFamily(.credential, signs: .notCovered, where: .ceremony(.create), .format("fido-u2f"))(
            .u2fAAGUID, "notZero", "The device names a model, which a U2F key does not know.",
            .authenticatorData {
                $0.attestedCredentialData?.aaguid = AAGUID(Array("understudy-model".utf8)) ?? .zero
            }),
        FaultFamily(.statement, signs: .broken, where: .ceremony(.create), .format("fido-u2f"))(
            .u2fSignature, "other", "One bit of the signature is wrong.",
            .statementSignature { $0.dropLast() + $0.suffix(1).map { $0 ^ 1 } }),
        stated(
            .u2fSignature, "missing", "The statement has no signature.", .statementMember("sig", nil)),
    ]
}
