internal import Authenticator
internal import CBOR
internal import COSE
internal import WebAuthnModel

/// Statements of format `packed` (WebAuthn Level 3 §8.2).
extension Fault {
    private static let stated = FaultFamily(
        .statement, signs: .notCovered, where: .ceremony(.create), .format("packed"))
    private static let broken = FaultFamily(
        .statement, signs: .broken, where: .ceremony(.create), .format("packed"))

    static let packedFaults: [Fault] = [
        stated(
            .packedStatement, "empty", "The packed statement is empty.", .statement { $0 = .map([]) }),
        stated(
            .packedAlgorithm, "missing", "The statement does not say what it is signed with.",
            .statementMember("alg", nil)),
        stated(
            .packedAlgorithm, "notInteger", "The algorithm is a text.", .statementMember("alg", "ES256")),
        stated(
            .packedAlgorithm, "otherThanKey", "The algorithm is not one of the key that signed.",
            .statement { statement in
                let isRSA = statement[text: "alg"]?.integer == -257
                statement.set("alg", isRSA ? -7 : -257)
            }),
        stated(
            .packedSignature, "missing", "The statement has no signature.", .statementMember("sig", nil)),
        stated(
            .packedSignature, "notBytes", "The signature is a text.", .statementMember("sig", "signature")),
        stated(
            .packedSignature, "empty", "The signature has no bytes.", .statementMember("sig", .bytes([]))),
        broken(
            .packedSignature, "other", "One bit of the signature is wrong.",
            .statementSignature { $0.dropLast() + $0.suffix(1).map { $0 ^ 1 } }),
        broken(
            .packedSignature, "overOtherClientData", "The statement was made for other client data.",
            .subject { $0.clientDataHash = ClientDataHash(of: Array("other client data".utf8)) }),
        broken(
            .packedSignature, "byCredentialKeyWithX5c",
            "The credential's own key signed, although the statement brings a certificate.",
            where: [.certificates],
            .attestation { (attestation, work) throws(AttestationError) in
                let signature = try work.signature(
                    over: work.subject.signedBytes, with: work.subject.key,
                    algorithm: work.subject.algorithm)
                attestation.statement.set("sig", .bytes(signature))
            }),
        stated(
            .packedCertificates, "notArray", "x5c is one certificate instead of an array.",
            where: [.certificates],
            .statement { statement in
                if let first = statement[text: "x5c"]?.arrayValue?.first { statement.set("x5c", first) }
            }),
        stated(
            .packedCertificates, "empty", "x5c is an empty array.", where: [.certificates],
            .statementMember("x5c", .array([]))),
        stated(
            .packedCertificates, "emptyInSelfAttestation", "Self attestation with an empty x5c.",
            where: [.selfAttestation], .statementMember("x5c", .array([]))),
    ]
}
