internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Another key that is known here.
enum KeyChoices {
    /// So many credentials of an account are tried.
    static let mostCredentials = 64

    static func all(_ refused: RefusedSignature, _ evidence: Evidence) -> [SignatureGuess] {
        chain(refused, evidence) + own(refused, evidence) + others(refused, evidence)
    }

    /// A certificate that stands in the chain where it should not.
    private static func chain(_ refused: RefusedSignature, _ evidence: Evidence) -> [SignatureGuess] {
        guard let chain = AttestationChain(evidence)?.chain else { return [] }
        return chain.enumerated().dropFirst().compactMap { index, certificate in
            guard let key = certificate.publicKey else { return nil }
            return SignatureGuess(
                word: "byLaterCertificate", variant: "byLaterCertificate",
                sentence:
                    "The statement is signed by the key of certificate \(index) of x5c, which must be the first: "
                    + "the chain stands in the wrong order.", suspect: .authenticator, key: key)
        }
    }

    /// The credential's key in place of the certificate's, or the key that an assertion brings along.
    private static func own(_ refused: RefusedSignature, _ evidence: Evidence) -> [SignatureGuess] {
        if refused.code == .signature {
            guard let data = evidence.authenticatorData, let start = ShortKeyMapNearMiss.keyStart(in: data),
                let key = try? COSEKey(decoding: Array(data[start...])), let material = key.publicKey
            else { return [] }
            return [
                SignatureGuess(
                    word: "byKeyInAssertion", variant: "otherKey",
                    sentence:
                        "The signature is valid by the key that the assertion's own authenticator data holds, "
                        + "not by the one stored.", suspect: .authenticator, key: material,
                    scheme: key.algorithm.scheme)
            ]
        }
        guard let key = evidence.credentialKey, let material = key.publicKey, material != refused.key else {
            return []
        }
        return [
            SignatureGuess(
                word: "byCredentialKey", variant: "byCredentialKeyWithX5c",
                sentence:
                    "The statement is signed by the credential's own key, and brings a certificate of another "
                    + "one: it is a self attestation with x5c, or the wrong key signed.",
                suspect: .authenticator,
                key: material, scheme: key.algorithm.scheme)
        ]
    }

    private static func others(_ refused: RefusedSignature, _ evidence: Evidence) -> [SignatureGuess] {
        evidence.otherCredentials.prefix(mostCredentials).compactMap { record in
            guard let key = try? COSEKey(decoding: record.publicKey), let material = key.publicKey else {
                return nil
            }
            return SignatureGuess(
                word: "byOtherCredential", variant: "otherKey",
                sentence:
                    "The signature is valid by the key of another credential, \(base64URL(record.id)): the record "
                    + "that was looked up is not that of the credential that answered.", suspect: .server,
                key: material, scheme: key.algorithm.scheme)
        }
    }
}
