internal import Authenticator
internal import Bytes
internal import CBOR
internal import Cryptography
internal import WebAuthnModel

/// Statements of format `android-safetynet` (WebAuthn Level 3 §8.5); the service signs the lie.
extension Fault {
    private static let stated = FaultFamily(
        .statement, signs: .notCovered, where: .ceremony(.create), .format("android-safetynet"))
    private static let answered = FaultFamily(
        .statement, signs: .overTheLie, where: .ceremony(.create), .format("android-safetynet"))

    private static func answer(_ edit: @escaping @Sendable (inout SafetyNetPayload) -> Void) -> FaultEdit {
        .safetyNet { (parts, _) throws(AttestationError) in edit(&parts.answer) }
    }

    static let safetyNetFaults: [Fault] = [
        stated(
            .safetyNetVersion, "empty", "The version of the service is empty.", .statementMember("ver", "")),
        stated(
            .safetyNetResponse, "empty", "The service's answer has no bytes.",
            .statementMember("response", .bytes([]))),
        stated(
            .safetyNetResponse, "notJWS", "The service's answer is not in three parts.",
            .statementMember("response", .bytes(Array("an answer".utf8)))),
        answered(
            .safetyNetNonce, "other", "The service answered for another ceremony.",
            answer { $0.nonce = Base64.encode(Digest.sha256(Array("another ceremony".utf8))) }),
        answered(
            .safetyNetNonce, "missing", "The service does not say for which ceremony it answered.",
            answer { $0.nonce = nil }),
        answered(
            .safetyNetProfileMatch, "false", "The device did not pass the compatibility tests.",
            answer { $0.ctsProfileMatch = false }),
        answered(
            .safetyNetTimestamp, "future", "The answer is from the future.",
            taking: .number("how many seconds ahead", 11...1_000_000, standard: 3600)
        ) { value in
            answer { $0.timestampMs = $0.timestampMs.map { $0 + value.number * 1000 } }
        },
        answered(
            .safetyNetTimestamp, "old", "The answer is older than a minute.",
            taking: .number("how many seconds old", 61...1_000_000, standard: 3600)
        ) { value in
            answer { $0.timestampMs = $0.timestampMs.map { $0 - value.number * 1000 } }
        },
        answered(
            .safetyNetCertificates, "empty", "The answer brings no certificate.",
            .safetyNet { (parts, _) throws(AttestationError) in parts.certificates = [] }),
        answered(
            .safetyNetHostname, "other", "The certificate is that of another web server.",
            .safetyNet { (parts, work) throws(AttestationError) in
                guard let leaf = parts.certificates.first else { return }
                parts.certificates[0] = try work.reissue(leaf) { draft in
                    draft.edit(.subjectAlternativeName) { _ in
                        .subjectAlternativeName(host: "attest.evil.example")
                    }
                }
            }),
        FaultFamily(.statement, signs: .broken, where: .ceremony(.create), .format("android-safetynet"))(
            .safetyNetJWS, "signature", "The service signed another answer.",
            .statement { statement in
                guard let response = statement[text: "response"]?.bytesValue,
                    let jws = try? CompactJWS(response)
                else { return }
                let signature = jws.signature.dropLast() + jws.signature.suffix(1).map { $0 ^ 1 }
                statement.set(
                    "response",
                    .bytes(CompactJWS.text(signingInput: jws.signingInput, signature: Array(signature))))
            }),
    ]
}
