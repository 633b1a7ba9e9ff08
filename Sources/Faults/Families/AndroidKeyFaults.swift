internal import Authenticator
internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Statements of format `android-key` (WebAuthn Level 3 §8.4); the key store's authority signs the lie.
extension Fault {
    private static let issued = FaultFamily(
        .certificate, signs: .overTheLie, where: .ceremony(.create), .format("android-key"))
    private static let stated = FaultFamily(
        .statement, signs: .notCovered, where: .ceremony(.create), .format("android-key"))

    private static func description(
        _ edit: @escaping @Sendable (inout KeyDescription) -> Void
    ) -> FaultEdit {
        .certificateExtension(KeyDescription.extensionIdentifier) { value in
            guard var description = try? KeyDescription(der: value.value) else { return value }
            edit(&description)
            return X509Extension(value.oid, isCritical: value.isCritical, value: description.encoded)
        }
    }

    static let androidKeyFaults: [Fault] = [
        stated(
            .androidKeyCertificates, "missing", "The statement has no certificates.",
            .statementMember("x5c", nil)),
        stated(
            .androidKeyAlgorithm, "missing", "The statement does not say what it is signed with.",
            .statementMember("alg", nil)),
        stated(
            .androidKeyAlgorithm, "otherThanKey", "The algorithm is not one of the key that signed.",
            .statement { statement in
                statement.set("alg", statement[text: "alg"]?.integer == -257 ? -7 : -257)
            }),
        FaultFamily(.statement, signs: .broken, where: .ceremony(.create), .format("android-key"))(
            .androidKeySignature, "other", "One bit of the signature is wrong.",
            .statementSignature { $0.dropLast() + $0.suffix(1).map { $0 ^ 1 } }),
        stated(
            .androidKeySignature, "missing", "The statement has no signature.",
            .statementMember("sig", nil)),
        issued(
            .androidKeyLeafKey, "other", "The certificate is of another key, which also signed.",
            .attestation { (attestation, work) throws(AttestationError) in
                let key = try work.otherKey("leafKey")
                guard let leaf = attestation.certificates.first else { return }
                attestation.certificates[0] = try work.reissue(leaf) {
                    $0.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
                }
                let signature = try work.signature(
                    over: work.subject.signedBytes, with: key, algorithm: .es256)
                attestation.statement.set("alg", -7)
                attestation.statement.set("sig", .bytes(signature))
            }),
        issued(
            .androidKeyDescription, "missing", "The certificate does not describe the key.",
            .certificateExtension(KeyDescription.extensionIdentifier) { _ in nil }),
        issued(
            .androidKeyDescription, "malformed", "The description of the key is an empty sequence.",
            .certificateExtension(KeyDescription.extensionIdentifier) {
                X509Extension($0.oid, value: DER.sequence())
            }),
        issued(
            .androidKeyChallenge, "other", "The key was made for another ceremony.",
            description { $0.attestationChallenge = Digest.sha256(Array("another ceremony".utf8)) }),
        issued(
            .androidKeyAllApplications, "present", "Every application may use the key.",
            description { $0.softwareEnforced.allApplications = true }),
        issued(
            .androidKeyOrigin, "otherValue", "The key was imported.",
            description {
                $0.hardwareEnforced.origin = 2
                $0.softwareEnforced.origin = nil
            }),
        issued(
            .androidKeyOrigin, "absent", "Nobody says where the key comes from.",
            description {
                $0.hardwareEnforced.origin = nil
                $0.softwareEnforced.origin = nil
            }),
        issued(
            .androidKeyPurpose, "otherValue", "The key may also decrypt.",
            description {
                $0.hardwareEnforced.purposes = [1, 2]
                $0.softwareEnforced.purposes = nil
            }),
        issued(
            .androidKeyPurpose, "absent", "Nobody says what the key is for.",
            description {
                $0.hardwareEnforced.purposes = nil
                $0.softwareEnforced.purposes = nil
            }),
    ]
}
