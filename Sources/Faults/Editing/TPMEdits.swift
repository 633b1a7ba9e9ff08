internal import Authenticator
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// What a TPM signs, and what that is about.
struct TPMWork: Sendable {
    /// What the TPM attests.
    var attest: TPMAttest
    /// The key's description, as bytes.
    var pubArea: [UInt8]
    /// Bytes after what the TPM attests.
    var tail: [UInt8] = []

    /// Changes the description of the key, and makes its name again, so that nothing else is wrong.
    mutating func editArea(_ edit: (inout TPMPublicArea) -> Void) {
        guard var area = try? TPMPublicArea(decoding: pubArea) else { return }
        edit(&area)
        setArea(area.encoded, named: area.nameAlgorithm)
    }

    /// Replaces the bytes of the key's description, and makes its name again.
    mutating func setArea(_ bytes: [UInt8], named algorithm: TPMAlgorithm = .sha256) {
        pubArea = bytes
        attest.attested = .certifyInfo(name: algorithm.name(ofPublicArea: bytes) ?? [], qualifiedName: [])
    }
}

extension FaultEdit {
    /// Changes what a TPM attests before it signs.
    static func tpm(_ edit: @escaping @Sendable (inout TPMWork) -> Void) -> FaultEdit {
        .attestation { (attestation, work) throws(AttestationError) in
            guard var statement = try? TPMStatement(attestation.statement),
                let attest = try? TPMAttest(decoding: statement.certInfo), let identity = try work.identity()
            else { return }
            var parts = TPMWork(attest: attest, pubArea: statement.pubArea)
            edit(&parts)
            statement.pubArea = parts.pubArea
            statement.certInfo = parts.attest.encoded + parts.tail
            statement.signature = try work.signature(
                over: statement.certInfo, with: try work.key(identity.key), algorithm: .es256)
            attestation.statement = statement.cbor
        }
    }
}
