internal import COSE
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// What a client repeats beside the attestation object for those who cannot read CBOR (§5.2.1.1).
///
/// Nothing here is used any further; a difference means that a server which relies on the copies was misled.
struct CopiesCheck {
    let authenticatorData: [UInt8]?
    let key: COSEKey?

    func run(on copies: ResponseEnvelope, _ findings: inout FindingList) {
        if let copy = copies.authenticatorData, let authenticatorData {
            if copy == authenticatorData {
                findings.pass(.envelopeAuthenticatorData)
            } else {
                findings.breach(
                    .envelopeAuthenticatorData, "differsFromAttestationObject",
                    because: "authenticatorData differs from what the attestation object holds",
                    expected: .bytes(authenticatorData), actual: .bytes(copy),
                    at: location("authenticatorData", copies))
            }
        }
        guard let key else { return }
        if let copy = copies.publicKey, let material = key.publicKey {
            let expected = material.subjectPublicKeyInfo
            if copy == expected {
                findings.pass(.envelopePublicKey)
            } else {
                findings.breach(
                    .envelopePublicKey, "differs", because: "publicKey is another key than the credential's",
                    expected: .bytes(expected), actual: .bytes(copy), at: location("publicKey", copies))
            }
        }
        if let copy = copies.publicKeyAlgorithm {
            if copy == key.algorithm.rawValue {
                findings.pass(.envelopePublicKeyAlgorithm)
            } else {
                findings.breach(
                    .envelopePublicKeyAlgorithm, "differs",
                    because: "publicKeyAlgorithm is not that of the credential's key",
                    expected: .integer(key.algorithm.rawValue), actual: .integer(copy),
                    at: location("publicKeyAlgorithm", copies))
            }
        }
    }

    private func location(_ name: String, _ copies: ResponseEnvelope) -> ReportLocation {
        let element = copies.document.root["response"]?[name]
        return ReportLocation(
            .response, path: "/response/\(name)", offset: element?.offset, length: element?.length)
    }
}
