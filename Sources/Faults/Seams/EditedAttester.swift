public import Authenticator
internal import Bytes
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Changes what a statement is about, and then the statement.
struct EditedAttester: Attester {
    let base: any Attester
    let subjects: [Planted<@Sendable (inout AttestationSubject) -> Void>]
    let attestations:
        [Planted<@Sendable (inout Attestation, AttestationWork) throws(AttestationError) -> Void>]
    let log: PlantingLog

    func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        var subject = subject
        for planted in subjects {
            let before = subject.signedBytes
            planted.edit(&subject)
            if subject.signedBytes != before { log.note(planted.id) }
        }
        // What stands in the authenticator data is what is attested, also where it was changed there.
        if let parts = AuthenticatorDataParts(subject.authenticatorData) {
            subject.credentialID = parts.credentialID
        }
        var attestation = try base.attest(subject, with: tools)
        guard !attestations.isEmpty else { return attestation }
        let work = AttestationWork(subject: subject, tools: tools)
        for planted in attestations {
            let before = attestation
            try planted.edit(&attestation, work)
            if attestation != before { log.note(planted.id) }
        }
        return attestation
    }
}

extension EditedAttester {
    func identities(
        with tools: AttestationTools
    ) throws(AttestationError) -> [AuthenticatorState.AttestationIdentity] {
        try base.identities(with: tools)
    }
}

/// What it takes to make a statement again after a change.
public struct AttestationWork: Sendable {
    /// What the statement is about.
    public let subject: AttestationSubject
    /// What attesters work with.
    public let tools: AttestationTools

    /// The device's attestation identity, once something was attested with a certificate.
    func identity() throws(AttestationError) -> AuthenticatorState.AttestationIdentity? {
        do { return try tools.store.state().attestation } catch { throw .store(error) }
    }

    /// A signature by the device's own signer.
    func signature(
        over message: [UInt8], with key: PrivateKey, algorithm: COSEAlgorithm
    ) throws(AttestationError) -> [UInt8] {
        do {
            return try tools.signer.sign(message, with: key, algorithm: algorithm, nonce: tools.nonce)
        } catch { throw .cryptography(error) }
    }

    /// A certificate, signed as the model's authority signs.
    func issue(_ draft: CertificateDraft, by key: PrivateKey) throws(AttestationError) -> [UInt8] {
        do { return try draft.signed(by: key, scheme: .ecdsa(.sha256), nonce: tools.nonce) } catch {
            throw .cryptography(error)
        }
    }

    /// A key in the form in which the store keeps it.
    func key(_ stored: Secret) throws(AttestationError) -> PrivateKey {
        do { return try PrivateKey(storedForm: stored.exposedBytes) } catch { throw .cryptography(error) }
    }

    /// A key of nobody's, the same each time.
    func otherKey(_ name: String) throws(AttestationError) -> PrivateKey {
        do { return .ec(try ECPrivateKey.generate(.p256, random: OtherKey.random(name))) } catch {
            throw .cryptography(error)
        }
    }
}
